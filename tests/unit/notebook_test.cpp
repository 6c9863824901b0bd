// The numbers that the course notebook prints in sections 7, 9 and 10, and the
// answers to its exercises 5 to 10, at the printed precision.
#include <doctest.h>

#include <algorithm>
#include <cmath>

#include "../golden/notebook.h"
#include "core/hull.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using namespace lab::test;
using lab::golden::Collection;
using lab::golden::kCollection1;
using lab::golden::kCollection2;

namespace {

const HardmaxParams kPlane{Matrix::identity(2)};

/// The whole run of a collection: layers 0 to 600, with what is read off them.
struct Story {
  explicit Story(const Collection& c) : layers(hardmax_flow(c.tokens, kPlane, 600)), attention(layers.size()) {
    for (std::size_t k = 0; k < layers.size(); ++k) attend(layers[k], kPlane, attention[k]);
  }
  std::vector<Matrix> layers;
  std::vector<Attention> attention;
};

/// The notebook measures both of these by the largest coordinate.
double coordinate_gap(std::span<const double> a, std::span<const double> b) {
  double gap = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) gap = std::max(gap, std::abs(a[c] - b[c]));
  return gap;
}

double largest_gap(const Matrix& Z, const Matrix& start, const Indices& targets) {
  double gap = 0.0;
  const Indices to = nearest(Z, start, targets);
  for (std::size_t i = 0; i < Z.rows; ++i) gap = std::max(gap, coordinate_gap(Z.row(i), start.row(to[i])));
  return gap;
}

double displacement(const Matrix& Z, const Matrix& start, const Indices& tokens) {
  double moved = 0.0;
  for (const auto i : tokens) moved = std::max(moved, coordinate_gap(Z.row(i), start.row(i)));
  return moved;
}

Indices unrolled(const std::vector<lab::golden::Run>& runs) {
  Indices all;
  for (const auto& run : runs) all.insert(all.end(), run.layers, run.value);
  return all;
}

void check_start(const Collection& c) {
  const Hypotheses h = check_hypotheses(c.tokens, kPlane.A);
  CHECK(h.hold());
  CHECK(printed("%.3f", h.smallest_norm) == c.smallest_norm);
  CHECK(printed("%.3f", h.smallest_distance) == c.smallest_distance);
  const std::vector<double> origin(2, 0.0);
  CHECK(distance(c.tokens.row(c.shortest_token - 1), origin) == doctest::Approx(h.smallest_norm).epsilon(1e-15));
  Attention attention;
  attend(c.tokens, kPlane, attention);
  CHECK(one_based(leaders(attention)) == c.initial_leaders);
  CHECK(one_based(attention.first) == c.attends);
  for (const auto count : attention.count) CHECK(count == 1);
  Indices hull = one_based(hull_vertices(c.tokens));
  std::sort(hull.begin(), hull.end());
  CHECK(hull == c.hull_vertices);
}

void check_layers(const Collection& c) {
  const Indices initial = zero_based(c.initial_leaders);
  for (const auto& row : c.at) {
    CAPTURE(row.layer);
    const Matrix before = after(c.tokens, kPlane, row.layer - 1);
    const Matrix Z = after(before, kPlane, 1);
    CHECK(printed("%.1e", residual(before, Z)) == row.residual);
    CHECK(clusters(Z).representative.size() == row.clusters);
    CHECK(printed("%.1e", largest_gap(Z, c.tokens, initial)) == row.gap_to_initial_leader);
    if (row.layer == 40)  // rounding level
      CHECK(displacement(Z, c.tokens, initial) <= 1e-14);
    else
      CHECK(printed("%.1e", displacement(Z, c.tokens, initial)) == row.leader_displacement);
    CHECK(one_based(nearest(Z, c.tokens, initial)) == c.follows);
  }
}

