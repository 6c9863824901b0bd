#include "core/scale_models.h"

#include <algorithm>
#include <array>

namespace lab::core {
namespace {

ModelShape shape_of(std::uint64_t layers, std::uint64_t width, std::uint64_t heads, std::uint64_t vocabulary, std::uint64_t positions) {
  ModelShape s;
  s.layers = layers;
  s.width = width;
  s.heads = heads;
  s.vocabulary = vocabulary;
  s.positions = positions;
  return s;
}

ModelShape tiny_bert() {
  ModelShape s = shape_of(2, 64, 4, 66, 0);
  s.tied = false;
  s.head_bias = true;
  return s;
}

ModelShape base_2017() {
  ModelShape s = shape_of(6, 512, 8, 37000, 0);
  s.decoder_layers = 6;
  s.attention_biases = false;
  s.final_norm = false;
  return s;
}

ModelShape bert_base() {
  ModelShape s = shape_of(12, 768, 12, 30522, 512);
  s.segments = 2;
  s.final_norm = false;
  s.embedding_norm = true;
  s.pooler = true;
  return s;
}

ModelShape llama_405b() {
  ModelShape s = shape_of(126, 16384, 128, 128256, 0);
  s.hidden = 53248;
  s.kv_heads = 8;
  s.gated = true;
  s.biases = false;
  s.tied = false;
  return s;
}

double as_number(const Result<std::uint64_t>& count) { return count ? static_cast<double>(count.value()) : 0.0; }

double parameters(const KnownModel& m) {
  const auto split = count_parameters(m.shape);
  return split ? static_cast<double>(split.value().total) : 0.0;
}

}  // namespace

std::span<const KnownModel> known_models() {
  static const std::array<KnownModel, 6> models{{
      {"tinybert", "TinyBERT of the course", "course notebook, section 6", tiny_bert(), 64, "108\u202F610", 108610, 1, true,
       "Sinusoidal positions cost nothing; the head has its own matrix and a bias. The notebook prints 108\u202F610 in section 6."},
      {"base-2017", "Transformer base", "Vaswani et al. 2017, arXiv 1706.03762, tables 2 and 3", base_2017(), 512, "65 M", 65e6, 1e6, false,
       "Encoder and decoder of 6 blocks each, one matrix for both embeddings and the head, no biases in attention. The paper says "
       "65 M; its shapes with its vocabulary of about 37\u202F000 give 63.0 M. A vocabulary of some 40\u202F800 would make up the difference. The context of 512 is the lab's choice: the paper gives none."},
      {"bert-base", "BERT-base", "Devlin et al. 2019, arXiv 1810.04805, section 3", bert_base(), 512, "110 M", 110e6, 1e6, true,
       "Counted with segment vectors and pooler, without the head for masked words. The vocabulary of 30\u202F522 is that of the published model."},
      {"gpt-2-xl", "GPT-2 XL", "Radford et al. 2019, table 2", shape_of(48, 1600, 25, 50257, 1024), 1024, "1.5 B", 1.5e9, 0.1e9, true,
       "The paper's table says 1\u202F542 M; its authors later corrected the counts, and named the published model after 1\u202F558 M. The heads, "
       "25, are those of the published model."},
      {"gpt-3", "GPT-3", "Brown et al. 2020, arXiv 2005.14165, table 2.1", shape_of(96, 12288, 96, 50257, 2048), 2048, "175 B", 175e9, 1e9, true,
       "Alternate blocks attend to a band only, which changes no parameter. The vocabulary is that of GPT-2."},
      {"llama-405b", "Llama 3.1 405B", "Grattafiori et al. 2024, arXiv 2407.21783, table 3", llama_405b(), 131072, "405 B", 405e9, 1e9, true,
       "Gated MLP of width 53\u202F248, 8 key-value heads for 128 heads, rotary positions, no biases. Vocabulary 128\u202F256 as published."},
  }};
  return models;
}

const KnownModel* find_model(std::string_view key) {
  const auto models = known_models();
  const auto at = std::ranges::find(models, key, &KnownModel::key);
  return at == models.end() ? nullptr : &*at;
}

std::vector<QuotedFigure> quoted_figures() {
  std::vector<QuotedFigure> out;
  for (const KnownModel& m : known_models()) out.push_back({m.key, "parameters", m.quoted, m.quoted_value, m.quoted_unit, parameters(m)});
  constexpr std::uint64_t kHalf = 16;  // bits
  const auto weights = [](const KnownModel& m) {
    const auto split = count_parameters(m.shape);
    return split ? as_number(bytes_of(split.value().total, kHalf)) : 0.0;
  };
  const KnownModel &gpt = *find_model("gpt-3"), &llama = *find_model("llama-405b");
  out.push_back({"gpt-3", "of weights at 2 bytes", "350 GB", 350e9, 1e9, weights(gpt)});
  out.push_back({"gpt-3", "of cache a token", "4.7 MB", 4.7e6, 0.1e6, as_number(cache_bytes(gpt.shape, 1, kHalf))});
  out.push_back({"gpt-3", "of cache at 2\u202F048 tokens", "10 GB", 10e9, 1e9, as_number(cache_bytes(gpt.shape, 2048, kHalf))});
  const auto entries = attention_entries(gpt.shape, 1'000'000);
  out.push_back({"", "a head at 10⁶ tokens", "10¹² entries", 1e12, 1, entries ? static_cast<double>(entries.value().head) : 0.0});
  out.push_back({"llama-405b", "of weights at 2 bytes", "810 GB", 810e9, 10e9, weights(llama)});
  return out;
}

}  // namespace lab::core
