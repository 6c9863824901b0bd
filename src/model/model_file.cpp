#include <set>

#include "model/safetensors.h"

namespace lab::model {
namespace {

using core::Error;
using core::Result;

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string out;
  for (std::size_t i = 0; i < shape.size(); ++i) out += (i > 0 ? " x " : "") + std::to_string(shape[i]);
  return out.empty() ? "none" : out;
}

/// Extents of a matrix of the file, {0, 0} where it is missing or none.
std::pair<std::size_t, std::size_t> extents(const TensorFile& file, const std::string& name) {
  const auto at = file.tensors.find(name);
  if (at == file.tensors.end() || at->second.shape.size() != 2) return {0, 0};
  return {at->second.shape[0], at->second.shape[1]};
}

/// A whole number of the metadata, or `otherwise`; 0 for nonsense.
std::size_t metadata_number(const TensorFile& file, const std::string& key, std::size_t otherwise) {
  const auto at = file.metadata.find(key);
  if (at == file.metadata.end()) return otherwise;
  std::size_t value = 0;
  for (const char c : at->second) {
    if (c < '0' || c > '9' || value > 100000) return 0;
    value = value * 10 + static_cast<std::size_t>(c - '0');
  }
  return value;
}

Result<Config> read_config(const TensorFile& file, const ReadOptions& options) {
  Config c;
  const auto embedding = extents(file, "emb.weight");
  if (embedding.first == 0) return Error{"The weights file has no matrix emb.weight; it is not a model of the course's class."};
  c.vocab = embedding.first;
  c.width = embedding.second;
  if (file.tensors.contains("pe")) c.window = extents(file, "pe").first;
  c.layers = 0;
  while (c.layers < 64 && file.tensors.contains("blocks." + std::to_string(c.layers) + ".ln1.weight")) ++c.layers;
  if (file.metadata.contains("applications")) {
    if (c.layers != 1)
      return Error{"The weights file says that its blocks share their weights, but has " + std::to_string(c.layers) + " blocks."};
    c.shared = true;
    c.layers = metadata_number(file, "applications", 0);
  }
  c.hidden = extents(file, "blocks.0.mlp.0.weight").first;
  c.heads = metadata_number(file, "heads", options.heads);
  const auto scaled = file.metadata.find("scale_scores");
  c.scale_scores = scaled == file.metadata.end() ? options.scale_scores : scaled->second != "0";
  if (const auto s = check(c); !s) return Error{s.error()};
  return c;
}

Result<Vocabulary> read_vocabulary(const TensorFile& file, const Config& config, const Vocabulary* given) {
  if (given == nullptr && !file.metadata.contains("characters")) {
    if (config.vocab != Vocabulary::shakespeare().size())
      return Error{"The weights file does not say which " + std::to_string(config.vocab - 1) + " characters its model knows."};
    return Vocabulary::shakespeare();
  }
  auto v = given != nullptr ? Result<Vocabulary>(*given) : Vocabulary::of_characters(file.metadata.at("characters"));
  if (!v) return v;
  if (v.value().size() != config.vocab)
    return Error{"The model has " + std::to_string(config.vocab) + " rows in emb.weight, but its vocabulary has " +
                 std::to_string(v.value().size()) + " entries with [MASK]."};
  return v;
}

}  // namespace

Result<Model> read_model(std::string_view bytes, const ReadOptions& options, const Vocabulary* vocabulary) {
  const auto file = read_tensors(bytes);
  if (!file) return Error{file.error()};
  const auto config = read_config(file.value(), options);
  if (!config) return Error{config.error()};
  auto characters = read_vocabulary(file.value(), config.value(), vocabulary);
  if (!characters) return Error{characters.error()};
  Weights weights = zero_weights(config.value());
  std::set<std::string> expected;
  for (const Tensor& t : weights.layout.tensors) {
    expected.insert(t.name);
    const auto at = file.value().tensors.find(t.name);
    std::vector<float> values;
    if (at == file.value().tensors.end()) {
      if (t.name != "pe") return Error{"The weights file has no tensor " + t.name + "."};
      values = sinusoidal_positions(config.value().window, config.value().width);
    } else {
      if (at->second.shape != t.shape)
        return Error{"Tensor " + t.name + " has the shape " + shape_text(at->second.shape) + "; " + shape_text(t.shape) + " is needed."};
      auto read = to_floats(t.name, at->second);
      if (!read) return Error{read.error()};
      values = std::move(read).value();
    }
    for (std::size_t i = 0; i < t.size; ++i) weights.values[t.offset + i] = values[i];
  }
  for (const auto& [name, t] : file.value().tensors) {
    if (!expected.contains(name) && !name.starts_with("optimizer."))
      return Error{"The weights file has a tensor that the course's class has no place for, with the shape " + shape_text(t.shape) + "."};
  }
  return Model{std::move(weights), std::move(characters).value()};
}

std::map<std::string, std::string> model_metadata(const Config& config, const Vocabulary& vocabulary) {
  std::map<std::string, std::string> metadata{{"heads", std::to_string(config.heads)},
                                              {"scale_scores", config.scale_scores ? "1" : "0"},
                                              {"characters", vocabulary.characters()}};
  if (config.shared) metadata["applications"] = std::to_string(config.layers);
  return metadata;
}

std::string write_model(const Weights& weights, const Vocabulary& vocabulary, std::map<std::string, std::string> metadata) {
  std::vector<NamedFloats> tensors;
  for (const Tensor& t : weights.layout.tensors) tensors.push_back({t.name, t.shape, weights.tensor(t)});
  auto all = model_metadata(weights.config, vocabulary);
  all.merge(metadata);
  return write_tensors(tensors, all);
}

}  // namespace lab::model
