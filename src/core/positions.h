#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "core/matrix.h"

/// Sinusoidal and rotary positions (course notebook, section 4; Vaswani et al.
/// 2017; Su et al. 2021).
///
/// Legend used in this file
///   d_m    width, even: d_m / 2 pairs of dimensions, a clock each
///   k      pair, 0 .. d_m/2 - 1
///   w_k    its angular speed, base^(-2k/d_m), radians a position
///   p, j   positions, 0 .. n-1;  o = j - p, their offset
///   PE     PE[p, 2k] = sin(w_k p), PE[p, 2k+1] = cos(w_k p)
///   R_p    turns each pair (a, b) to (a cos - b sin, a sin + b cos) by w_k p
///
/// Angles are products of two doubles and sin and cos are the lab's own: the
/// same bits everywhere. Positions up to 10^4 keep 11 digits of each entry.
namespace lab::core {

/// w_k for all pairs; d_m even and at least 2, base > 0.
std::vector<double> clock_speeds(std::size_t d_m, double base);

/// PE at one position, which may lie outside the table; out has length 2 |speeds|.
void position_row(std::span<const double> speeds, double p, std::span<double> out);
/// PE, n x d_m.
Matrix position_table(std::span<const double> speeds, std::size_t n);

/// M_o, d_m x d_m, block-diagonal: PE_{p+o} = M_o PE_p for every p.
Matrix shift_matrix(std::span<const double> speeds, double offset);
/// Largest entry of |PE_{p+o} - M_o PE_p| over p = 0 .. n-1.
double shift_error(std::span<const double> speeds, std::size_t n, double offset);

/// Inner products of the rows over d_m: <PE_p, PE_j> / d_m, n x n.
Matrix position_scores(const Matrix& table);
/// What they are by the formula: (1/d_m) sum_k cos(w_k o). 1/2 at o = 0.
double offset_score(std::span<const double> speeds, double offset);
/// The smallest o with scores[o+1] > scores[o] + `noise`: where a curve over
/// the offsets 0, 1, 2, … first rises; its length when it never does.
std::size_t first_rise(std::span<const double> scores, double noise);

/// Largest difference between two entries of equal offset j - p: 0 when S
/// depends on the offset alone. S is square.
double offset_spread(const Matrix& S);

/// out = R_p x; x has length 2 |speeds|. |out| = |x|.
void rotate(std::span<const double> speeds, double p, std::span<const double> x, std::span<double> out);
/// <R_p q, R_j k> / sqrt(d_m), n x n: the same query and key everywhere.
Matrix rotary_scores(std::span<const double> speeds, std::size_t n, std::span<const double> q,
                     std::span<const double> k);
/// What they are by the formula: <q, R_o k> / sqrt(d_m).
double rotary_score(std::span<const double> speeds, double offset, std::span<const double> q,
                    std::span<const double> k);

/// The score when positions are added to the content, and its parts:
/// <q + PE_p, k + PE_j> = <q, k> + <PE_p, k> + <q, PE_j> + <PE_p, PE_j>,
/// everything over sqrt(d_m).
struct AddedScores {
  Matrix total;                     ///< n x n, summed in one go
  std::vector<double> query_place;  ///< <PE_p, k>, depends on p
  std::vector<double> key_place;    ///< <q, PE_j>, depends on j
  /// total without the two cross terms: what depends on the offset alone.
  Matrix without_cross() const;
};
AddedScores added_scores(const Matrix& table, std::span<const double> q, std::span<const double> k);

/// Share in [0, 1] of the circle that lies between the first and the last phase
/// of the positions 0 .. window-1.
double covered_share(double speed, std::size_t window);
/// Smallest angle, in [0, pi], between the phase at p and those at 0 .. window-1.
double nearest_phase(double speed, std::size_t p, std::size_t window);
/// Largest nearest_phase over the positions window .. n-1; 0 when there are none.
double farthest_new_phase(double speed, std::size_t window, std::size_t n);
/// For each row of the table, its largest cosine with a row 0 .. window-1, from
/// position_scores: all rows have the norm sqrt(d_m/2).
std::vector<double> nearest_trained(const Matrix& scores, std::size_t window);

}  // namespace lab::core