void check_story(const Collection& c) {
  const Story story(c);
  const Indices initial = zero_based(c.initial_leaders);
  Indices changes, cluster_counts, leader_counts;
  std::uint32_t first_zero = 0;
  for (std::size_t k = 0; k < story.layers.size(); ++k) {
    CHECK(hull_excess(story.layers[k], c.tokens) <= 1e-9);
    cluster_counts.push_back(static_cast<std::uint32_t>(clusters(story.layers[k]).representative.size()));
    leader_counts.push_back(static_cast<std::uint32_t>(leaders(story.attention[k]).size()));
    if (k == 0) continue;
    if (story.attention[k].hash != story.attention[k - 1].hash) changes.push_back(static_cast<std::uint32_t>(k));
    if (first_zero == 0 && residual(story.layers[k - 1], story.layers[k]) == 0.0)
      first_zero = static_cast<std::uint32_t>(k);
  }
  CHECK(changes == c.changes);
  CHECK(first_zero == c.first_zero_residual);
  CHECK(cluster_counts == unrolled(c.clusters));
  CHECK(leader_counts == unrolled(c.strict_leaders));
  CHECK(story.layers[40] == c.positions_40);
  CHECK(story.layers[400] == c.positions_400);
  CHECK(after(story.layers[400], kPlane, 3600) == c.positions_400);
  // Exercise 10b: predicted from layer 0, and observed.
  for (std::uint32_t i = 0; i < 13; ++i) {
    const auto goal = c.tokens.row(c.follows[i] - 1);
    CHECK(follower_layers(distance(c.tokens.row(i), goal), 1e-6, 0.1) == c.settles[i]);
    std::size_t k = story.layers.size();
    while (k > 0 && distance(story.layers[k - 1].row(i), goal) <= 1e-6) --k;
    CHECK(k == c.settles[i]);
  }
  // Every token attends to an initial leader from layer 0 on.
  for (const auto j : c.attends)
    CHECK(std::find(c.initial_leaders.begin(), c.initial_leaders.end(), j) != c.initial_leaders.end());
}

}  // namespace

TEST_CASE("notebook section 7: two configurations to predict") {
  const Matrix one{{2, 0}, {0, 1}, {1, .5}};
  CHECK(scores(one, kPlane.A) == Matrix{{4, 0, 2}, {0, 1, .5}, {2, .5, 1.25}});
  CHECK(attended_sets(one, kPlane) == std::vector<Indices>{{1}, {2}, {1}});
  CHECK(one_based(leaders_of(one, kPlane)) == Indices{1, 2});
  const Matrix next = after(one, kPlane, 1);
  CHECK(next(2, 0) == 12.0 / 11.0);
  CHECK(next(2, 1) == 5.0 / 11.0);
  CHECK(printed("%.4f", next.row(2)) == "[1.0909 0.4545]");

  const Matrix two{{1, 0}, {0, 1}, {.5, .5}};
  CHECK(scores(two, kPlane.A) == Matrix{{1, 0, .5}, {0, 1, .5}, {.5, .5, .5}});
  CHECK(attended_sets(two, kPlane) == std::vector<Indices>{{1}, {2}, {1, 2, 3}});
  CHECK(one_based(leaders_of(two, kPlane)) == Indices{1, 2});
  CHECK(after(two, kPlane, 1) == two);
}

TEST_CASE("notebook section 7: the normalized layer is the hardmax step") {
  Matrix V = Matrix::identity(2);
  for (double& v : V.data) v *= kPlane.alpha;
  for (const Matrix& Z : {Matrix{{2, 0}, {0, 1}, {1, .5}}, Matrix{{1, 0}, {0, 1}, {.5, .5}}, kCollection1.tokens,
                          kCollection2.tokens}) {
    Matrix y;
    attention_layer(Z, kPlane, V, y);
    for (double& v : y.data) v /= 1.0 + kPlane.alpha;
    CHECK(y == after(Z, kPlane, 1));
  }
}

TEST_CASE("notebook section 9: an emergent leader") {
  const Matrix Z{{.18, -.95}, {.31, .54}, {1.45, -.63}, {.65, .35}};
  std::vector<double> row(4);
  score_row(Z, kPlane.A, 1, row);
  CHECK(printed("%.4f", row) == "[-0.4572 0.3877 0.1093 0.3905]");
  const Matrix Z1 = after(Z, kPlane, 1);
  score_row(Z1, kPlane.A, 1, row);
  CHECK(printed("%.8f", row) == "[-0.43522727 0.38946281 0.16500000 0.38276860]");
  for (const double rtol : {0.0, 1e-12}) {
    const HardmaxParams params{Matrix::identity(2), 0.1, rtol};
    CHECK(one_based(leaders_of(Z, params)) == Indices{1, 3});
    CHECK(one_based(leaders_of(Z1, params)) == Indices{1, 2, 3});
  }
  CHECK(printed("%.4f", Z1.row(1)) == "[0.3409 0.5227]");
  CHECK(printed("%.4f", after(Z, kPlane, 2).row(1)) == "[0.3409 0.5227]");
  CHECK(Z1(1, 0) == doctest::Approx(15.0 / 44.0).epsilon(1e-15));
  CHECK(Z1(1, 1) == doctest::Approx(23.0 / 44.0).epsilon(1e-15));
}

