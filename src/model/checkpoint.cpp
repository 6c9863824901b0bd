#include "model/safetensors.h"
#include "model/trainer.h"

namespace lab::model {
namespace {

using core::Error;

/// Whole numbers with blanks between them.
std::string words(std::initializer_list<std::uint64_t> values) {
  std::string out;
  for (const std::uint64_t value : values) out += (out.empty() ? "" : " ") + std::to_string(value);
  return out;
}

std::string generator_text(const core::Generator& generator) {
  const core::Pcg64State s = generator.state();
  return words({s.state_high, s.state_low, s.increment_high, s.increment_low, s.has_half ? 1U : 0U, s.half});
}

/// Exactly `count` numbers, or none.
std::vector<std::uint64_t> read_words(const TensorFile& file, const std::string& key, std::size_t count) {
  const auto at = file.metadata.find(key);
  if (at == file.metadata.end()) return {};
  std::vector<std::uint64_t> out;
  bool inside = false;
  for (const char c : at->second) {
    if (c == ' ') {
      inside = false;
      continue;
    }
    if (c < '0' || c > '9') return {};
    if (!inside) out.push_back(0);
    inside = true;
    out.back() = out.back() * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return out.size() == count ? out : std::vector<std::uint64_t>{};
}

bool read_generator(const TensorFile& file, const std::string& key, core::Pcg64State& state) {
  const auto w = read_words(file, key, 6);
  if (w.empty() || w[3] % 2 == 0) return false;
  state = {w[0], w[1], w[2], w[3], w[4] != 0, static_cast<std::uint32_t>(w[5])};
  return true;
}

/// What must not differ between a run and its continuation, as text.
std::string options_text(const TrainOptions& o) {
  const Config& c = o.config;
  const auto parts = [](double x) { return std::to_string(x * 1e6); };
  return words({c.vocab, c.window, c.width, c.heads, c.layers, c.hidden, c.scale_scores ? 1U : 0U, o.seed, o.iterations, o.batch}) + " " +
         parts(o.rate) + " " + words({static_cast<std::uint64_t>(o.schedule), o.warmup}) + " " + parts(o.final_rate) + " " +
         parts(o.mask.probability) + " " + words({o.mask.always_last ? 1U : 0U, o.positions ? 1U : 0U}) + (c.shared ? " shared" : "");
}

}  // namespace

std::string Trainer::checkpoint(const Vocabulary& vocabulary, std::map<std::string, std::string> more) const {
  std::vector<NamedFloats> tensors;
  for (const Tensor& t : weights_.layout.tensors) tensors.push_back({t.name, t.shape, weights_.tensor(t)});
  tensors.push_back({"optimizer.mean", {adam_.mean.size()}, adam_.mean});
  tensors.push_back({"optimizer.square", {adam_.square.size()}, adam_.square});
  for (auto& [key, value] : model_metadata(options_.config, vocabulary)) more[key] = value;
  more["options"] = options_text(options_);
  more["iteration"] = std::to_string(iteration_);
  more["batches"] = generator_text(batches_);
  more["evaluations"] = generator_text(evaluations_);
  return write_tensors(tensors, more);
}

core::Status Trainer::resume(std::string_view bytes) {
  const auto read = read_tensors(bytes);
  if (!read) return Error{read.error()};
  const TensorFile& file = read.value();
  const auto iteration = read_words(file, "iteration", 1);
  core::Pcg64State batches, evaluations;
  if (iteration.empty() || !read_generator(file, "batches", batches) || !read_generator(file, "evaluations", evaluations) ||
      !file.tensors.contains("optimizer.mean") || !file.tensors.contains("optimizer.square"))
    return Error{"The file is no checkpoint of a training run."};
  const auto options = file.metadata.find("options");
  if (options == file.metadata.end() || options->second != options_text(options_) || iteration[0] > options_.iterations)
    return Error{"The checkpoint belongs to a training run with other options."};
  auto model = read_model(bytes);
  if (!model) return Error{model.error()};
  auto mean = to_floats("optimizer.mean", file.tensors.at("optimizer.mean"));
  if (!mean) return Error{mean.error()};
  auto square = to_floats("optimizer.square", file.tensors.at("optimizer.square"));
  if (!square) return Error{square.error()};
  if (model.value().weights.config != options_.config || mean.value().size() != adam_.mean.size() || square.value().size() != adam_.mean.size())
    return Error{"The checkpoint does not fit its own options."};
  weights_ = std::move(model).value().weights;
  adam_.mean = std::move(mean).value();
  adam_.square = std::move(square).value();
  adam_.power1 = adam_.power2 = 1.0;
  // The powers by the same products as in step(), so that not a bit differs.
  for (adam_.steps = 0; adam_.steps < iteration[0]; ++adam_.steps) {
    adam_.power1 *= adam_.beta1;
    adam_.power2 *= adam_.beta2;
  }
  iteration_ = static_cast<std::size_t>(iteration[0]);
  batches_.set_state(batches);
  evaluations_.set_state(evaluations);
  packed_.assign(weights_, true);
  return core::success();
}

}  // namespace lab::model
