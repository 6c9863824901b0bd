// Pairwise cosines: sizes, bounds, and the histogram as a density.
#include <doctest.h>

#include "core/cosines.h"
#include "core/generator.h"

using namespace lab::core;

TEST_CASE("Pairwise cosines of known directions") {
  const Matrix Z{{2, 0}, {0, 3}, {-1, 0}, {5, 5}, {0, 0}};
  const auto c = pairwise_cosines(Z);
  REQUIRE(c.size() == 10);
  CHECK(c[0] == 0.0);
  CHECK(c[1] == -1.0);
  CHECK(c[2] == doctest::Approx(0.70710678118654752).epsilon(1e-15));
  CHECK(c[3] == 0.0);   // the row of length 0
  CHECK(pairwise_cosines(Matrix(1, 3)).empty());
  CHECK(summarize({}).mean == 0.0);
}

TEST_CASE("Equal tokens are together, scaled or not") {
  const Matrix Z{{1, 2, 2}, {2, 4, 4}, {0.5, 1, 1}};
  const CosineSummary s = summarize(pairwise_cosines(Z));
  CHECK(s.mean == doctest::Approx(1).epsilon(1e-14));
  CHECK(s.above == 1.0);
}

TEST_CASE("The histogram integrates to 1") {
  Generator draw = default_rng(4);
  Matrix Z(40, 5);
  draw.standard_normal(Z.data);
  const Histogram h = cosine_histogram(pairwise_cosines(Z));
  CHECK(h.width >= 0.01);
  CHECK(h.width <= 0.1);
  double sum = 0;
  for (const double d : h.density) sum += d * h.width;
  CHECK(sum == doctest::Approx(1).epsilon(1e-12));
  // All in one place: the last bin takes 1 itself.
  const Histogram one = cosine_histogram(std::vector<double>(10, 1.0));
  CHECK(one.density.back() == doctest::Approx(1 / one.width));
}