TEST_CASE("notebook section 10: the two collections at layer 0") {
  check_start(kCollection1);
  check_start(kCollection2);
}

TEST_CASE("notebook section 10: the two collections at layers 40, 400 and 4000") {
  check_layers(kCollection1);
  check_layers(kCollection2);
  CHECK(printed("%.3f", std::pow(1.1, -40)) == "0.022");
}

TEST_CASE("notebook section 10: the two collections, every layer to 600") {
  check_story(kCollection1);
  check_story(kCollection2);
}

TEST_CASE("notebook exercise 5: a leader needs no largest norm, and a longer token need not lead") {
  const Matrix Z{{2, 0}, {0, 1}, {1, .5}};
  const Indices lead = leaders_of(Z, kPlane);
  CHECK(one_based(lead) == Indices{1, 2});
  CHECK(printed("%.3f", a_norm(Z.row(0), kPlane.A)) == "2.000");
  CHECK(printed("%.3f", a_norm(Z.row(1), kPlane.A)) == "1.000");
  CHECK(printed("%.3f", a_norm(Z.row(2), kPlane.A)) == "1.118");
}

TEST_CASE("notebook exercise 6: unnormalized layers are the normalized ones, rescaled") {
  CHECK(printed("%.4f", std::pow(1.1, 40)) == "45.2593");
  CHECK(printed("%.4e", std::pow(1.1, 400)) == "3.6064e+16");
  Matrix V = Matrix::identity(2);
  for (double& v : V.data) v *= 0.1;
  for (const auto* c : {&kCollection1, &kCollection2}) {
    Matrix y = c->tokens, next;
    for (int k = 0; k < 40; ++k) {
      attention_layer(y, kPlane, V, next);
      std::swap(y, next);
    }
    for (double& v : y.data) v /= std::pow(1.1, 40);
    CHECK(residual(y, after(c->tokens, kPlane, 40)) <= 1e-14);
  }
}

TEST_CASE("notebook exercise 7: the token 0, and repeated tokens") {
  const Matrix small{{0, 0}, {1, 0}, {0, 1}, {.5, .5}};
  CHECK(attended_sets(small, kPlane) == std::vector<Indices>{{1, 2, 3, 4}, {2}, {3}, {2, 3, 4}});
  const Matrix moved = after(small, kPlane, 1);
  CHECK(printed("%.7f", moved.row(0)) == "[0.0340909 0.0340909]");
  CHECK(moved(0, 0) == doctest::Approx(3.0 / 88.0).epsilon(1e-15));

  Matrix with_zero = kCollection1.tokens;
  with_zero.data.insert(with_zero.data.end(), {0.0, 0.0});
  ++with_zero.rows;
  CHECK(attended_set(with_zero, kPlane, 13).size() == 14);
  CHECK(printed("%.15g", after(with_zero, kPlane, 1).row(13)) == "[0.00163823745207397 0.0303699171303336]");
  CHECK(printed("%.10f", after(with_zero, kPlane, 4000).row(13)) == "[-0.0859806488 0.9518757748]");

  const Matrix twice{{2, 0}, {2, 0}, {0, 1}, {1, .5}};
  CHECK(attended_sets(twice, kPlane) == std::vector<Indices>{{1, 2}, {1, 2}, {3}, {1, 2}});
  CHECK(one_based(leaders_of(twice, kPlane)) == Indices{3});
  for (const Matrix& Z : hardmax_flow(twice, kPlane, 400)) {
    CHECK(Z(0, 0) == Z(1, 0));
    CHECK(Z(0, 1) == Z(1, 1));
  }
}

