#include <doctest.h>

#include "model_support.h"

using namespace lab::model;
using namespace lab::test;

namespace {

/// Words in random order: the same text in every build.
std::string words() {
  constexpr const char* kWords[] = {"token", "leader", "hull", "layer", "head", "map", "mask", "row"};
  lab::core::Generator generator = lab::core::default_rng(2001);
  std::string text;
  while (text.size() < 3000) text += std::string(kWords[generator.integers(0, 8)]) + (generator.random() < 0.1 ? ".\n" : " ");
  return text;
}

// Written down from the native build; node and the browsers must agree.
constexpr std::uint64_t kStart = 0xc35f7d7fed2e7d6aULL, kAfter20 = 0x844d3d1ac52d82b3ULL;

struct Run {
  Vocabulary vocabulary = Vocabulary::of_text(words()).value();
  std::vector<Token> tokens = vocabulary.encode(words()).value();
  TrainOptions options;
  Run() {
    options.config = {vocabulary.size(), 16, 16, 4, 2, 32, true};
    options.batch = 8;
    options.iterations = 100;
    options.seed = 3;
    options.rate = 1e-2;
  }
  Trainer trainer() const {
    const auto train = std::span(tokens).first(2500), held_out = std::span(tokens).subspan(2500);
    REQUIRE(check(options, train, held_out).ok());
    return Trainer(options, train, held_out);
  }
};

std::uint64_t after(Trainer& trainer, int iterations) {
  for (int i = 0; i < iterations; ++i) trainer.step();
  return fingerprint(trainer.weights().values);
}

}  // namespace

TEST_CASE("training: twenty iterations end in the same bits in every build") {
  const Run run;
  Trainer trainer = run.trainer();
  CHECK(after(trainer, 0) == kStart);
  CHECK(after(trainer, 20) == kAfter20);
}

TEST_CASE("training: the switches of exercises 1 to 4 all train, and each changes the run") {
  const auto trained = [](auto change) {
    Run run;
    run.options.iterations = 300;
    change(run.options);
    Trainer trainer = run.trainer();
    double first = 0.0, last = 0.0;
    for (std::size_t i = 0; i < run.options.iterations; ++i) {
      const double loss = trainer.step().mean_loss();
      if (i < 5) first += loss / 5;
      if (i + 5 >= run.options.iterations) last += loss / 5;
    }
    CHECK(trainer.done());
    CHECK(last < 0.85 * first);
    const auto& w = trainer.weights();
    const double pe = largest_difference(std::span<const float>(w.values).subspan(w.layout.positions),
                                         std::span<const float>(sinusoidal_positions(16, 16)));
    CHECK(pe == (run.options.positions ? 0.0 : 1.0));  // fixed: learning leaves pe alone
    return fingerprint(w.values);
  };
  const std::vector<std::uint64_t> ends{
      trained([](TrainOptions&) {}), trained([](TrainOptions& o) { o.config.scale_scores = false; }),
      trained([](TrainOptions& o) { o.positions = false; }), trained([](TrainOptions& o) { o.config.heads = 1; }),
      trained([](TrainOptions& o) { o.mask.always_last = false; })};
  for (std::size_t i = 0; i < ends.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) CHECK(ends[i] != ends[j]);
}

TEST_CASE("training: from a checkpoint on, weights, measurements and schedule go on with the same bits") {
  Run run;
  run.options.schedule = Schedule::kCosine;
  run.options.warmup = 4;
  Trainer whole = run.trainer(), second = run.trainer();
  after(whole, 5);
  whole.evaluate(3);
  const std::string file = whole.checkpoint(run.vocabulary);
  after(second, 2);  // whatever it did before
  REQUIRE(second.resume(file).ok());
  CHECK(second.iteration() == 5);
  CHECK(second.checkpoint(run.vocabulary) == file);
  CHECK(after(second, 6) == after(whole, 6));
  const Score a = whole.evaluate(4), b = second.evaluate(4);
  CHECK(a.loss == b.loss);
  CHECK(a.hidden == b.hidden);
}

TEST_CASE("training: a checkpoint is a model too, and a model is no checkpoint") {
  const Run run;
  Trainer trainer = run.trainer();
  after(trainer, 2);
  const auto model = read_model(trainer.checkpoint(run.vocabulary));
  REQUIRE(model.ok());
  CHECK(fingerprint(model.value().weights.values) == fingerprint(trainer.weights().values));
  const auto refused = trainer.resume(write_model(trainer.weights(), run.vocabulary));
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error() == "The file is no checkpoint of a training run.");
}

TEST_CASE("training: checkpoints that do not fit are refused and change nothing") {
  Run run;
  Trainer trainer = run.trainer();
  after(trainer, 3);
  const std::string good = trainer.checkpoint(run.vocabulary);
  Run other;
  other.options.rate = 2e-3;
  Trainer foreign = other.trainer();
  std::vector<std::string> bad{foreign.checkpoint(run.vocabulary), good.substr(0, good.size() / 2), good + "x", ""};
  std::string nan = good;  // the last tensor is Adam's v
  nan.replace(nan.size() - 4, 4, std::string("\0\0\xc0\x7f", 4));
  bad.push_back(nan);
  const std::string count = R"("iteration":"3")";
  for (const char* changed : {R"("iteration":"x")", R"("iteration":"" )"}) {
    const std::size_t at = good.find(count);
    REQUIRE(at != std::string::npos);
    bad.push_back(std::string(good).replace(at, count.size(), changed));
  }
  for (const std::string& bytes : bad) {
    const auto refused = trainer.resume(bytes);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().back() == '.');
    CHECK(trainer.checkpoint(run.vocabulary) == good);
  }
}

TEST_CASE("training: options that cannot be are refused with a sentence") {
  const Run run;
  const std::span<const Token> tokens(run.tokens);
  const auto refused = [&](auto change) {
    TrainOptions o = run.options;
    change(o);
    const auto s = check(o, tokens, tokens);
    return !s.ok() && s.error().back() == '.';
  };
  CHECK_FALSE(refused([](TrainOptions&) {}));
  CHECK(refused([](TrainOptions& o) { o.batch = 0; }));
  CHECK(refused([](TrainOptions& o) { o.rate = 0.0; }));
  CHECK(refused([](TrainOptions& o) { o.rate = std::nan(""); }));
  CHECK(refused([](TrainOptions& o) { o.mask.probability = 1.5; }));
  CHECK(refused([](TrainOptions& o) { o.config.heads = 3; }));
  CHECK(refused([](TrainOptions& o) { o.config.vocab = 5; }));
  CHECK_FALSE(check(run.options, tokens.first(16), tokens).ok());
  CHECK_FALSE(check(run.options, tokens, tokens.first(3)).ok());
}
