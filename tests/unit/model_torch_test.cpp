// Against PyTorch's own numbers; tests/golden/torch_golden.py made them.
#include <doctest.h>

#include "model/reference.h"
#include "model_support.h"

using namespace lab::model;
using namespace lab::test;
namespace reference = lab::model::reference;

namespace {

constexpr double kTolerance = 1e-4;

/// The golden tensors by name.
class Golden {
 public:
  Golden() : bytes_(golden_bytes("torch_golden.safetensors")), file_(read()) {}
  std::vector<float> floats(const std::string& name) const {
    INFO(name);
    REQUIRE(file_.tensors.contains(name));
    auto values = to_floats(name, file_.tensors.at(name));
    REQUIRE(values.ok());
    return std::move(values).value();
  }
  std::vector<Token> tokens(const std::string& name) const {
    std::vector<Token> out;
    for (const float x : floats(name)) out.push_back(static_cast<Token>(x));
    return out;
  }

 private:
  TensorFile read() const {
    auto file = read_tensors(bytes_);
    REQUIRE(file.ok());
    return std::move(file).value();
  }
  std::string bytes_;
  TensorFile file_;
};

Model small_model() {
  const auto vocabulary = Vocabulary::of_characters("abcdefghi");
  REQUIRE(vocabulary.ok());
  auto read = read_model(golden_bytes("torch_small.safetensors"), {3, true}, &vocabulary.value());
  REQUIRE(read.ok());
  return std::move(read).value();
}

/// Windows one after the other: logits of the fast and of the readable model,
/// and the maps of the first window where `maps` is not empty.
void check_windows(const Weights& w, std::span<const Token> tokens, std::size_t n, std::span<const float> logits,
                   const std::vector<float>& maps) {
  const reference::Reference<float> model(w);
  PackedWeights packed;
  packed.assign(w, false);
  FastForward fast(w.config);
  const std::size_t each = n * w.config.vocab;
  REQUIRE(logits.size() == tokens.size() * w.config.vocab);
  for (std::size_t i = 0; i < tokens.size() / n; ++i) {
    INFO("window " << i << "; when shipped weights change, run tests/golden/torch_golden.py again");
    const auto window = tokens.subspan(i * n, n);
    const auto pass = model.forward(window);
    fast.run(w, packed, window, all_rows(n), false);
    const std::span<const float> expected = logits.subspan(i * each, each);
    CHECK(largest_difference(std::span<const float>(pass.logits.values), expected) < kTolerance);
    CHECK(largest_difference(fast.logits(), expected) < kTolerance);
    if (i > 0 || maps.empty()) continue;
    REQUIRE(maps.size() == w.config.layers * w.config.heads * n * n);
    for (std::size_t b = 0; b < w.config.layers; ++b)
      for (std::size_t h = 0; h < w.config.heads; ++h) {
        const auto map = std::span<const float>(maps).subspan((b * w.config.heads + h) * n * n, n * n);
        CHECK(largest_difference(std::span<const float>(pass.blocks[b].maps[h].values), map) < kTolerance);
        CHECK(largest_difference(std::span<const float>(fast.blocks()[b].maps).subspan(h * n * n, n * n), map) < kTolerance);
      }
  }
}

}  // namespace

TEST_CASE("PyTorch: logits and maps of the shipped model") {
  const Golden golden;
  const Model shipped = shipped_model();
  check_windows(shipped.weights, golden.tokens("shipped.tokens"), 64, golden.floats("shipped.logits"),
                golden.floats("shipped.maps"));
  check_windows(shipped.weights, golden.tokens("short.tokens"), 17, golden.floats("short.logits"), {});
}

TEST_CASE("PyTorch: a file it saved opens, with other sizes, and gives its logits") {
  const Golden golden;
  const Model small = small_model();
  CHECK(small.weights.config == Config{10, 12, 12, 3, 3, 48, true});
  check_windows(small.weights, golden.tokens("small.tokens"), 12, golden.floats("small.logits"),
                golden.floats("small.maps"));
}

TEST_CASE("PyTorch: a file without its characters and of an unknown vocabulary is refused") {
  CHECK_FALSE(read_model(golden_bytes("torch_small.safetensors"), {3, true}).ok());
  const auto fewer = Vocabulary::of_characters("abcdefgh");
  CHECK_FALSE(read_model(golden_bytes("torch_small.safetensors"), {3, true}, &fewer.value()).ok());
  const Vocabulary right = small_model().vocabulary;
  CHECK_FALSE(read_model(golden_bytes("torch_small.safetensors"), {5, true}, &right).ok());
}

TEST_CASE("PyTorch: our sinusoidal positions are its own") {
  const Model small = small_model();
  const auto pe = std::span<const float>(small.weights.values).subspan(small.weights.layout.positions);
  CHECK(largest_difference(pe, std::span<const float>(sinusoidal_positions(12, 12))) < 1e-6);
}

TEST_CASE("PyTorch: loss and gradient of the small model") {
  const Golden golden;
  const Model small = small_model();
  Example example{golden.tokens("small.tokens"), {}, golden.tokens("small.targets")};
  for (const float row : golden.floats("small.hidden")) example.rows.push_back(static_cast<std::uint32_t>(row));
  std::vector<float> gradient(small.weights.layout.trained, 0.0f);
  PackedWeights packed;
  packed.assign(small.weights, true);
  FastGradient pass(small.weights.config);
  const Score score = pass.add(small.weights, packed, example, 1.0f / static_cast<float>(example.rows.size()), gradient);
  CHECK(score.mean_loss() == doctest::Approx(static_cast<double>(golden.floats("small.loss").front())).epsilon(1e-6));
  for (const Tensor& t : small.weights.layout.tensors) {
    if (t.offset >= small.weights.layout.trained) continue;
    INFO(t.name);
    const auto ours = std::span<const float>(gradient).subspan(t.offset, t.size);
    CHECK(largest_difference(ours, std::span<const float>(golden.floats("small.gradient." + t.name))) < 1e-6);
  }
}

TEST_CASE("PyTorch: steps of Adam") {
  const Golden golden;
  std::vector<float> x = golden.floats("adam.start");
  const std::vector<float> gradients = golden.floats("adam.gradients"), path = golden.floats("adam.path");
  const std::size_t size = x.size(), steps = gradients.size() / size;
  REQUIRE(steps == 30);
  Adam adam(size);
  for (std::size_t k = 0; k < steps; ++k) {
    adam.step(3e-3, std::span(gradients).subspan(k * size, size), x);
    INFO("step " << k + 1);
    // A step moves by about 3e-3; half a unit in the last place of x is 1e-7.
    CHECK(largest_difference(std::span<const float>(x), std::span(path).subspan(k * size, size)) < 5e-7);
  }
  CHECK(x[3] == golden.floats("adam.start")[3]);  // its gradient is always 0
}
