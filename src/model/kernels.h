#pragma once
#include <cstddef>
#include <span>

/// Fast float32 kernels, written to give the same bits in
/// every build: each entry of a product is summed over k in order, one product
/// and one addition at a time, whatever the tiling; sums across lanes have one
/// fixed order; exp and erf are our own.
namespace lab::model {

/// A matrix, or the transpose of one: entry (i, j) at
/// data[i * row_step + j * column_step].
struct View {
  const float* data = nullptr;
  std::size_t row_step = 0;
  std::size_t column_step = 1;

  View transposed() const { return {data, column_step, row_step}; }
  View from_row(std::size_t i) const { return {data + i * row_step, row_step, column_step}; }
};
inline View rows_of(const float* data, std::size_t columns) { return {data, columns, 1}; }

/// C = A B, or C += A B with `add`. A is m x k, B k x n, C m x n with rows
/// `c_step` apart. C must not overlap A or B. No allocation.
void gemm(std::size_t m, std::size_t n, std::size_t k, View a, View b, float* c, std::size_t c_step, bool add);

/// The same with B laid out by pack(): for weights that are used many times.
void gemm_packed(std::size_t m, std::size_t n, std::size_t k, View a, const float* packed, float* c,
                 std::size_t c_step, bool add);
/// Floats needed by pack() for a k x n matrix.
std::size_t packed_size(std::size_t k, std::size_t n);
void pack(std::size_t k, std::size_t n, View b, float* packed);

/// Every row of C (m x n, rows c_step apart) becomes `row`.
void fill_rows(std::size_t m, std::size_t n, const float* row, float* c, std::size_t c_step);
/// sums[j] += sum over i of A[i, j]; A is m x n, rows a_step apart.
void add_column_sums(std::size_t m, std::size_t n, const float* a, std::size_t a_step, float* sums);

/// Each of the `rows` rows of S (n entries, rows `step` apart) becomes
/// softmax(factor * row), by the shifted exponentials.
void softmax_rows(std::size_t rows, std::size_t n, float factor, float* s, std::size_t step);

/// For int8: each row s of S becomes e^(factor * (s - max s)), and
/// inverse_sums[i] 1 / (sum of row i): softmax is their product. Relative error
/// of an entry under 4e-6 plus 3e-7 times the size of its exponent; entries
/// below e^-87 are held there.
void exp_rows_short(std::size_t rows, std::size_t n, float factor, float* s, std::size_t step, float* inverse_sums);

/// From dP to dS, both rows x n: dS = factor P * (dP - rowsum(P * dP)), in place.
void softmax_backward(std::size_t rows, std::size_t n, float factor, const float* p, float* dp);

/// x becomes x Phi(x); `slope`, when not null, gets its derivative
/// Phi(x) + x phi(x). Absolute error about 1e-7 times max(1, |x|).
void gelu(std::size_t n, float* x, float* slope);

/// For int8: x becomes x Phi(x), absolute error under 5e-5.
void gelu_short(std::size_t n, float* x);

/// y = gamma * xhat + beta with xhat = (x - mean) / sqrt(variance + 1e-5), row
/// by row: x, y, xhat are rows x n; `inverse` gets 1 / sqrt(...) per row.
/// xhat and inverse may be null.
void layer_norm(std::size_t rows, std::size_t n, const float* x, const float* gamma, const float* beta, float* y,
                float* xhat, float* inverse);
/// dx += the gradient of layer_norm, given dy, xhat and inverse; dgamma and
/// dbeta are added to.
void layer_norm_backward(std::size_t rows, std::size_t n, const float* dy, const float* xhat, const float* inverse,
                         const float* gamma, float* dx, float* dgamma, float* dbeta);

/// e^x for one number, with the bits of the kernels above. Relative error about
/// 1e-7; 0 below -87, at most 2^127 or so above 88.
float exp32(float x);

}  // namespace lab::model
