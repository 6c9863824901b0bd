// Counts of parameters, bytes, caches and attention entries: against numbers known from outside, and by hand.
#include <doctest.h>

#include <cmath>

#include "core/scale.h"
#include "core/scale_models.h"
#include "model/weights.h"

using namespace lab::core;

namespace {

std::uint64_t total(const ModelShape& shape) {
  const auto split = count_parameters(shape);
  REQUIRE(split.ok());
  const ParameterSplit& s = split.value();
  CHECK(s.embedding + s.attention + s.mlp + s.norms + s.head == s.total);
  return s.total;
}

std::uint64_t total(const char* key) {
  const KnownModel* m = find_model(key);
  REQUIRE(m != nullptr);
  return total(m->shape);
}

}  // namespace

TEST_CASE("The published models have the parameters that their published weights have") {
  CHECK(total("tinybert") == 108610);        // the notebook, section 6
  CHECK(total("bert-base") == 109482240);    // bert-base-uncased with pooler
  CHECK(total("gpt-2-xl") == 1557611200);    // gpt2-xl
  CHECK(total("llama-405b") == 405853388800);  // Llama 3.1 405B
}

TEST_CASE("TinyBERT's formula agrees with the lab's own layout, whatever its size") {
  for (const std::size_t width : {16U, 64U})
    for (const std::size_t layers : {1U, 3U}) {
      lab::model::Config c;
      c.width = width;
      c.hidden = 4 * width;
      c.layers = layers;
      ModelShape shape = find_model("tinybert")->shape;
      shape.width = width;
      shape.layers = layers;
      CHECK(total(shape) == lab::model::make_layout(c).trained);
    }
}

TEST_CASE("Two models by hand") {
  // GPT-3: 96 blocks of 12 d^2 + 13 d, embeddings, a last norm.
  const std::uint64_t d = 12288;
  CHECK(total("gpt-3") == 96 * (12 * d * d + 13 * d) + (50257 + 2048) * d + 2 * d);
  // Transformer base: 18 attentions of 4 d^2, 12 MLPs, 12 + 18 norms, one embedding.
  const std::uint64_t w = 512, f = 2048;
  CHECK(total("base-2017") == 18 * 4 * w * w + 12 * (2 * w * f + w + f) + 30 * 2 * w + 37000 * w);
  CHECK(total("base-2017") == 63045632);
}

TEST_CASE("The notebook's figures are reproduced, but for the one that its paper does not determine") {
  const auto figures = quoted_figures();
  REQUIRE(figures.size() == 11);
  for (const QuotedFigure& f : figures) {
    CAPTURE(f.model);
    CAPTURE(f.what);
    CAPTURE(f.computed);
    CHECK(f.reproduced() == (f.model != "base-2017"));
  }
  const ModelShape& gpt = find_model("gpt-3")->shape;
  CHECK(cache_values(gpt).value() == 2 * 96 * 12288);
  CHECK(cache_bytes(gpt, 1, 16).value() == 4718592);          // 4.7 MB
  CHECK(cache_bytes(gpt, 2048, 16).value() == 9663676416);    // 9.66 GB
  CHECK(bytes_of(total("gpt-3"), 16).value() == 349208518656);  // 350 GB
  CHECK(bytes_of(total("llama-405b"), 16).value() == 811706777600);  // 810 GB
  CHECK(attention_entries(gpt, 1000000).value().head == 1000000000000);
  CHECK(accelerators(349208518656) == 5);
  CHECK(accelerators(811706777600) == 11);
  CHECK(accelerators(kAcceleratorBytes) == 1);
  CHECK(accelerators(kAcceleratorBytes + 1) == 2);
}

TEST_CASE("TinyBERT's figure is exact, and without biases the pooler has none") {
  const QuotedFigure tiny = quoted_figures().front();
  CHECK(tiny.quoted == "108\u202F610");
  CHECK(tiny.unit == 1);
  ModelShape bert = find_model("bert-base")->shape;
  CHECK(count_parameters(bert).value().head == 768 * 768 + 768);
  bert.biases = false;
  CHECK(count_parameters(bert).value().head == 768 * 768);
}

TEST_CASE("A figure that is one unit off is not reproduced") {
  CHECK(QuotedFigure{"", "", "", 4.7, 0.1, 4.79}.reproduced());
  CHECK_FALSE(QuotedFigure{"", "", "", 4.7, 0.1, 4.81}.reproduced());
  CHECK_FALSE(QuotedFigure{"", "", "", 4.7, 0.1, 4.59}.reproduced());
}

TEST_CASE("Shared keys and values shrink the cache and the projections, and nothing else") {
  ModelShape all = find_model("llama-405b")->shape;
  const ParameterSplit grouped = count_parameters(all).value();
  const std::uint64_t kept = cache_values(all).value();
  all.kv_heads = 0;
  const ParameterSplit own = count_parameters(all).value();
  CHECK(cache_values(all).value() == 16 * kept);
  CHECK(own.mlp == grouped.mlp);
  CHECK(own.embedding == grouped.embedding);
  CHECK(own.attention - grouped.attention == 126ULL * 2 * 16384 * (16384 - 1024));
  all.kv_heads = 1;
  CHECK(cache_values(all).value() * 8 == kept);
}

TEST_CASE("Heads that do not share evenly and counts beyond 2^63 are refused in one sentence") {
  ModelShape s;
  s.kv_heads = 5;
  CHECK(count_parameters(s).error().find("divide") != std::string::npos);
  s.kv_heads = 13;
  CHECK(count_parameters(s).error().find("more") != std::string::npos);
  s.kv_heads = 1;
  s.width = 770;
  CHECK(cache_values(s).error().find("770") != std::string::npos);
  s.kv_heads = 0;  // one each: nothing to be shared
  CHECK(count_parameters(s).ok());
  s.width = 1ULL << 31U;
  s.layers = 10;
  CHECK(count_parameters(s).error().find("large") != std::string::npos);
  CHECK_FALSE(attention_entries(s, 1ULL << 32U).ok());
  CHECK_FALSE(bytes_of(1ULL << 62U, 8).ok());
  CHECK(bytes_of(3, 4).value() == 2);  // 1.5 bytes take 2
  CHECK_FALSE(cache_bytes(s, 1ULL << 40U, 16).ok());
}
