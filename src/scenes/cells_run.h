#pragma once
#include <cstdint>
#include <vector>

#include "core/cells.h"
#include "core/frank_wolfe.h"

namespace lab::scenes {

/// The hull of tokens in the plane or in space, and its cells.
struct CellGeometry {
  std::vector<std::uint32_t> vertices;  ///< tokens, in the plane counter-clockwise
  core::Matrix V;                       ///< those rows
  core::Hull3 hull;                     ///< in space
  std::vector<core::Matrix> flat;       ///< in the plane: cell i, one corner a row
  core::Cells3 solid;                   ///< in space

  CellGeometry() = default;
  CellGeometry(const core::Matrix& Z, const core::Matrix& B);
  /// Areas or volumes of the cells.
  std::vector<double> sizes() const;
};

/// Hardmax steps x <- x + gamma^t (y - x) from one start, computed step by step and kept, each against the straight
/// line p_t x0 + (1 - p_t) v of its token. Only equal scores tie: with a tolerance a follower that has nearly
/// arrived would tie with its vertex.
class CellsRun {
 public:
  struct Step {
    double p = 1;          ///< p_t
    double deviation = 0;  ///< largest coordinate of x^t - (p_t x^0 + (1 - p_t) v_sigma), over all tokens
    double rounding = 0;   ///< what rounding may make of it
    double moved = 0;      ///< farthest that a vertex of K^0 has moved
    double left = 0;       ///< max |x^t - v| / |x^0 - v| over the tokens that are no vertices
  };

  CellsRun() = default;
  CellsRun(core::Matrix start, core::Matrix B, core::StepSchedule schedule);

  /// Computes what is missing up to step t. O(n^2 d) a step.
  void extend(std::size_t t);
  std::size_t computed() const { return states_.size() - 1; }
  std::size_t n() const { return states_.front().rows; }
  std::size_t d() const { return states_.front().cols; }

  const core::Matrix& B() const { return B_; }
  const core::StepSchedule& schedule() const { return schedule_; }
  const CellGeometry& geometry() const { return geometry_; }      ///< of the start
  const core::Genericity& genericity() const { return generic_; }  ///< of the start
  /// Token that is the vertex in whose cell token i starts.
  std::uint32_t target(std::size_t i) const { return geometry_.vertices[sigma(i)]; }
  std::uint32_t sigma(std::size_t i) const { return generic_.sigma[i]; }  ///< row of geometry().V
  /// Rank of token i among the vertices of the start, or -1.
  std::int32_t rank(std::size_t i) const { return rank_[i]; }

  // t <= computed()
  const core::Matrix& state(std::size_t t) const { return states_[t]; }
  const Step& step(std::size_t t) const { return steps_[t]; }
  /// Largest deviation of all steps up to t, and whether rounding explains it at each.
  double worst_deviation(std::size_t t) const;
  bool straight(std::size_t t) const;

 private:
  void measure(double rounding);

  core::Matrix B_;
  core::StepSchedule schedule_;
  std::vector<core::Matrix> states_;
  std::vector<Step> steps_;
  CellGeometry geometry_;
  core::Genericity generic_;
  std::vector<std::int32_t> rank_;
  double size_ = 0;  ///< largest coordinate of the start
  core::LinearMaximizers work_;
};

}  // namespace lab::scenes
