#pragma once
#include <cstdint>
#include <string>

#include "core/result.h"

/// What a transformer costs, counted from its shape (course notebook, sections
/// 3, 5 and 13). Exact whole numbers; a count of 2^63 or more is refused.
///
/// Legend used in this file
///   L      blocks
///   d_m    width of the residual stream
///   h      heads; n_kv key and value heads that they share (n_kv = h: one each)
///   f      width of the MLP
///   V      symbols of the vocabulary
///   n      tokens in the context
namespace lab::core {

/// The shape of a model. All linear maps of a kind have biases or none.
struct ModelShape {
  std::uint64_t layers = 12;      ///< L; of an encoder-decoder: of the encoder
  std::uint64_t width = 768;      ///< d_m
  std::uint64_t vocabulary = 50000;
  std::uint64_t positions = 0;    ///< learned position vectors; 0: sinusoids or rotations, which cost nothing
  std::uint64_t hidden = 0;       ///< f; 0: 4 d_m
  std::uint64_t heads = 12;       ///< h
  std::uint64_t kv_heads = 0;     ///< n_kv, divides h; 0: h
  bool gated = false;             ///< MLP of three matrices (SwiGLU) in place of two
  bool biases = true;             ///< of the linear maps and of the norms (LayerNorm); without: norms of d_m numbers (RMSNorm)
  bool tied = true;               ///< the head is the embedding, transposed
  // What only some of the known models have.
  std::uint64_t decoder_layers = 0;  ///< second stack, with attention to the first one's output in each block
  std::uint64_t segments = 0;        ///< learned segment vectors (BERT)
  bool attention_biases = true;      ///< counts only where `biases` do
  bool final_norm = true;            ///< behind the last block
  bool embedding_norm = false;       ///< behind the embedding (BERT)
  bool head_bias = false;            ///< V numbers of the head, where `biases` are
  bool pooler = false;               ///< a d_m x d_m map of the first token (BERT), its bias where `biases` are
  bool operator==(const ModelShape&) const = default;
};

/// n_kv and f with their 0 read.
std::uint64_t kv_heads_of(const ModelShape& shape);
std::uint64_t hidden_of(const ModelShape& shape);
/// Blocks that keep keys and values while writing: the decoder's where there is one.
std::uint64_t writing_layers(const ModelShape& shape);

/// Where the parameters are.
struct ParameterSplit {
  std::uint64_t embedding = 0;  ///< V d_m, positions, segments
  std::uint64_t attention = 0;  ///< 2 d_m^2 (1 + n_kv / h) a block, and biases
  std::uint64_t mlp = 0;        ///< 2 d_m f a block, 3 d_m f if gated, and biases
  std::uint64_t norms = 0;      ///< d_m or 2 d_m each
  std::uint64_t head = 0;       ///< V d_m unless tied; its bias; the pooler
  std::uint64_t total = 0;
};
/// An error, one sentence, when heads do not share keys evenly or a count would
/// reach 2^63. All sizes at least 1 but those where 0 has a meaning.
Result<ParameterSplit> count_parameters(const ModelShape& shape);

/// Bytes of `count` numbers of `bits` bits (32, 16, 8, 4), rounded up.
Result<std::uint64_t> bytes_of(std::uint64_t count, std::uint64_t bits);
/// Numbers that are kept for each token: 2 L (n_kv / h) d_m.
Result<std::uint64_t> cache_values(const ModelShape& shape);
/// Bytes of the cache for n tokens.
Result<std::uint64_t> cache_bytes(const ModelShape& shape, std::uint64_t n, std::uint64_t bits);

struct AttentionEntries {
  std::uint64_t head = 0;   ///< n^2
  std::uint64_t layer = 0;  ///< h n^2
  std::uint64_t model = 0;  ///< L h n^2, cross attention left out
};
Result<AttentionEntries> attention_entries(const ModelShape& shape, std::uint64_t n);

/// An accelerator of 80 GB, as in the notebook: 80 10^9 bytes.
inline constexpr std::uint64_t kAcceleratorBytes = 80'000'000'000;
/// How many of them hold so many bytes.
std::uint64_t accelerators(std::uint64_t bytes);

}  // namespace lab::core
