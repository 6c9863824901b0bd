#include "core/slow_softmax.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "core/vec.h"

namespace lab::core {
namespace {

double largest(const std::vector<double>& x) {
  double most = 0.0;
  for (const double v : x) most = std::max(most, std::abs(v));
  return most;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  for (std::size_t e = 0; e < a.size(); ++e) most = std::max(most, std::abs(a[e] - b[e]));
  return most;
}

/// D of places with counts: m x d, one after another. `weights` has room for m.
void drift_of(std::span<const double> x, std::span<const double> count, double gamma, double beta,
              std::span<double> weights, std::span<double> out) {
  const std::size_t m = count.size(), d = x.size() / m;
  for (std::size_t i = 0; i < m; ++i) {
    double best = -std::numeric_limits<double>::infinity(), sum = 0.0;
    for (std::size_t j = 0; j < m; ++j) {
      weights[j] = dot(x.subspan(i * d, d), x.subspan(j * d, d));
      best = std::max(best, weights[j]);
    }
    for (std::size_t j = 0; j < m; ++j) sum += weights[j] = count[j] * exp(beta * (weights[j] - best));
    for (std::size_t c = 0; c < d; ++c) {
      double pull = 0.0;
      for (std::size_t j = 0; j < m; ++j) pull += weights[j] * (x[j * d + c] - x[i * d + c]);
      out[i * d + c] = gamma * (pull / sum);
    }
  }
}

}  // namespace

SlowSoftmax::SlowSoftmax(const Matrix& Z, double gamma, double beta)
    : d_(Z.cols), gamma_(gamma), beta_(beta), size_(largest(Z.data)), x_(Z.data), count_(Z.rows, 1.0), place_(Z.rows) {
  assert(Z.rows > 0 && gamma > 0.0 && gamma <= 1.0 && beta >= 0.0);
  for (std::size_t i = 0; i < Z.rows; ++i) place_[i] = static_cast<std::uint32_t>(i);
  merge();
}

Matrix SlowSoftmax::tokens() const {
  Matrix Z(place_.size(), d_);
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t c = 0; c < d_; ++c) Z(i, c) = x_[place_[i] * d_ + c];
  return Z;
}

void SlowSoftmax::drift(const State& x, State& out) {
  out.resize(x.size());
  weights_.resize(count_.size());
  drift_of(x, count_, gamma_, beta_, weights_, out);
  work_ += count_.size() * count_.size();
}

void SlowSoftmax::field(const State& x, State& out) {
  drift(x, d0_);
  moved_ = x;
  for (std::size_t e = 0; e < x.size(); ++e) moved_[e] += d0_[e];
  drift(moved_, d1_);
  for (std::size_t e = 0; e < x.size(); ++e) moved_[e] += d1_[e];
  drift(moved_, d2_);
  out.resize(x.size());
  for (std::size_t e = 0; e < x.size(); ++e)
    out[e] = d0_[e] - 0.5 * (d1_[e] - d0_[e]) + (d2_[e] - 2.0 * d1_[e] + d0_[e]) / 3.0;
}

SlowSoftmax::State SlowSoftmax::runge_kutta(const State& x, double steps) {
  State k1, k2, k3, k4, at(x.size());
  const auto along = [&](const State& k, double h) -> const State& {
    for (std::size_t e = 0; e < x.size(); ++e) at[e] = x[e] + h * k[e];
    return at;
  };
  field(x, k1);
  field(along(k1, 0.5 * steps), k2);
  field(along(k2, 0.5 * steps), k3);
  field(along(k3, steps), k4);
  for (std::size_t e = 0; e < x.size(); ++e) at[e] = x[e] + steps / 6.0 * (k1[e] + 2.0 * k2[e] + 2.0 * k3[e] + k4[e]);
  return at;
}

SlowSoftmax::State SlowSoftmax::two_halves(const State& x, double steps, double& error) {
  const State whole = runge_kutta(x, steps);
  State halves = runge_kutta(runge_kutta(x, 0.5 * steps), 0.5 * steps);
  error = largest_difference(whole, halves) / 15.0;
  for (std::size_t e = 0; e < x.size(); ++e) halves[e] += (halves[e] - whole[e]) / 15.0;
  return halves;
}

bool SlowSoftmax::leap(std::uint64_t left, Watch* watch) {
  const double limit = kTolerance * size_;
  double steps = std::floor(std::min(static_cast<double>(left), suggested_));
  while (steps >= static_cast<double>(kShortestLeap)) {
    double error = 0.0;
    State next = two_halves(x_, steps, error);
    const double by = error > 0.0 ? 0.9 * exp(0.2 * log(limit / error)) : 5.0;
    if (!(error <= limit)) {  // not for NaN either
      suggested_ = steps * std::clamp(by, 0.1, 0.8);
      steps = std::floor(suggested_);
      continue;
    }
    if (steps >= std::floor(suggested_) || by < 1.0) suggested_ = steps * std::clamp(by, 0.2, 5.0);
    if (watch != nullptr && !watch->first && away(next, *watch)) {
      double low = 0.0, high = steps;
      while (high - low > 1.0) {
        const double middle = std::floor(0.5 * (low + high));
        (away(two_halves(x_, middle, error), *watch) ? high : low) = middle;
      }
      watch->first = time_ + static_cast<std::uint64_t>(high);
    }
    x_ = std::move(next);
    time_ += static_cast<std::uint64_t>(steps);
    return true;
  }
  suggested_ = std::max(suggested_, 2.0 * static_cast<double>(kShortestLeap));
  return false;
}

