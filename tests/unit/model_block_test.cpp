// One block on a small cloud, against NumPy and against what is claimed of it.
#include <doctest.h>

#include <cmath>

#include "core/cloud.h"
#include "model/block.h"
#include "support.h"

using namespace lab::model;
using namespace lab::test;
using lab::core::default_rng;

namespace {

CloudBlock block_of(std::size_t d, std::size_t heads, NormPlace norm, std::uint64_t seed = 15) {
  auto generator = default_rng(seed);
  CloudBlock b = draw_block(d, heads, 1, generator);
  b.norm = norm;
  return b;
}

Matrix cloud_of(std::size_t n, std::size_t d, std::uint64_t seed = 15) {
  Matrix X(n, d);
  auto generator = default_rng(seed);
  generator.standard_normal(X.data);
  return X;
}

doctest::Approx near(double x) { return doctest::Approx(x).epsilon(1e-12); }

constexpr NormPlace kPlaces[] = {NormPlace::kPre, NormPlace::kPost, NormPlace::kNone};

}  // namespace

TEST_CASE("A block's application is NumPy's") {
  // numpy 1.24: weights from default_rng(15).normal in the order q, k, v, o, up, down;
  // tokens default_rng(15).standard_normal; GELU with math.erf; LayerNorm with 1e-5.
  const Matrix X = cloud_of(10, 3);
  const Matrix pre = apply_block(block_of(3, 1, NormPlace::kPre), X);
  CHECK(pre(0, 0) == near(-2.5725274291627493));
  CHECK(pre(9, 2) == near(-2.1561330501855958));
  CHECK(pre(3, 1) == near(0.14745594764252523));
  const Matrix post = apply_block(block_of(3, 1, NormPlace::kPost), X);
  CHECK(post(0, 0) == near(-1.3684084270947832));
  CHECK(post(3, 1) == near(-0.6339527484991998));
  const Matrix none = apply_block(block_of(3, 1, NormPlace::kNone), X);
  CHECK(none(9, 2) == near(-4.990366030562067));
  CHECK(none(3, 1) == near(3.164505252368291));
  const Matrix heads = apply_block(block_of(8, 4, NormPlace::kPre), cloud_of(6, 8));
  CHECK(heads(0, 0) == near(-0.4421788020894342));
  CHECK(heads(5, 7) == near(0.9188259752010408));
  CHECK(heads(3, 1) == near(0.7605181307287806));
}

TEST_CASE("The MLP moves each token alone, attention does not: bit for bit") {
  for (const NormPlace norm : kPlaces)
    for (const std::size_t d : {2, 3, 4, 8}) {
      const CloudBlock b = block_of(d, 1, norm);
      const Matrix X = cloud_of(7, d);
      for (const std::size_t token : {0, 6}) {
        CHECK(leak(b, X, false, token, 0.5) == 0);
        CHECK(leak(b, X, true, token, 0.5) > 1e-6);
      }
      // The one that is moved does notice.
      Matrix moved = X;
      moved(2, 0) += 0.5;
      CHECK(lab::core::largest_difference(half_step(b, moved, false), half_step(b, X, false)) > 1e-5);
    }
}

TEST_CASE("A block sees a set, and a part that is off leaves everything in place") {
  for (const NormPlace norm : kPlaces) {
    CloudBlock b = block_of(4, 2, norm);
    const Matrix X = cloud_of(9, 4);
    CHECK(reversal_gap(b, X) <= 1e-13);
    b.attention = false;
    CHECK(half_step(b, X, true) == X);
    CHECK(apply_block(b, X) == half_step(b, X, false));
    b.mlp = false;
    CHECK(apply_block(b, X) == X);
  }
}

TEST_CASE("With silenced branches pre-LN is the identity, post-LN is not") {
  const Matrix X = cloud_of(10, 3);
  CHECK(silenced_gap(block_of(3, 1, NormPlace::kPre), X) == 0);
  CHECK(silenced_gap(block_of(3, 1, NormPlace::kNone), X) == 0);
  CHECK(silenced_gap(block_of(3, 1, NormPlace::kPost), X) > 0.1);
}