TEST_CASE("notebook exercise 8: A = diag(1, 9) on collection 1") {
  const HardmaxParams stretched{Matrix{{1, 0}, {0, 9}}};
  const Matrix& start = kCollection1.tokens;
  Attention attention;
  attend(start, stretched, attention);
  CHECK(one_based(leaders(attention)) == Indices{2, 5});
  CHECK(one_based(attention.first) == lab::golden::kExercise8Attends);
  const std::size_t layers[] = {40, 100, 200, 400, 4000};
  const std::size_t counts[] = {13, 13, 2, 2, 2};
  const char* gaps[] = {"1.94e-02", "6.37e-05", "4.62e-09", "1.34e-12", "1.34e-12"};
  for (std::size_t row = 0; row < 5; ++row) {
    const Matrix Z = after(start, stretched, layers[row]);
    CHECK(clusters(Z).representative.size() == counts[row]);
    CHECK(printed("%.2e", largest_gap(Z, start, {1, 4})) == gaps[row]);
  }
  const Matrix late = after(start, stretched, 4000);
  CHECK(one_based(nearest(late, start, Indices{1, 4})) == Indices{5, 2, 2, 2, 5, 5, 5, 5, 2, 5, 5, 5, 5});
  CHECK(after(start, stretched, 400) == lab::golden::kExercise8Positions400);

  Matrix wide = start, run = start;
  for (std::size_t i = 0; i < wide.rows; ++i) wide(i, 1) *= 3.0;
  for (int k = 0; k < 100; ++k) {
    wide = after(wide, kPlane, 1);
    run = after(run, stretched, 1);
    Matrix back = wide;
    for (std::size_t i = 0; i < back.rows; ++i) back(i, 1) /= 3.0;
    CHECK(residual(back, run) <= 1e-14);
  }
}

TEST_CASE("notebook exercise 9: planted leaders, as cosines and sines give them") {
  const Matrix& start = lab::golden::kPlanted;
  Attention attention;
  attend(start, kPlane, attention);
  CHECK(one_based(leaders(attention)) == Indices{1, 2, 3});
  CHECK(one_based(attention.first) == lab::golden::kPlantedAttends);
  CHECK(lab::golden::kPlantedAttends == Indices{1, 2, 3, 1, 3, 1, 2, 3, 1, 2, 3, 2, 3});
  const Matrix late = after(start, kPlane, 400);
  CHECK(one_based(nearest(late, start, Indices{0, 1, 2})) == lab::golden::kPlantedAttends);
  double gap = 0.0;  // Euclidean here
  for (std::size_t i = 0; i < late.rows; ++i)
    gap = std::max(gap, distance(late.row(i), start.row(lab::golden::kPlantedAttends[i] - 1)));
  CHECK(printed("%.2e", gap) == "1.62e-12");

  Matrix edge = start;
  edge.data.insert(edge.data.end(), {0.0, -1.0});
  ++edge.rows;
  CHECK(one_based(attended_set(edge, kPlane, 13)) == Indices{2, 3, 14});
  const std::vector<Matrix> flow = hardmax_flow(edge, kPlane, 400);
  for (std::size_t k = 0; k <= 284; ++k) CHECK(distance(flow[k].row(13), edge.row(13)) <= 1e-15);
  CHECK(printed("%.6f", flow[285](13, 0)) == "0.039365");
  CHECK(printed("%.6f", flow[300](13, 0)) == "1.326835");
  CHECK(printed("%.6f", flow[400](13, 0)) == "1.732021");
}

TEST_CASE("notebook exercise 9: with symmetric coordinates and no tolerance the token on the edge stays") {
  const double s = std::sqrt(3.0);
  Matrix start{{0, 2}, {-s, -1}, {s, -1}};
  start.data.insert(start.data.end(), lab::golden::kPlanted.data.begin() + 6, lab::golden::kPlanted.data.end());
  start.data.insert(start.data.end(), {0.0, -1.0});
  start.rows = 14;
  const HardmaxParams strict{Matrix::identity(2), 0.1, 0.0};
  CHECK(one_based(attended_set(start, strict, 13)) == Indices{2, 3, 14});
  const Matrix late = after(start, strict, 1000);
  CHECK(late(13, 0) == 0.0);
  CHECK(late(13, 1) == -1.0);
}

TEST_CASE("notebook exercise 10: how many layers") {
  CHECK(follower_layers(1.0, 1e-6, 0.1) == 145);
  CHECK(follower_layers(1.0, 1e-6, 0.5) == 35);
  CHECK(follower_layers(1.0, 1e-6, 1.0) == 20);
  for (const auto* c : {&kCollection1, &kCollection2}) {
    const std::vector<Matrix> flow = hardmax_flow(c->tokens, kPlane, 151);
    for (const std::size_t k : {50u, 100u, 150u})
      CHECK(printed("%.7f", residual(flow[k], flow[k + 1]) / residual(flow[k - 1], flow[k])) == "0.9090909");
  }
  CHECK(*std::max_element(kCollection1.settles.begin(), kCollection1.settles.end()) == 141);
  CHECK(*std::max_element(kCollection2.settles.begin(), kCollection2.settles.end()) == 144);
}
