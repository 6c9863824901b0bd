#include "model/reference_layers.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/elementary.h"

namespace lab::model::reference {
namespace {

template <class T>
T exponential(T x) {
  return static_cast<T>(core::exp(static_cast<double>(x)));
}

double normal_distribution(double x) { return 0.5 * (1.0 + erf(x / std::numbers::sqrt2)); }
double normal_density(double x) { return core::exp(-0.5 * x * x) * std::numbers::inv_sqrtpi / std::numbers::sqrt2; }

}  // namespace

double erf(double x) {
  const double z = std::fabs(x);
  if (z > 6.0) return x < 0.0 ? -1.0 : 1.0;  // the rest is below 1e-16
  // erf z = 2/sqrt(pi) e^(-z^2) (z + 2 z^3/3 + 4 z^5/15 + ...): all terms positive.
  double term = z, total = z;
  for (int k = 1; term > 1e-18 * total; ++k) {
    term *= 2.0 * z * z / (2.0 * k + 1.0);
    total += term;
  }
  const double value = 2.0 * std::numbers::inv_sqrtpi * core::exp(-z * z) * total;
  return x < 0.0 ? -value : value;
}

template <class T>
Table<T> sum(const Table<T>& a, const Table<T>& b) {
  Table<T> c = a;
  for (std::size_t i = 0; i < c.values.size(); ++i) c.values[i] += b.values[i];
  return c;
}

template <class T>
Table<T> linear(const Table<T>& x, const T* W, const T* b, std::size_t out) {
  Table<T> y(x.rows, out);
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t j = 0; j < out; ++j) {
      T total = b[j];
      for (std::size_t k = 0; k < x.columns; ++k) total += x(i, k) * W[j * x.columns + k];
      y(i, j) = total;
    }
  return y;
}

template <class T>
Table<T> linear_backward(const Table<T>& dy, const Table<T>& x, const T* W, T* dW, T* db) {
  Table<T> dx(x.rows, x.columns);
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t j = 0; j < dy.columns; ++j) {
      db[j] += dy(i, j);
      for (std::size_t k = 0; k < x.columns; ++k) {
        dW[j * x.columns + k] += dy(i, j) * x(i, k);
        dx(i, k) += dy(i, j) * W[j * x.columns + k];
      }
    }
  return dx;
}

template <class T>
NormPass<T> layer_norm(const Table<T>& x, const T* gamma, const T* beta) {
  NormPass<T> pass{Table<T>(x.rows, x.columns), std::vector<T>(x.rows), Table<T>(x.rows, x.columns)};
  const T size = static_cast<T>(x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    T mean = 0, variance = 0;
    for (std::size_t j = 0; j < x.columns; ++j) mean += x(i, j) / size;
    for (std::size_t j = 0; j < x.columns; ++j) variance += (x(i, j) - mean) * (x(i, j) - mean) / size;
    pass.inverse[i] = T(1) / std::sqrt(variance + static_cast<T>(kLayerNormEpsilon));
    for (std::size_t j = 0; j < x.columns; ++j) {
      pass.hat(i, j) = (x(i, j) - mean) * pass.inverse[i];
      pass.out(i, j) = gamma[j] * pass.hat(i, j) + beta[j];
    }
  }
  return pass;
}

template <class T>
Table<T> layer_norm_backward(const Table<T>& dy, const NormPass<T>& pass, const T* gamma, T* dgamma, T* dbeta) {
  Table<T> dx(dy.rows, dy.columns);
  const T size = static_cast<T>(dy.columns);
  for (std::size_t i = 0; i < dy.rows; ++i) {
    // With dhat = gamma dy: dx = inverse (dhat - mean(dhat) - hat mean(dhat hat)).
    T mean = 0, along = 0;
    for (std::size_t j = 0; j < dy.columns; ++j) {
      const T dhat = gamma[j] * dy(i, j);
      mean += dhat / size;
      along += dhat * pass.hat(i, j) / size;
      dgamma[j] += dy(i, j) * pass.hat(i, j);
      dbeta[j] += dy(i, j);
    }
    for (std::size_t j = 0; j < dy.columns; ++j)
      dx(i, j) = pass.inverse[i] * (gamma[j] * dy(i, j) - mean - pass.hat(i, j) * along);
  }
  return dx;
}

template <class T>
Table<T> gelu(const Table<T>& x) {
  Table<T> y = x;
  for (T& v : y.values) v *= static_cast<T>(normal_distribution(static_cast<double>(v)));
  return y;
}

template <class T>
Table<T> gelu_backward(const Table<T>& dy, const Table<T>& x) {
  Table<T> dx = dy;
  for (std::size_t i = 0; i < x.values.size(); ++i) {
    const double v = static_cast<double>(x.values[i]);
    dx.values[i] *= static_cast<T>(normal_distribution(v) + v * normal_density(v));
  }
  return dx;
}