TEST_CASE("LayerNorm puts tokens on a circle of radius sqrt(3), in the plane on two points") {
  const Matrix three = normalized(cloud_of(20, 3));
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(three(i, 0) + three(i, 1) + three(i, 2) == doctest::Approx(0).scale(1));
    const double square = three(i, 0) * three(i, 0) + three(i, 1) * three(i, 1) + three(i, 2) * three(i, 2);
    CHECK(square <= 3);
    CHECK(square == doctest::Approx(3).epsilon(0.01));   // short of 3 by the variance offset
  }
  const Matrix flat = cloud_of(20, 2), two = normalized(flat);
  for (std::size_t i = 0; i < 20; ++i) {
    // (1, -1) or (-1, 1), short of it by the variance offset where x and y are nearly equal.
    const double half = (flat(i, 0) - flat(i, 1)) / 2;
    CHECK(two(i, 0) == near(half / std::sqrt(half * half + 1e-5)));
    CHECK(two(i, 1) == near(-two(i, 0)));
  }
}

TEST_CASE("Halved steps converge with order 1") {
  // numpy 1.24: 8 steps of 0.1, 0.05 and 0.02, their halves and quarters.
  CloudBlock b = block_of(3, 1, NormPlace::kPre);
  const Matrix X = cloud_of(10, 3);
  b.step = 0.1;
  const Halving tenth = halve_step(b, X, 8);
  CHECK(tenth.coarse == doctest::Approx(0.03575300286420713).epsilon(1e-9));
  CHECK(tenth.fine == doctest::Approx(0.01791473469097693).epsilon(1e-9));
  CHECK(tenth.order == doctest::Approx(0.9969177396519725).epsilon(1e-9));
  b.step = 0.02;
  CHECK(halve_step(b, X, 8).order == doctest::Approx(0.9648894983088226).epsilon(1e-9));
  b.attention = b.mlp = false;
  CHECK(halve_step(b, X, 8).order == 0);
}

TEST_CASE("Parameters of a block, and of the course's TinyBERT: 108,610") {
  const BlockCount c = count_block(64, 256);
  CHECK(c.attention == 4 * 64 * 64);
  CHECK(c.mlp == 8 * 64 * 64);
  CHECK(c.attention_bias == 4 * 64);
  CHECK(c.mlp_bias == 5 * 64);
  CHECK(c.norms == 4 * 64);
  CHECK(c.total() == 12 * 64 * 64 + 13 * 64);
  CHECK(count_model(Config{}).total() == 108610);
  for (const std::size_t layers : {1, 2, 5})
    for (const std::size_t width : {8, 48})
      for (const bool shared : {false, true}) {
        Config config;
        config.layers = layers;
        config.width = width;
        config.hidden = 3 * width;
        config.vocab = 30;
        config.shared = shared;
        CHECK(count_model(config).total() == parameter_count(config));
      }
}

TEST_CASE("Whose first move is more common to all tokens: attention's mostly with torch's scale, not with 1") {
  const auto count = [](double scale) {
    int larger = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      auto generator = default_rng(seed);
      const CloudBlock b = draw_block(3, 1, scale, generator);
      const Matrix X = cloud_of(10, 3, 1000 + seed), mixed = half_step(b, X, true), after = half_step(b, mixed, false);
      larger += lab::core::move_between(X, mixed).common > lab::core::move_between(mixed, after).common ? 1 : 0;
    }
    return larger;
  };
  // numpy 1.24 counts the same.
  CHECK(count(0.58) == 161);
  CHECK(count(1) == 92);
}

TEST_CASE("Sizes and moves of a cloud") {
  const Matrix a{{0, 0}, {3, 4}, {1, 1}}, b{{1, 0}, {4, 4}, {2, 1}};
  CHECK(lab::core::diameter(a) == 5);
  CHECK(lab::core::mean_norm(Matrix{{3, 4}, {0, 1}}) == 3);
  CHECK(lab::core::move_between(a, b).mean == doctest::Approx(1));
  CHECK(lab::core::move_between(a, b).common == doctest::Approx(1));   // all alike
  const Matrix c{{1, 0}, {2, 4}, {1, 1}};
  CHECK(lab::core::move_between(a, c).common == doctest::Approx(0));   // one there, one back
  CHECK(lab::core::move_between(a, a).common == 0);
  CHECK(lab::core::diameter(Matrix{{1, 2}}) == 0);
}
