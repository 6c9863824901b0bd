#include "core/scale.h"

#include <limits>

namespace lab::core {
namespace {

/// A count that remembers whether it has reached 2^63.
struct Count {
  std::uint64_t value = 0;
  bool fits = true;

  Count(std::uint64_t v) : value(v) {}  // a plain number is a count
  Count operator*(Count o) const { return joined(o, o.value != 0 && value > kMost / o.value, value * o.value); }
  Count operator+(Count o) const { return joined(o, value > kMost - o.value, value + o.value); }

 private:
  static constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  Count joined(Count o, bool overflow, std::uint64_t result) const {
    Count out(result);
    out.fits = fits && o.fits && !overflow;
    return out;
  }
};

constexpr const char* kTooLarge = "These numbers are too large to be counted: a count of 2⁶³ or more does not fit.";

Status shares_evenly(const ModelShape& s) {
  const std::uint64_t kv = kv_heads_of(s);
  const std::string words = std::to_string(s.heads) + " heads cannot share " + std::to_string(kv) + " key-value heads evenly: ";
  if (kv > s.heads) return Error{words + "there must not be more of these than heads."};
  if (s.heads % kv != 0) return Error{words + "their number must divide the number of heads."};
  if (kv == s.heads || (Count(kv) * s.width).value % s.heads == 0) return success();
  return Error{"A width of " + std::to_string(s.width) + " cannot be cut into " + std::to_string(s.heads) +
               " equal heads, which sharing keys and values asks for."};
}

/// Width of all keys together: n_kv d_m / h. The shape shares evenly.
Count key_width(const ModelShape& s) {
  const std::uint64_t kv = kv_heads_of(s);
  if (kv == s.heads) return s.width;
  Count all = Count(kv) * s.width;
  all.value /= s.heads;
  return all;
}

Count norm_size(const ModelShape& s) { return Count(s.width) * (s.biases ? 2 : 1); }

Count attention_size(const ModelShape& s) {
  const Count d = s.width, keys = key_width(s);
  const Count matrices = d * d * 2 + d * keys * 2;
  return s.biases && s.attention_biases ? matrices + d * 2 + keys * 2 : matrices;
}

Count mlp_size(const ModelShape& s) {
  const Count d = s.width, f = hidden_of(s);
  const std::uint64_t up = s.gated ? 2 : 1;
  const Count matrices = d * f * (up + 1);
  return s.biases ? matrices + f * up + d : matrices;
}

}  // namespace

std::uint64_t kv_heads_of(const ModelShape& s) { return s.kv_heads == 0 ? s.heads : s.kv_heads; }
std::uint64_t hidden_of(const ModelShape& s) { return s.hidden == 0 ? 4 * s.width : s.hidden; }
std::uint64_t writing_layers(const ModelShape& s) { return s.decoder_layers > 0 ? s.decoder_layers : s.layers; }

Result<ParameterSplit> count_parameters(const ModelShape& s) {
  if (const Status ok = shares_evenly(s); !ok) return Error{ok.error()};
  const Count blocks = Count(s.layers) + s.decoder_layers;
  const Count embedding = (Count(s.vocabulary) + s.positions + s.segments) * s.width;
  const Count attention = (blocks + s.decoder_layers) * attention_size(s);
  const Count mlp = blocks * mlp_size(s);
  // A decoder's block has a third norm, for the attention to the encoder.
  const std::uint64_t alone = (s.final_norm ? 1U : 0U) + (s.embedding_norm ? 1U : 0U);
  const Count norms = (blocks * 2 + s.decoder_layers + alone) * norm_size(s);
  Count head = s.tied ? Count(0) : Count(s.vocabulary) * s.width;
  if (s.head_bias && s.biases) head = head + s.vocabulary;
  if (s.pooler) head = head + Count(s.width) * s.width + (s.biases ? s.width : 0);
  const Count total = embedding + attention + mlp + norms + head;
  if (!total.fits) return Error{kTooLarge};
  return ParameterSplit{embedding.value, attention.value, mlp.value, norms.value, head.value, total.value};
}

Result<std::uint64_t> bytes_of(std::uint64_t count, std::uint64_t bits) {
  const Count all = Count(count) * bits + 7;
  if (!all.fits) return Error{kTooLarge};
  return all.value / 8;
}

Result<std::uint64_t> cache_values(const ModelShape& s) {
  if (const Status ok = shares_evenly(s); !ok) return Error{ok.error()};
  const Count all = Count(writing_layers(s)) * 2 * key_width(s);
  if (!all.fits) return Error{kTooLarge};
  return all.value;
}

Result<std::uint64_t> cache_bytes(const ModelShape& s, std::uint64_t n, std::uint64_t bits) {
  const auto one = cache_values(s);
  if (!one) return one;
  const Count all = Count(one.value()) * n;
  if (!all.fits) return Error{kTooLarge};
  return bytes_of(all.value, bits);
}

Result<AttentionEntries> attention_entries(const ModelShape& s, std::uint64_t n) {
  const Count head = Count(n) * n, layer = head * s.heads, model = layer * (Count(s.layers) + s.decoder_layers);
  if (!model.fits) return Error{kTooLarge};
  return AttentionEntries{head.value, layer.value, model.value};
}

std::uint64_t accelerators(std::uint64_t bytes) { return bytes / kAcceleratorBytes + (bytes % kAcceleratorBytes > 0 ? 1 : 0); }

}  // namespace lab::core
