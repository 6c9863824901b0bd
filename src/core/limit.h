#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/hardmax.h"
#include "core/matrix.h"

/// What the clustering theorem says of the limit, measured on a late layer
/// (arXiv 2407.01602, Theorem).
namespace lab::core {

enum class LimitKind : std::uint8_t {
  kLeader,      ///< the limit of this token is a leader (a vertex of the limit polytope)
  kFace,        ///< it is the projection of 0, in the norm of A, onto a face
  kMoving,      ///< not yet within `tol` of any of these
  kGroup,       ///< it rests on equal tokens that attend to each other only: like a leader, but
                ///< C_i = {i} fails for a repeated token (the theorem asks for distinct ones)
};

struct LimitReport {
  std::vector<std::uint32_t> leaders;  ///< vertices of the limit polytope: leaders from some layer on
  std::vector<LimitKind> kind;         ///< per token
  std::vector<std::uint32_t> target;   ///< index into `points`, per token; 0 for kMoving
  Matrix points;                       ///< the set S: first the leaders, then the others
  double largest_distance = 0;         ///< of a token to its point of S
  bool complete = false;               ///< no token is kMoving
};

/// `ever` are the tokens that were strict leaders at some layer up to now: by
/// Fact 2 they are leaders from then on (in floating point the tie tolerance
/// may hide that). Z is a late layer; `tol` decides kMoving. A token is kFace
/// when it is within `tol` of the projection of 0 onto the face of the limit
/// polytope in whose direction A z it looks; without a positive definite A
/// there is no such projection, and the token stays kMoving.
LimitReport limit_report(const Matrix& Z, const Matrix& A, std::span<const std::uint32_t> ever,
                         double tol = 1e-6);

}  // namespace lab::core