template <class T>
Table<T> softmax(const Table<T>& S) {
  Table<T> P(S.rows, S.columns);
  for (std::size_t i = 0; i < S.rows; ++i) {
    T highest = S(i, 0), total = 0;
    for (std::size_t j = 1; j < S.columns; ++j) highest = std::max(highest, S(i, j));
    for (std::size_t j = 0; j < S.columns; ++j) total += P(i, j) = exponential(S(i, j) - highest);
    for (std::size_t j = 0; j < S.columns; ++j) P(i, j) /= total;
  }
  return P;
}

template <class T>
Table<T> softmax_backward(const Table<T>& dP, const Table<T>& P) {
  Table<T> dS(P.rows, P.columns);
  for (std::size_t i = 0; i < P.rows; ++i) {
    T along = 0;
    for (std::size_t j = 0; j < P.columns; ++j) along += P(i, j) * dP(i, j);
    for (std::size_t j = 0; j < P.columns; ++j) dS(i, j) = P(i, j) * (dP(i, j) - along);
  }
  return dS;
}

template <class T>
void attend(const Table<T>& Q, const Table<T>& K, const Table<T>& V, std::size_t first, std::size_t d_a, T factor,
            Table<T>& S, Table<T>& P, Table<T>& mix) {
  const std::size_t n = Q.rows;
  S = Table<T>(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = first; k < first + d_a; ++k) S(i, j) += Q(i, k) * K(j, k);
      S(i, j) *= factor;
    }
  P = softmax(S);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = first; k < first + d_a; ++k) mix(i, k) += P(i, j) * V(j, k);
}

template <class T>
void attend_backward(const Table<T>& dmix, const Table<T>& Q, const Table<T>& K, const Table<T>& V,
                     const Table<T>& P, std::size_t first, std::size_t d_a, T factor, Table<T>& dQ, Table<T>& dK,
                     Table<T>& dV) {
  const std::size_t n = Q.rows;
  Table<T> dP(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = first; k < first + d_a; ++k) {
        dV(j, k) += P(i, j) * dmix(i, k);
        dP(i, j) += dmix(i, k) * V(j, k);
      }
  const Table<T> dS = softmax_backward(dP, P);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = first; k < first + d_a; ++k) {
        dQ(i, k) += factor * dS(i, j) * K(j, k);
        dK(j, k) += factor * dS(i, j) * Q(i, k);
      }
}

template <class T>
T cross_entropy(const Table<T>& logits, std::span<const std::uint32_t> rows, std::span<const Token> targets, T weight,
                Table<T>* dlogits) {
  const Table<T> p = softmax(logits);
  T loss = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::size_t i = rows[r];
    loss -= weight * static_cast<T>(core::log(static_cast<double>(p(i, targets[r]))));
    if (dlogits == nullptr) continue;
    for (std::size_t j = 0; j < logits.columns; ++j) (*dlogits)(i, j) += weight * p(i, j);
    (*dlogits)(i, targets[r]) -= weight;
  }
  return loss;
}

// Each layer for both kinds of numbers.
#define LAB_REFERENCE_LAYERS(T)                                                                                    \
  template Table<T> sum(const Table<T>&, const Table<T>&);                                                         \
  template Table<T> linear(const Table<T>&, const T*, const T*, std::size_t);                                      \
  template Table<T> linear_backward(const Table<T>&, const Table<T>&, const T*, T*, T*);                           \
  template NormPass<T> layer_norm(const Table<T>&, const T*, const T*);                                            \
  template Table<T> layer_norm_backward(const Table<T>&, const NormPass<T>&, const T*, T*, T*);                    \
  template Table<T> gelu(const Table<T>&);                                                                         \
  template Table<T> gelu_backward(const Table<T>&, const Table<T>&);                                               \
  template Table<T> softmax(const Table<T>&);                                                                      \
  template Table<T> softmax_backward(const Table<T>&, const Table<T>&);                                            \
  template void attend(const Table<T>&, const Table<T>&, const Table<T>&, std::size_t, std::size_t, T, Table<T>&,  \
                       Table<T>&, Table<T>&);                                                                      \
  template void attend_backward(const Table<T>&, const Table<T>&, const Table<T>&, const Table<T>&,                \
                                const Table<T>&, std::size_t, std::size_t, T, Table<T>&, Table<T>&, Table<T>&);    \
  template T cross_entropy(const Table<T>&, std::span<const std::uint32_t>, std::span<const Token>, T, Table<T>*);
LAB_REFERENCE_LAYERS(float)
LAB_REFERENCE_LAYERS(double)
#undef LAB_REFERENCE_LAYERS

}  // namespace lab::model::reference
