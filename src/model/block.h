#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/generator.h"
#include "core/matrix.h"
#include "model/config.h"

/// One transformer block on a cloud of tokens in double precision, from the
/// layers of reference_layers.h (course notebook, section 5; Xiong et al. 2020
/// for where the LayerNorm stands).
///
/// Letters as in config.h: X tokens, n x d_m; h heads. One application is two
/// half-steps, attention and then the MLP:
///   pre-LN   X + s f(LN(X))
///   post-LN  LN(X + s f(X))
///   none     X + s f(X)
/// with f the branch and s the step, 1 in a block. Biases are 0, gains 1.
namespace lab::model {

enum class NormPlace : std::uint8_t { kPre, kPost, kNone };

struct CloudBlock {
  std::size_t width = 3;   ///< d_m
  std::size_t heads = 1;   ///< a divisor of d_m
  NormPlace norm = NormPlace::kPre;
  bool attention = true;   ///< off: the half-step leaves X as it is
  bool mlp = true;
  double step = 1;         ///< s
  std::vector<double> query, key, value, output;  ///< d_m x d_m, out x in
  std::vector<double> up, down;                   ///< 4 d_m x d_m, d_m x 4 d_m
};

/// Weights in the order query, key, value, output, up, down, each entry normal
/// with deviation scale / sqrt(inputs of its layer).
CloudBlock draw_block(std::size_t width, std::size_t heads, double scale, core::Generator& generator);

/// LayerNorm of each row, variance offset 1e-5.
core::Matrix normalized(const core::Matrix& X);
/// f(X) of the attention branch: heads, concatenation, output matrix.
core::Matrix attention_branch(const CloudBlock& block, const core::Matrix& X);
/// f(X) of the MLP, row by row: down GELU(up x).
core::Matrix mlp_branch(const CloudBlock& block, const core::Matrix& X);

/// X after one half-step.
core::Matrix half_step(const CloudBlock& block, const core::Matrix& X, bool attention);
/// Both half-steps.
core::Matrix apply_block(const CloudBlock& block, const core::Matrix& X);

// --- what is claimed of a block, measured ---
/// Moves one token by `by` along its first coordinate and returns the largest
/// change that a half-step then makes to the others' results: how much they know of it.
double leak(const CloudBlock& block, const core::Matrix& X, bool attention, std::size_t token, double by);
/// Largest |f(PX) - P f(X)|, P the reversal of the order.
double reversal_gap(const CloudBlock& block, const core::Matrix& X);
/// Largest |f(X) - X| with the output and down matrices set to 0: 0 when the
/// residual path is an identity.
double silenced_gap(const CloudBlock& block, const core::Matrix& X);

/// The same time `steps` s in steps of s, s/2, s/4.
struct Halving {
  double coarse = 0;  ///< largest |X_s - X_(s/2)|
  double fine = 0;    ///< largest |X_(s/2) - X_(s/4)|
  double order = 0;   ///< log2(coarse / fine); 0 when fine is rounding, below 1e-12
};
Halving halve_step(const CloudBlock& block, const core::Matrix& X, std::size_t steps);

// --- parameters ---
struct BlockCount {
  std::size_t attention = 0, attention_bias = 0;  ///< 4 d^2, 4 d
  std::size_t mlp = 0, mlp_bias = 0;              ///< 2 d m, m + d
  std::size_t norms = 0;                          ///< 4 d
  std::size_t total() const { return attention + attention_bias + mlp + mlp_bias + norms; }
};
/// Of a block of width d with m inside the MLP, biases and two LayerNorms as in the notebook.
BlockCount count_block(std::size_t width, std::size_t hidden);

struct ModelCount {
  std::size_t embedding = 0;   ///< V d
  BlockCount block;            ///< one of them
  std::size_t blocks = 0;      ///< with weights of their own
  std::size_t final_norm = 0;  ///< 2 d
  std::size_t head = 0;        ///< V d + V
  std::size_t total() const { return embedding + blocks * block.total() + final_norm + head; }
};
ModelCount count_model(const Config& config);

}  // namespace lab::model
