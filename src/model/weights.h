#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/generator.h"
#include "model/config.h"

/// The numbers of a model: one flat array, and where each tensor lies in it.
namespace lab::model {

/// A tensor by its name in PyTorch's state_dict of the course's class.
struct Tensor {
  std::string name;
  std::vector<std::size_t> shape;  ///< one or two axes
  std::size_t offset = 0;          ///< in the flat array
  std::size_t size = 0;
};

/// y = x W^T + b with W of out x in.
struct Linear {
  std::size_t weight = 0, bias = 0;  ///< offsets
  std::size_t out = 0, in = 0;
};

/// gamma and beta of a LayerNorm over d_m entries.
struct Norm {
  std::size_t weight = 0, bias = 0;  ///< offsets
};

/// One pre-LN block: X + attention(ln1(X)), then X + mlp(ln2(X)).
struct Block {
  Norm ln1, ln2;
  Linear qkv;   ///< rows of W: d_m for the queries of all heads, then keys, then values
  Linear out;
  Linear up;    ///< mlp.0
  Linear down;  ///< mlp.2
};

/// Where everything lies. What is trained comes first, the positions `pe`
/// (n x d_m, fixed) last.
struct Layout {
  std::size_t embedding = 0;  ///< V x d_m
  std::vector<Block> blocks;  ///< L; with shared weights all the same, and their tensors there once
  Norm ln;
  Linear head;
  std::size_t positions = 0;  ///< pe
  std::size_t trained = 0;    ///< numbers before pe
  std::size_t total = 0;
  std::vector<Tensor> tensors;
};
Layout make_layout(const Config& config);

struct Weights {
  Config config;
  Layout layout;
  std::vector<float> values;

  std::span<const float> tensor(const Tensor& t) const { return {values.data() + t.offset, t.size}; }
  std::span<const float> trained() const { return {values.data(), layout.trained}; }
  std::span<float> trained() { return {values.data(), layout.trained}; }
};

/// All zero, with the layout of `config`, which must pass check().
Weights zero_weights(const Config& config);

/// A fresh model, distributed as PyTorch's defaults for the course's class:
/// embedding N(0, 1); weights and biases of linear layers uniform within
/// 1 / sqrt(in); LayerNorms 1 and 0. Same seed, same bits everywhere.
/// `positions` false leaves pe at 0 (exercise 2).
Weights initial_weights(const Config& config, core::Generator& generator, bool positions = true);

/// The same numbers with another number of applications of the one block.
/// `weights` must have shared blocks; `layers` from 1 to 64.
Weights with_applications(const Weights& weights, std::size_t layers);

/// PE[p, 2k] = sin(w_k p), PE[p, 2k+1] = cos(w_k p), w_k = 10000^(-2k/d_m)
/// (notebook section 4), n x d_m.
std::vector<float> sinusoidal_positions(std::size_t n, std::size_t width);

/// FNV-1a over the bits of the float32 numbers, four bytes each, low first.
std::uint64_t fingerprint(std::span<const float> values);

}  // namespace lab::model
