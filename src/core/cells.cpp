#include "core/cells.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/elementary.h"
#include "core/vec.h"

namespace lab::core {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double quadratic(std::span<const double> x, const Matrix& B) {
  std::vector<double> direction(x.size());
  apply(B, x, direction);
  return dot(direction, x);
}

/// Corners one after another, a repeated one once.
class Corners {
 public:
  explicit Corners(std::size_t most) : data_(2 * most) {}
  void add(double x, double y) {
    if (size_ > 0 && data_[size_ - 2] == x && data_[size_ - 1] == y) return;
    data_[size_++] = x;
    data_[size_++] = y;
  }
  /// The last as the first does not count.
  Matrix polygon() {
    while (size_ > 2 && data_[size_ - 2] == data_[0] && data_[size_ - 1] == data_[1]) size_ -= 2;
    Matrix out(size_ / 2, 2);  // no larger than it is: 500 cells with room for all corners would fill 8 MB
    std::copy(data_.begin(), data_.begin() + static_cast<std::ptrdiff_t>(size_), out.data.begin());
    return out;
  }

 private:
  std::vector<double> data_;
  std::size_t size_ = 0;
};

/// B^T (v - w): <B x, v - w> >= 0 is <this, x> >= 0.
std::array<double, 2> dividing_normal(std::span<const double> v, std::span<const double> w, const Matrix& B) {
  const double dx = v[0] - w[0], dy = v[1] - w[1];
  return {B(0, 0) * dx + B(1, 0) * dy, B(0, 1) * dx + B(1, 1) * dy};
}

/// <B x, v_j> of all j, coordinate by coordinate so that it runs in lanes; each sum in the order of dot().
class Scores {
 public:
  Scores(const Matrix& V, const Matrix& B) : B_(B), columns_(V.cols, V.rows), direction_(V.cols), score_(V.rows) {
    for (std::size_t j = 0; j < V.rows; ++j)
      for (std::size_t c = 0; c < V.cols; ++c) columns_(c, j) = V(j, c);
  }
  std::span<const double> operator()(std::span<const double> x) {
    apply(B_, x, direction_);
    std::fill(score_.begin(), score_.end(), 0.0);
    double* score = score_.data();
    for (std::size_t c = 0; c < direction_.size(); ++c) {
      const double* column = columns_.row(c).data();
      const double along = direction_[c];
      for (std::size_t j = 0; j < score_.size(); ++j) score[j] += along * column[j];
    }
    return score_;
  }

 private:
  const Matrix& B_;
  Matrix columns_;
  std::vector<double> direction_, score_;
};

CellOf best_of(std::span<const double> scores) {
  CellOf found;
  double best = -kInfinity, second = -kInfinity;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const double score = scores[j];
    found.size = std::max(found.size, std::abs(score));
    if (score > best) {
      second = best;
      best = score;
      found.vertex = static_cast<std::uint32_t>(j);
    } else {
      second = std::max(second, score);
    }
  }
  found.margin = best - second;
  return found;
}

/// The margin of vertex i over the others: 0 at most where it does not attend to itself alone.
double own_margin(std::span<const double> scores, std::size_t i, double& size) {
  double margin = kInfinity;
  size = 0.0;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    size = std::max(size, std::abs(scores[j]));
    if (j != i) margin = std::min(margin, scores[i] - scores[j]);
  }
  return margin;
}

}  // namespace

Matrix rows_of(const Matrix& Z, std::span<const std::uint32_t> indices) {
  Matrix out(indices.size(), Z.cols);
  for (std::size_t r = 0; r < indices.size(); ++r) std::ranges::copy(Z.row(indices[r]), out.row(r).begin());
  return out;
}

double power(std::span<const double> x, std::span<const double> v, const Matrix& B) {
  std::vector<double> difference(x.size());
  for (std::size_t c = 0; c < x.size(); ++c) difference[c] = x[c] - v[c];
  return quadratic(difference, B) - quadratic(v, B);
}

