#include "core/positions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/elementary.h"
#include "core/product.h"
#include "core/vec.h"

namespace lab::core {
namespace {

/// |angle| brought into [0, pi].
double around(double angle) {
  constexpr double kTurn = 2 * std::numbers::pi;
  return std::fabs(angle - kTurn * std::round(angle / kTurn));
}

double root(std::size_t d) { return std::sqrt(static_cast<double>(d)); }

}  // namespace

std::vector<double> clock_speeds(std::size_t d_m, double base) {
  std::vector<double> speeds(d_m / 2);
  const double log_base = log(base), width = static_cast<double>(d_m);
  for (std::size_t k = 0; k < speeds.size(); ++k) speeds[k] = exp(-2.0 * static_cast<double>(k) / width * log_base);
  return speeds;
}

void position_row(std::span<const double> speeds, double p, std::span<double> out) {
  for (std::size_t k = 0; k < speeds.size(); ++k) {
    const SinCos at = sincos(speeds[k] * p);
    out[2 * k] = at.sin;
    out[2 * k + 1] = at.cos;
  }
}

Matrix position_table(std::span<const double> speeds, std::size_t n) {
  Matrix table(n, 2 * speeds.size());
  for (std::size_t p = 0; p < n; ++p) position_row(speeds, static_cast<double>(p), table.row(p));
  return table;
}

Matrix shift_matrix(std::span<const double> speeds, double offset) {
  Matrix M(2 * speeds.size(), 2 * speeds.size());
  for (std::size_t k = 0; k < speeds.size(); ++k) {
    const SinCos turn = sincos(speeds[k] * offset);
    M(2 * k, 2 * k) = M(2 * k + 1, 2 * k + 1) = turn.cos;
    M(2 * k, 2 * k + 1) = turn.sin;
    M(2 * k + 1, 2 * k) = -turn.sin;
  }
  return M;
}

double shift_error(std::span<const double> speeds, std::size_t n, double offset) {
  const Matrix M = shift_matrix(speeds, offset);
  std::vector<double> here(M.rows), there(M.rows), moved(M.rows);
  double most = 0;
  for (std::size_t p = 0; p < n; ++p) {
    position_row(speeds, static_cast<double>(p), here);
    position_row(speeds, static_cast<double>(p) + offset, there);
    apply(M, here, moved);
    for (std::size_t c = 0; c < moved.size(); ++c) most = std::max(most, std::fabs(moved[c] - there[c]));
  }
  return most;
}

Matrix position_scores(const Matrix& table) {
  Matrix S = product_transposed(table, table);
  for (double& s : S.data) s /= static_cast<double>(table.cols);
  return S;
}

double offset_score(std::span<const double> speeds, double offset) {
  double sum = 0;
  for (const double w : speeds) sum += cos(w * offset);
  return sum / static_cast<double>(2 * speeds.size());
}

std::size_t first_rise(std::span<const double> scores, double noise) {
  for (std::size_t o = 0; o + 1 < scores.size(); ++o)
    if (scores[o + 1] > scores[o] + noise) return o;
  return scores.size();
}

double offset_spread(const Matrix& S) {
  double most = 0;
  // Both ends of each diagonal: those that begin in row 0, and those in column 0.
  for (std::size_t start = 0; start < S.rows; ++start)
    for (const bool upper : {true, false}) {
      double low = upper ? S(0, start) : S(start, 0), high = low;
      for (std::size_t i = 0; start + i < S.rows; ++i) {
        const double s = upper ? S(i, start + i) : S(start + i, i);
        low = std::min(low, s);
        high = std::max(high, s);
      }
      most = std::max(most, high - low);
    }
  return most;
}

void rotate(std::span<const double> speeds, double p, std::span<const double> x, std::span<double> out) {
  for (std::size_t k = 0; k < speeds.size(); ++k) {
    const SinCos turn = sincos(speeds[k] * p);
    const double a = x[2 * k], b = x[2 * k + 1];
    out[2 * k] = a * turn.cos - b * turn.sin;
    out[2 * k + 1] = a * turn.sin + b * turn.cos;
  }
}

Matrix rotary_scores(std::span<const double> speeds, std::size_t n, std::span<const double> q,
                     std::span<const double> k) {
  Matrix queries(n, q.size()), keys(n, k.size());
  for (std::size_t p = 0; p < n; ++p) {
    rotate(speeds, static_cast<double>(p), q, queries.row(p));
    rotate(speeds, static_cast<double>(p), k, keys.row(p));
  }
  Matrix S = product_transposed(queries, keys);
  for (double& s : S.data) s /= root(q.size());
  return S;
}

double rotary_score(std::span<const double> speeds, double offset, std::span<const double> q,
                    std::span<const double> k) {
  std::vector<double> turned(k.size());
  rotate(speeds, offset, k, turned);
  return dot(q, turned) / root(q.size());
}

AddedScores added_scores(const Matrix& table, std::span<const double> q, std::span<const double> k) {
  Matrix queries = table, keys = table;
  AddedScores out;
  for (std::size_t p = 0; p < table.rows; ++p) {
    for (std::size_t c = 0; c < table.cols; ++c) {
      queries(p, c) += q[c];
      keys(p, c) += k[c];
    }
    out.query_place.push_back(dot(table.row(p), k) / root(table.cols));
    out.key_place.push_back(dot(q, table.row(p)) / root(table.cols));
  }
  out.total = product_transposed(queries, keys);
  for (double& s : out.total.data) s /= root(table.cols);
  return out;
}

Matrix AddedScores::without_cross() const {
  Matrix out = total;
  for (std::size_t p = 0; p < out.rows; ++p)
    for (std::size_t j = 0; j < out.cols; ++j) out(p, j) -= query_place[p] + key_place[j];
  return out;
}

double covered_share(double speed, std::size_t window) {
  return window == 0 ? 0.0 : std::min(1.0, speed * static_cast<double>(window - 1) / (2 * std::numbers::pi));
}

double nearest_phase(double speed, std::size_t p, std::size_t window) {
  double least = std::numbers::pi;
  for (std::size_t j = 0; j < window; ++j)
    least = std::min(least, around(speed * (static_cast<double>(p) - static_cast<double>(j))));
  return least;
}

double farthest_new_phase(double speed, std::size_t window, std::size_t n) {
  double most = 0;
  for (std::size_t p = window; p < n; ++p) most = std::max(most, nearest_phase(speed, p, window));
  return most;
}

std::vector<double> nearest_trained(const Matrix& scores, std::size_t window) {
  std::vector<double> out;
  for (std::size_t p = 0; p < scores.rows; ++p) {
    double most = -1;
    for (std::size_t j = 0; j < std::min(window, scores.cols); ++j) most = std::max(most, 2 * scores(p, j));
    out.push_back(most);
  }
  return out;
}

}  // namespace lab::core
