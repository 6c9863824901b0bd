#pragma once
#include <span>
#include <vector>

#include "model/reference_layers.h"
#include "model/weights.h"

/// The whole model as on the board, with every intermediate value kept and the
/// gradient beside it. Source: course notebook, sections 3 to 6.
namespace lab::model::reference {

/// One block. n x d_m where nothing else is said; the heads lie side by side,
/// head m in the columns [m d_a, (m + 1) d_a).
template <class T>
struct BlockPass {
  Table<T> before;                ///< X, the residual stream
  NormPass<T> ln1;
  Table<T> Q, K, V;
  std::vector<Table<T>> scores;   ///< per head, n x n, divided by sqrt(d_a) where the model does
  std::vector<Table<T>> maps;     ///< per head, n x n, rows sum to 1
  Table<T> mix;                   ///< P V of all heads
  Table<T> middle;                ///< X + attention, the stream between the halves
  NormPass<T> ln2;
  Table<T> up, active;            ///< n x m, before and behind GELU
  Table<T> after;                 ///< X + attention + MLP
};

template <class T>
struct Pass {
  std::vector<Token> tokens;
  Table<T> start;                 ///< embedding + positions, n x d_m
  std::vector<BlockPass<T>> blocks;
  NormPass<T> ln;                 ///< final LayerNorm
  Table<T> logits;                ///< n x V, at all positions
};

template <class T>
class Reference {
 public:
  explicit Reference(const Weights& weights);

  /// All numbers in the order of weights.layout; may be changed.
  std::vector<T>& values() { return values_; }
  const Layout& layout() const { return layout_; }

  /// Tokens are below V, 1 to n of them. Without `positions`, pe counts as 0.
  Pass<T> forward(std::span<const Token> tokens, bool positions = true) const;
  /// One block alone, on any residual stream: for applying it again and again.
  BlockPass<T> block(std::size_t b, const Table<T>& X) const;

  /// Derivative of the loss by all trained numbers (layout.trained of them),
  /// given that by the logits.
  std::vector<T> backward(const Pass<T>& pass, const Table<T>& dlogits) const;

 private:
  Table<T> block_backward(std::size_t b, const BlockPass<T>& t, const Table<T>& dX, std::vector<T>& g) const;
  Table<T> attention_backward(std::size_t b, const BlockPass<T>& t, const Table<T>& dY, std::vector<T>& g) const;
  const T* at(std::size_t offset) const { return values_.data() + offset; }
  T factor() const;

  Config config_;
  Layout layout_;
  std::vector<T> values_;
};

extern template class Reference<float>;
extern template class Reference<double>;

}  // namespace lab::model::reference