CellOf cell_of(std::span<const double> x, const Matrix& V, const Matrix& B) {
  assert(V.rows > 0 && x.size() == V.cols);
  std::vector<double> direction(V.cols), scores(V.rows);
  apply(B, x, direction);
  for (std::size_t j = 0; j < V.rows; ++j) scores[j] = dot(direction, V.row(j));
  return best_of(scores);
}

Genericity genericity(const Matrix& Z, const Matrix& V, const Matrix& B) {
  Genericity out;
  out.vertex_margin = out.token_margin = kInfinity;
  out.g1 = out.g2 = true;
  Scores scores(V, B);
  for (std::size_t i = 0; i < V.rows; ++i) {
    double size = 0.0;
    const double margin = own_margin(scores(V.row(i)), i, size);
    out.g1 = out.g1 && margin > kMarginTolerance * size;
    if (margin < out.vertex_margin) {
      out.vertex_margin = margin;
      out.worst_vertex = static_cast<std::uint32_t>(i);
    }
  }
  for (std::size_t i = 0; i < Z.rows; ++i) {
    const CellOf cell = best_of(scores(Z.row(i)));
    out.sigma.push_back(cell.vertex);
    out.g2 = out.g2 && cell.margin > kMarginTolerance * cell.size;
    if (cell.margin < out.token_margin) {
      out.token_margin = cell.margin;
      out.worst_token = static_cast<std::uint32_t>(i);
    }
  }
  return out;
}

Matrix clip2(const Matrix& polygon, std::span<const double> normal) {
  assert(normal.size() == 2 && (polygon.rows == 0 || polygon.cols == 2));
  const std::size_t m = polygon.rows;
  const double* corner = polygon.data.data();
  std::vector<double> side(m);
  for (std::size_t i = 0; i < m; ++i) side[i] = normal[0] * corner[2 * i] + normal[1] * corner[2 * i + 1];
  Corners out(2 * m);
  for (std::size_t i = 0; i < m; ++i) {
    const std::size_t next = i + 1 == m ? 0 : i + 1;
    const double *a = corner + 2 * i, *b = corner + 2 * next;
    if (side[i] >= 0.0) out.add(a[0], a[1]);
    if ((side[i] > 0.0 && side[next] < 0.0) || (side[i] < 0.0 && side[next] > 0.0)) {
      const double s = side[i] / (side[i] - side[next]);
      out.add(a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]));
    }
  }
  return out.polygon();
}

std::vector<Matrix> cells2(const Matrix& V, const Matrix& B) {
  assert(V.rows == 0 || V.cols == 2);
  std::vector<Matrix> cells;
  cells.reserve(V.rows);
  for (std::size_t i = 0; i < V.rows; ++i) {
    const std::size_t after = i + 1 == V.rows ? 0 : i + 1, before = i == 0 ? V.rows - 1 : i - 1;
    const Matrix half = clip2(V, dividing_normal(V.row(i), V.row(after), B));
    cells.push_back(clip2(half, dividing_normal(V.row(i), V.row(before), B)));
  }
  return cells;
}

double area2(const Matrix& polygon) {
  double twice = 0.0;
  if (polygon.rows < 3) return twice;
  const double ox = polygon(0, 0), oy = polygon(0, 1);
  for (std::size_t i = 1; i + 1 < polygon.rows; ++i)
    twice += (polygon(i, 0) - ox) * (polygon(i + 1, 1) - oy) - (polygon(i, 1) - oy) * (polygon(i + 1, 0) - ox);
  return 0.5 * twice;
}

std::vector<double> straight_line(std::span<const double> x0, std::span<const double> v, double p) {
  assert(x0.size() == v.size());
  std::vector<double> x(x0.size());
  for (std::size_t c = 0; c < x.size(); ++c) x[c] = p * x0[c] + (1.0 - p) * v[c];
  return x;
}

double ode_remaining(double t) { return exp(-t); }

double euler_deviation(double gamma) {
  assert(gamma > 0.0 && gamma < 1.0);
  const double excess = -log1p(-gamma) / gamma - 1.0;  // a - 1
  if (!(excess > 0.0)) return 0.0;                     // gamma next to nothing
  return exp(-log1p(excess) / excess) * (excess / (1.0 + excess));
}

}  // namespace lab::core
