#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "model/config.h"

/// The layers of the model as on the board, each backward beside its forward:
/// plain loops over T = float or double, everything at every position. Nothing
/// here is fast; the fast kernels are held against it.
///
/// A gradient has the letter d: dy is the derivative of the loss by y. Backward
/// functions add to the derivatives of weights and return that of the input.
namespace lab::model::reference {

/// A matrix, row by row.
template <class T>
struct Table {
  std::size_t rows = 0, columns = 0;
  std::vector<T> values;

  Table() = default;
  Table(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c, T(0)) {}
  T& operator()(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  T operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
};

/// a + b, of one shape.
template <class T>
Table<T> sum(const Table<T>& a, const Table<T>& b);

/// y = x W^T + b: x is n x in, W out x in, b out, y n x out.
template <class T>
Table<T> linear(const Table<T>& x, const T* W, const T* b, std::size_t out);
/// dW += dy^T x, db += column sums of dy; returns dx = dy W.
template <class T>
Table<T> linear_backward(const Table<T>& dy, const Table<T>& x, const T* W, T* dW, T* db);

/// What a LayerNorm leaves behind.
template <class T>
struct NormPass {
  Table<T> hat;             ///< (x - mean) / sqrt(variance + 1e-5), row by row
  std::vector<T> inverse;   ///< 1 / sqrt(variance + 1e-5)
  Table<T> out;             ///< gamma * hat + beta
};
template <class T>
NormPass<T> layer_norm(const Table<T>& x, const T* gamma, const T* beta);
/// Returns dx; mean and variance depend on x too.
template <class T>
Table<T> layer_norm_backward(const Table<T>& dy, const NormPass<T>& pass, const T* gamma, T* dgamma, T* dbeta);

/// x Phi(x) with Phi the normal distribution (1 + erf(x / sqrt 2)) / 2.
template <class T>
Table<T> gelu(const Table<T>& x);
/// dx = dy (Phi(x) + x phi(x)).
template <class T>
Table<T> gelu_backward(const Table<T>& dy, const Table<T>& x);

/// Row-wise softmax.
template <class T>
Table<T> softmax(const Table<T>& S);
/// dS = P * (dP - row sums of P * dP).
template <class T>
Table<T> softmax_backward(const Table<T>& dP, const Table<T>& P);

/// One head, on its columns [first, first + d_a) of Q, K and V (n x d_m):
/// S = factor Q K^T, P = softmax(S), and P V into the same columns of `mix`.
template <class T>
void attend(const Table<T>& Q, const Table<T>& K, const Table<T>& V, std::size_t first, std::size_t d_a, T factor,
            Table<T>& S, Table<T>& P, Table<T>& mix);
/// The way back through one head, into its columns of dQ, dK and dV.
template <class T>
void attend_backward(const Table<T>& dmix, const Table<T>& Q, const Table<T>& K, const Table<T>& V,
                     const Table<T>& P, std::size_t first, std::size_t d_a, T factor, Table<T>& dQ, Table<T>& dK,
                     Table<T>& dV);

/// Sum over the rows asked for of weight * -log softmax(logits)[target]. With
/// `dlogits` (n x V, of zeros) also its derivative.
template <class T>
T cross_entropy(const Table<T>& logits, std::span<const std::uint32_t> rows, std::span<const Token> targets, T weight,
                Table<T>* dlogits);

/// The error function to within 2e-15, by its series without cancellation
/// (Abramowitz and Stegun 7.1.6).
double erf(double x);

}  // namespace lab::model::reference
