#include "core/heads.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "core/attention.h"
#include "core/product.h"

namespace lab::core {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> view(const Matrix& M) {
  return {M.data.data(), static_cast<Eigen::Index>(M.rows), static_cast<Eigen::Index>(M.cols)};
}

/// Columns first .. first + count - 1.
Matrix columns(const Matrix& M, std::size_t first, std::size_t count) {
  Matrix out(M.rows, count);
  for (std::size_t i = 0; i < M.rows; ++i)
    for (std::size_t c = 0; c < count; ++c) out(i, c) = M(i, first + c);
  return out;
}

Matrix piece(const MultiHead& in, const Matrix& W, std::size_t m) { return columns(W, m * in.head_width(), in.head_width()); }

/// W_O^(m).
Matrix mixing_rows(const MultiHead& in, std::size_t m) {
  Matrix out(in.head_width(), in.width());
  for (std::size_t i = 0; i < out.rows; ++i) std::ranges::copy(in.WO.row(m * in.head_width() + i), out.row(i).begin());
  return out;
}

}  // namespace

MultiHead draw_heads(Generator& draw, std::size_t n, std::size_t width, std::size_t heads) {
  assert(heads > 0 && width % heads == 0);
  MultiHead out{Matrix(n, width), Matrix(width, width), Matrix(width, width), Matrix(width, width), Matrix(width, width), heads};
  const double root = std::sqrt(static_cast<double>(width));
  for (Matrix* W : {&out.WQ, &out.WK, &out.WV, &out.WO}) {
    draw.standard_normal(W->data);
    for (double& w : W->data) w /= root;
  }
  draw.standard_normal(out.X.data);
  return out;
}

Head run_head(const MultiHead& in, std::size_t m) {
  SelfAttention one = self_attention(in.X, piece(in, in.WQ, m), piece(in, in.WK, m), piece(in, in.WV, m));
  Matrix part = product(one.output, mixing_rows(in, m));
  return {std::move(one.weights), std::move(one.output), std::move(part)};
}

Matrix concatenate_and_mix(const MultiHead& in, const std::vector<Head>& heads) {
  Matrix all(in.X.rows, in.width());
  for (std::size_t m = 0; m < heads.size(); ++m)
    for (std::size_t i = 0; i < all.rows; ++i)
      for (std::size_t c = 0; c < in.head_width(); ++c) all(i, m * in.head_width() + c) = heads[m].H(i, c);
  return product(all, in.WO);
}

Matrix sum_of_parts(const std::vector<Head>& heads) {
  Matrix out = heads.front().part;
  for (std::size_t m = 1; m < heads.size(); ++m)
    for (std::size_t i = 0; i < out.data.size(); ++i) out.data[i] += heads[m].part.data[i];
  return out;
}

Matrix head_form(const MultiHead& in, std::size_t m) { return product_transposed(piece(in, in.WQ, m), piece(in, in.WK, m)); }
Matrix full_form(const MultiHead& in) { return product_transposed(in.WQ, in.WK); }

std::vector<double> singular_values(const Matrix& M) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(view(M));
  return {svd.singularValues().data(), svd.singularValues().data() + svd.singularValues().size()};
}

double rank_threshold(const Matrix& M, const std::vector<double>& singular) {
  const double largest = singular.empty() ? 0.0 : singular.front();
  return static_cast<double>(std::max(M.rows, M.cols)) * std::numeric_limits<double>::epsilon() * largest;
}

std::size_t numerical_rank(const Matrix& M) {
  const std::vector<double> singular = singular_values(M);
  const double threshold = rank_threshold(M, singular);
  return static_cast<std::size_t>(std::ranges::count_if(singular, [&](double s) { return s > threshold; }));
}

std::vector<double> distances_to_rank(const Matrix& M) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(view(M), Eigen::ComputeThinU | Eigen::ComputeThinV);
  Eigen::MatrixXd rest = view(M);
  std::vector<double> out{rest.norm()};
  for (Eigen::Index r = 0; r < svd.singularValues().size(); ++r) {
    rest -= svd.singularValues()(r) * svd.matrixU().col(r) * svd.matrixV().col(r).transpose();
    out.push_back(rest.norm());
  }
  return out;
}

double predicted_distance(const std::vector<double>& singular, std::size_t r) {
  double sum = 0;
  for (std::size_t i = r; i < singular.size(); ++i) sum += singular[i] * singular[i];
  return std::sqrt(sum);
}

double frobenius_distance(const Matrix& A, const Matrix& B) {
  double sum = 0;
  for (std::size_t i = 0; i < A.data.size(); ++i) sum += (A.data[i] - B.data[i]) * (A.data[i] - B.data[i]);
  return std::sqrt(sum);
}

HeadCost head_cost(std::uint64_t n, std::uint64_t width, std::uint64_t heads) {
  const std::uint64_t a = width / heads;
  HeadCost out;
  for (std::uint64_t m = 0; m < heads; ++m) {
    out.parameters += 3 * width * a + a * width;       // W_Q, W_K, W_V and the rows of W_O
    out.projections += 3 * n * width * a + n * a * width;
    out.attention += n * n * a + n * n * a;            // scores, averages of the values
    out.maps += n * n;
    out.exponentials += n * n;                         // of the scores, in softmax
  }
  return out;
}

std::vector<std::size_t> divisors(std::size_t width) {
  std::vector<std::size_t> out;
  for (std::size_t h = 1; h <= width; ++h)
    if (width % h == 0) out.push_back(h);
  return out;
}

}  // namespace lab::core
