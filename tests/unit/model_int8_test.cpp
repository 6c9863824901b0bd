#include <doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "model/inference.h"
#include "model/kernels.h"
#include "model/quantization.h"
#include "model_support.h"

using namespace lab::model;
using namespace lab::test;

namespace {

Model best_model() {
  auto read = read_model(file_bytes(std::string(LAB_TEST_DATA) + "/../../assets/tinybert-best.safetensors"));
  REQUIRE(read.ok());
  return std::move(read).value();
}

std::vector<float> random_floats(std::size_t size, std::uint64_t seed) {
  auto generator = lab::core::default_rng(seed);
  std::vector<float> x(size);
  for (float& value : x) value = static_cast<float>(generator.uniform(-3.0, 3.0));
  return x;
}

/// The sums and results of a product, one number at a time.
struct Plain {
  std::vector<std::int32_t> sums;
  std::vector<float> y;
};
Plain plain(std::size_t m, std::size_t out, std::size_t in, const std::vector<float>& x, const std::vector<float>& w, const std::vector<float>& b) {
  const auto quantize = [&](const std::vector<float>& rows, std::size_t i, float& scale) {
    float highest = 0.0f;
    for (std::size_t k = 0; k < in; ++k) highest = std::max(highest, std::fabs(rows[i * in + k]));
    scale = highest / 127.0f;
    std::vector<std::int32_t> q;
    for (std::size_t k = 0; k < in; ++k) q.push_back(static_cast<std::int32_t>(std::nearbyint(rows[i * in + k] * (127.0f / highest))));
    return q;
  };
  Plain p;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t o = 0; o < out; ++o) {
      float sx = 0.0f, sw = 0.0f;
      const auto qx = quantize(x, i, sx), qw = quantize(w, o, sw);
      std::int32_t sum = 0;
      for (std::size_t k = 0; k < in; ++k) sum += qx[k] * qw[k];
      p.sums.push_back(sum);
      p.y.push_back(static_cast<float>(sum) * (sx * sw) + b[o]);
    }
  return p;
}

}  // namespace

TEST_CASE("numbers are rounded to the nearest whole one, halves to the even one") {
  // The largest is 127, so the factor is 1.
  const std::vector<float> x{127.0f, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, 0.49f, -127.0f, 126.5f, 3.0f};
  std::vector<std::int16_t> q(quantized_step(x.size()), 9);
  float scale = 0.0f;
  quantize_rows(1, x.size(), x.data(), q.data(), &scale);
  CHECK(scale == 1.0f);
  CHECK(q == std::vector<std::int16_t>{127, 0, 2, 2, 0, -2, -2, 0, -127, 126, 3, 0, 0, 0, 0, 0});
}

TEST_CASE("a row of zeros, or of next to nothing, becomes zeros") {
  const std::vector<float> x{0.0f, 0.0f, 1e-38f, -1e-31f};
  std::vector<std::int16_t> q(16, 9);
  std::vector<float> scales(2, 9.0f);
  quantize_rows(2, 2, x.data(), q.data(), scales.data());
  CHECK(scales == std::vector<float>{0.0f, 0.0f});
  CHECK(q == std::vector<std::int16_t>(16, 0));
}

TEST_CASE("the quantized product is the plain one, whatever the shape") {
  for (const auto& [m, out, in] : std::vector<std::array<std::size_t, 3>>{{1, 1, 1}, {2, 3, 5}, {3, 8, 8}, {4, 9, 17}, {7, 66, 64}, {64, 16, 31}}) {
    CAPTURE(m);
    CAPTURE(out);
    CAPTURE(in);
    const auto x = random_floats(m * in, 1), w = random_floats(out * in, 2), b = random_floats(out, 3);
    const Plain expected = plain(m, out, in, x, w, b);
    QuantizedLinear layer;
    layer.assign(out, in, w.data(), b.data());
    std::vector<std::int16_t> q(m * quantized_step(in));
    std::vector<float> scales(m), y(m * out);
    std::vector<std::int32_t> sums(m * layer.padded_out());
    quantize_rows(m, in, x.data(), q.data(), scales.data());
    layer.apply(m, q.data(), scales.data(), y.data(), out, sums.data());
    CHECK(y == expected.y);
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t o = 0; o < out; ++o) CHECK(sums[i * layer.padded_out() + o] == expected.sums[i * out + o]);
  }
}

TEST_CASE("the short GELU is within 5e-5 of the exact one") {
  // 7 numbers behind the last 16: lanes of all widths are there.
  std::vector<float> x(12 * 2048 + 7);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) / 1024.0f - 12.0f;
  std::vector<float> y = x;
  gelu_short(y.size(), y.data());
  double error = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double at = x[i];
    error = std::max(error, std::fabs(y[i] - at * std::erfc(-at / std::sqrt(2.0)) / 2.0));
  }
  MESSAGE("largest error " << error);
  CHECK(error < 5e-5);
  std::vector<float> far{0.0f, 1e30f, -1e30f};
  gelu_short(far.size(), far.data());
  CHECK(far[0] == 0.0f);
  CHECK(far[1] == 1e30f);
  CHECK(std::fabs(far[2]) < 5e-5f);
}

