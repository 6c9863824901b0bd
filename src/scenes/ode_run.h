#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "core/cells.h"
#include "core/matrix.h"

namespace lab::scenes {

/// The hardmax rule with three step sizes from one start, beside the straight
/// lines that solve the limit dx/dt = y - x while each token keeps its vertex.
/// After k steps of size gamma the time is t = k gamma.
class OdeRun {
 public:
  static constexpr std::size_t kSteps = 3;  ///< step sizes

  /// One step size.
  struct Discrete {
    double gamma = 0.1;
    std::vector<core::Matrix> states;  ///< after 0, 1, .. steps, up to the last time
    /// error[k]: max_i |x_i^k - x_i(k gamma)| in lengths of the longest way, max_i |x_i(0) - v|; 0 where nothing has a
    /// way.
    std::vector<double> error;
    double sup = 0;          ///< largest error
    std::size_t sup_at = 0;  ///< the step of it
    double sup_here = 0;     ///< what it is by the theorem: max_k |(1 - gamma)^k - e^(-k gamma)|
    double vertex_move = 0;  ///< how far a vertex of the first hull was moved, at most
    double excess = 0;       ///< how far a token of the last state is outside the first hull
  };

  OdeRun() = default;
  /// `start` has passed validate_tokens; gammas in (0, 1); `last` is the last time.
  OdeRun(core::Matrix start, core::Matrix B, const std::array<double, kSteps>& gammas, double last);

  const core::Matrix& start() const { return start_; }
  const core::Matrix& B() const { return B_; }
  const core::Matrix& vertices() const { return vertices_; }  ///< of the hull, k x d
  const std::vector<std::uint32_t>& vertex_tokens() const { return vertex_tokens_; }
  const std::vector<std::uint32_t>& sigma() const { return sigma_; }  ///< row of vertices() for each token
  const core::Genericity& generic() const { return generic_; }
  double longest_way() const { return longest_; }
  const std::array<Discrete, kSteps>& discrete() const { return discrete_; }
  /// x_i(t) = e^-t x_i(0) + (1 - e^-t) v_sigma(i): n x d.
  core::Matrix exact(double t) const;
  /// Steps of run r that are done at time t.
  std::size_t steps_by(std::size_t r, double t) const;
  /// What rounding may add to an error of run r.
  double rounding(std::size_t r) const;

 private:
  void advance(Discrete& run, double last) const;

  core::Matrix start_, B_, vertices_;
  std::vector<std::uint32_t> vertex_tokens_, sigma_;
  core::Genericity generic_;
  double longest_ = 0;
  std::array<Discrete, kSteps> discrete_;
};

}  // namespace lab::scenes