void SlowSoftmax::merge() {
  const double near = kMerge * size_;
  for (std::size_t i = 0; i < count_.size(); ++i)
    for (std::size_t j = i + 1; j < count_.size();) {
      const std::span<double> a(x_.data() + i * d_, d_), b(x_.data() + j * d_, d_);
      if (distance(a, b) > near) {
        ++j;
        continue;
      }
      // The mean, but the same bits where the two are the same.
      for (std::size_t c = 0; c < d_; ++c) a[c] += count_[j] / (count_[i] + count_[j]) * (b[c] - a[c]);
      count_[i] += count_[j];
      count_.erase(count_.begin() + static_cast<std::ptrdiff_t>(j));
      x_.erase(x_.begin() + static_cast<std::ptrdiff_t>(j * d_),
               x_.begin() + static_cast<std::ptrdiff_t>((j + 1) * d_));
      for (std::uint32_t& p : place_) p = p == j ? static_cast<std::uint32_t>(i) : p > j ? p - 1 : p;
    }
}

bool SlowSoftmax::away(const State& x, const Watch& watch) const {
  for (std::size_t i = 0; i < place_.size(); ++i)
    if (distance({x.data() + place_[i] * d_, d_}, watch.homes.row(i)) > watch.radius) return true;
  return false;
}

void SlowSoftmax::look(Watch* watch) const {
  if (watch != nullptr && !watch->first && away(x_, *watch)) watch->first = time_;
}

bool SlowSoftmax::advance(std::uint64_t t, std::uint64_t most, Watch* watch) {
  look(watch);
  while (time_ < t) {
    if (work_ >= most) return false;
    drift(x_, d0_);
    if (largest(d0_) == 0.0) {
      time_ = t;
      break;
    }
    State next = x_;
    for (std::size_t e = 0; e < x_.size(); ++e) next[e] += d0_[e];
    if (plain_ == 0 && t - time_ > kShortestLeap) {
      drift(next, d1_);
      const bool slow = largest_difference(d0_, d1_) <= kSlow * largest(d0_);
      if (slow && leap(t - time_, watch)) continue;
      plain_ = kShortestLeap / 2;
    }
    if (plain_ > 0) --plain_;
    x_ = std::move(next);
    ++time_;
    merge();
    look(watch);
  }
  return true;
}

double drift_time(const Matrix& Z, const Matrix& homes, double gamma, double beta, double radius) {
  constexpr std::size_t kIntervals = 64;
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const std::size_t d = Z.cols;
  std::vector<double> place, home, count;
  for (std::size_t i = 0; i < Z.rows; ++i) {
    std::size_t j = 0;
    while (j < count.size() && !(std::equal(Z.row(i).begin(), Z.row(i).end(), place.begin() + j * d) &&
                                 std::equal(homes.row(i).begin(), homes.row(i).end(), home.begin() + j * d)))
      ++j;
    if (j < count.size()) {
      count[j] += 1.0;
      continue;
    }
    place.insert(place.end(), Z.row(i).begin(), Z.row(i).end());
    home.insert(home.end(), homes.row(i).begin(), homes.row(i).end());
    count.push_back(1.0);
  }
  std::vector<double> U(place.size()), now(U.size()), x(U.size()), weights(count.size());
  drift_of(place, count, gamma, beta, weights, U);
  double end = kNever, square = 0.0;
  for (std::size_t j = 0; j < count.size(); ++j) {  // |place - home + s u| = radius
    double uu = 0.0, gu = 0.0, gg = 0.0;
    for (std::size_t c = 0; c < d; ++c) {
      const double u = U[j * d + c], g = place[j * d + c] - home[j * d + c];
      uu += u * u;
      gu += g * u;
      gg += g * g;
    }
    if (gg > radius * radius) return 0.0;
    if (uu > 1e-300) end = std::min(end, (std::sqrt(gu * gu + uu * (radius * radius - gg)) - gu) / uu);
    square += count[j] * uu;
  }
  if (!(end < kNever)) return kNever;
  double sum = 0.0;
  for (std::size_t q = 0; q <= kIntervals; ++q) {  // Simpson's rule
    const double s = end * static_cast<double>(q) / static_cast<double>(kIntervals);
    for (std::size_t e = 0; e < x.size(); ++e) x[e] = place[e] + s * U[e];
    drift_of(x, count, gamma, beta, weights, now);
    double along = 0.0;
    for (std::size_t e = 0; e < x.size(); ++e) along += count[e / d] * now[e] * U[e];
    if (!(along > 0.0)) return kNever;
    sum += (q == 0 || q == kIntervals ? 1.0 : q % 2 == 1 ? 4.0 : 2.0) * square / along;
  }
  return end * sum / (3.0 * static_cast<double>(kIntervals));
}

}  // namespace lab::core