TEST_CASE("the short exponentials and their sums are as near as stated, whatever the length") {
  const float factor = 0.25f;
  double relative = 0.0, of_sums = 0.0;
  for (const std::size_t n : {1, 3, 4, 16, 17, 39, 64, 4001}) {
    const std::size_t step = n + 2;
    std::vector<float> s = random_floats(3 * step, n), inverse(3);
    for (float& value : s) value *= 50.0f;
    const std::vector<float> given = s;
    exp_rows_short(3, n, factor, s.data(), step, inverse.data());
    for (std::size_t i = 0; i < 3; ++i) {
      const float* row = given.data() + i * step;
      const double highest = *std::max_element(row, row + n);
      double sum = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        const double exponent = (row[j] - highest) * factor, exact = std::exp(exponent);
        sum += exact;
        relative = std::max(relative, std::fabs(s[i * step + j] / exact - 1.0) / (4e-6 - 3e-7 * exponent));
      }
      of_sums = std::max(of_sums, std::fabs(inverse[i] * sum - 1.0));
      CHECK(std::equal(row + n, row + step, s.data() + i * step + n));
    }
  }
  MESSAGE("largest part of the stated error " << relative << ", relative error of a sum " << of_sums);
  CHECK(relative < 1.0);
  CHECK(of_sums < 4e-6);
  std::vector<float> far{0.0f, -1000.0f, -1e30f};
  float inverse = 0.0f;
  exp_rows_short(1, far.size(), 1.0f, far.data(), far.size(), &inverse);
  CHECK(far == std::vector<float>{1.0f, 0x1p-126f, 0x1p-126f});
  CHECK(inverse == 1.0f);
}

TEST_CASE("inference in float32 has the bits of the pass that trains") {
  for (const Config& config : {Config{}, Config{30, 10, 12, 3, 3, 20, false}, Config{20, 12, 6, 1, 1, 7}, Config{20, 12, 6, 1, 4, 7, true, true}}) {
    const Weights w = random_weights(config, 6);
    PackedWeights packed;
    packed.assign(w, false);
    FastForward forward(config);
    Inference inference(w, Precision::kFloat);
    for (const std::size_t n : {config.window, std::size_t{1}, std::size_t{5}, config.window}) {
      const auto tokens = random_tokens(n, config.vocab, n);
      for (const auto& rows : {all_rows(n), std::vector<std::uint32_t>{static_cast<std::uint32_t>(n - 1)}}) {
        forward.run(w, packed, tokens, rows, false);
        inference.run(tokens, rows);
        CHECK(std::ranges::equal(inference.logits(), forward.logits()));
      }
    }
  }
}

TEST_CASE("int8: rows asked for alone have the same bits as all together") {
  const Model model = best_model();
  Inference all(model.weights, Precision::kInt8), some(model.weights, Precision::kInt8);
  const auto tokens = random_tokens(64, 66, 2);
  const std::vector<std::uint32_t> rows{0, 13, 40, 63};
  all.run(tokens, all_rows(64));
  some.run(tokens, rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    CHECK(std::ranges::equal(some.logits().subspan(i * 66, 66), all.logits().subspan(rows[i] * 66, 66)));
}

TEST_CASE("int8: all integers are the same in every build") {
  const Model model = best_model();
  Inference inference(model.weights, Precision::kInt8);
  inference.watch_integers();
  CHECK(inference.integers() == 3334865597639451428ull);
  inference.run(random_tokens(64, 66, 4), all_rows(64));
  CHECK(inference.integers() == 6216428729041291917ull);
  const std::vector<std::uint32_t> last{39};
  inference.run(random_tokens(40, 66, 5), last);
  CHECK(inference.integers() == 868468512369216798ull);
  CHECK(fingerprint(inference.logits()) == 8555161038673592642ull);
}

TEST_CASE("int8 is near float32 on a small text") {
  const Model model = best_model();
  std::string text;
  for (int i = 0; i < 20; ++i) text += "First Citizen:\nWe are the people, and the king shall hear us speak.\n\nKING HENRY:\nWhat is the matter there?\n\n";
  const auto tokens = model.vocabulary.encode(text).value();
  auto generator = lab::core::default_rng(3);
  const auto report = measure_quantization(model.weights, draw_examples(tokens, 64, 40, MaskRule{}, generator));
  MESSAGE("float32 " << report.float32.mean_loss() << " nats, int8 " << report.int8.mean_loss() << ", largest error of a logit " << report.largest_logit_error);
  CHECK(report.windows == 40);
  CHECK(report.float32.hidden > 300);
  CHECK(report.int8.hidden == report.float32.hidden);
  CHECK(report.largest_logit_error > 0.0);
  CHECK(report.largest_logit_error < 1.0);
  CHECK(std::fabs(report.nats_lost()) < 0.02);
}

TEST_CASE("int8 on the held-out text: accuracy within 0.2 points, cross-entropy within 0.01 nats") {
  const char* given = std::getenv("LAB_CORPUS");
  const std::string path = given != nullptr ? given : std::string(LAB_TEST_DATA) + "/../../../shared/data/shakespeare/tinyshakespeare.txt";
  if (!std::ifstream(path).good()) {
    MESSAGE("skipped: Tiny Shakespeare is not there (LAB_CORPUS names its file)");
    return;
  }
  const Model model = best_model();
  const auto tokens = model.vocabulary.encode(file_bytes(path));
  REQUIRE(tokens.ok());
  const auto examples = fixed_examples(std::span(tokens.value()).subspan(1'000'000), 64);
  const auto report = measure_quantization(model.weights, examples);
  MESSAGE("accuracy " << report.float32.accuracy() << " and " << report.int8.accuracy() << ", nats " << report.float32.mean_loss() << " and "
                      << report.int8.mean_loss() << ", error of a logit at most " << report.largest_logit_error << ", on average " << report.mean_logit_error);
  CHECK(std::fabs(report.accuracy_lost()) <= 0.2);
  CHECK(std::fabs(report.nats_lost()) <= 0.01);
}
