#include <doctest.h>

#include <bit>

#include "model_support.h"

using namespace lab::model;
using namespace lab::test;

namespace {

std::string low_first(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i, value >>= 8U) out.push_back(static_cast<char>(value & 0xff));
  return out;
}
std::string file_of(const std::string& header, const std::string& data) {
  return low_first(header.size(), 8) + header + data;
}
std::string bits(std::initializer_list<std::uint64_t> numbers, int bytes) {
  std::string out;
  for (const std::uint64_t x : numbers) out += low_first(x, bytes);
  return out;
}

/// One tensor "a" with the data given.
std::string one(const std::string& dtype, const std::string& shape, std::size_t end, const std::string& data) {
  const std::string offsets = R"(,"data_offsets":[0,)" + std::to_string(end) + "]}}";
  return file_of(R"({"a":{"dtype":")" + dtype + R"(","shape":)" + shape + offsets, data);
}

bool one_sentence(const std::string& text) {
  if (text.size() < 15 || text.back() != '.') return false;
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20) return false;
  return true;
}

std::string refusal(std::string_view bytes) {
  const auto file = read_tensors(bytes);
  if (file.ok()) return "";
  CHECK(one_sentence(file.error()));
  CHECK_FALSE(read_model(bytes).ok());
  return file.error();
}

std::string floats_error(std::string_view bytes) {
  const auto file = read_tensors(bytes);
  REQUIRE(file.ok());
  const auto floats = to_floats("a", file.value().tensors.at("a"));
  if (!floats.ok()) CHECK(one_sentence(floats.error()));
  return floats.ok() ? "" : floats.error();
}

std::vector<float> floats_of(std::string_view bytes) {
  const auto file = read_tensors(bytes);
  REQUIRE(file.ok());
  auto floats = to_floats("a", file.value().tensors.at("a"));
  REQUIRE(floats.ok());
  return std::move(floats).value();
}

bool says(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

struct Tiny {
  Weights weights = random_weights({4, 3, 4, 2, 1, 4, true}, 2);
  Vocabulary vocabulary = Vocabulary::of_characters("abc").value();
  std::string bytes() const { return write_model(weights, vocabulary); }
};

/// The tiny model with one tensor replaced, left out (no shape) or added.
std::string with_tensor(const std::string& name, const std::vector<std::size_t>& shape) {
  const Tiny tiny;
  const std::vector<float> zeros(64, 0.0f);
  std::vector<NamedFloats> tensors;
  bool there = false;
  const auto replaced = [&] {
    std::size_t size = 1;
    for (const std::size_t e : shape) size *= e;
    return NamedFloats{name, shape, std::span(zeros).first(size)};
  };
  for (const Tensor& t : tiny.weights.layout.tensors) {
    if (t.name != name) tensors.push_back({t.name, t.shape, tiny.weights.tensor(t)});
    there = there || t.name == name;
    if (t.name == name && !shape.empty()) tensors.push_back(replaced());
  }
  if (!there) tensors.push_back(replaced());
  return write_tensors(tensors, {{"heads", "2"}, {"scale_scores", "1"}, {"characters", "abc"}});
}

std::string model_error(const std::string& bytes) {
  const auto model = read_model(bytes);
  if (!model.ok()) CHECK(one_sentence(model.error()));
  return model.ok() ? "" : model.error();
}

}  // namespace

TEST_CASE("safetensors: every truncation is refused, and so is a longer file") {
  const std::string bytes = Tiny().bytes();
  REQUIRE(read_model(bytes).ok());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    if (refusal(std::string_view(bytes).substr(0, length)).empty()) CHECK(length == bytes.size());
  CHECK(says(refusal(bytes + std::string(4, '\0')), "left over"));
  CHECK(says(refusal(std::string_view(bytes).substr(0, bytes.size() - 4)), "truncated"));
  CHECK(says(refusal("abc"), "only 3 bytes"));
}

TEST_CASE("safetensors: a file that is too large is refused before it is read") {
  // Only its length is looked at, so no memory of that size is needed.
  const char little[8] = {};
  CHECK(says(refusal(std::string_view(little, kMostFileBytes + 1)), "larger than 256 MB"));
  CHECK(says(refusal(low_first(~std::uint64_t{0}, 8) + "{}"), "not a safetensors file"));
  CHECK(says(refusal(low_first(900'000, 8) + "{}"), "truncated within its header"));
  CHECK(says(refusal(one("F32", "[4294967296,4294967296]", 4, "1234")), "too large"));
}

TEST_CASE("safetensors: offsets that overlap, leave gaps, run backwards or do not fit the shape") {
  const auto two = [](const std::string& first, const std::string& second) {
    const std::string entry = R"({"dtype":"F32","shape":[2],"data_offsets":)";
    return file_of(R"({"a":)" + entry + first + R"(},"b":)" + entry + second + "}}", std::string(16, '\0'));
  };
  CHECK(refusal(two("[0,8]", "[8,16]")).empty());
  CHECK(says(refusal(two("[0,8]", "[4,12]")), "overlap"));
  CHECK(says(refusal(two("[0,8]", "[0,8]")), "overlap"));
  CHECK(says(refusal(two("[4,12]", "[12,20]")), "truncated"));
  CHECK(says(refusal(two("[8,0]", "[8,16]")), "before it begins"));
  CHECK(says(refusal(two("[0,4]", "[4,12]")), "does not fit"));
  CHECK(says(refusal(file_of(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", std::string(8, '\0'))), "gap"));
  CHECK(says(refusal(one("F32", "[1]", 4, std::string(8, '\0'))), "left over"));
}

TEST_CASE("safetensors: two tensors of one name") {
  const std::string entry = R"("a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
  CHECK(says(refusal(file_of("{" + entry + "," + entry + "}", std::string(4, '\0'))), "two tensors of one name"));
}

TEST_CASE("safetensors: hostile headers") {
  const std::string deep(5000, '[');
  for (const std::string& header :
       {std::string(), std::string("{"), std::string("[]"), std::string("{}x"), std::string("null"), std::string("{\"a\":1}"), deep,
        "{\"a\":{\"dtype\":\"F32\",\"shape\":" + deep, std::string(R"({"a":{"dtype":"F32","shape":[1]}})"),
        std::string(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})"),
        std::string(R"({"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})"),
        std::string(R"({"a":{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,4]}})"),
        std::string(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}})"),
        std::string(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"extra":1}})"),
        std::string(R"({"a":{"dtype":"","shape":[1],"data_offsets":[0,4]}})"),
        std::string("{\"a"), std::string("{\"a\\u12"), std::string("{\"\\ud800\":{}}"), std::string("{\"a\nb\":{}}"),
        std::string("{\"__metadata__\":{\"a\":1}}"), std::string("{\"__metadata__\":[]}"), std::string(7, '\0')}) {
    CAPTURE(header.substr(0, 80));
    CHECK(says(refusal(file_of(header, "1234")), "broken header"));
  }
}

TEST_CASE("safetensors: any byte of the header changed gives a model or a sentence") {
  const std::string bytes = Tiny().bytes();
  const std::size_t header = 8 + static_cast<unsigned char>(bytes[0]) + 256U * static_cast<unsigned char>(bytes[1]);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < header; ++i)
    for (const unsigned flip : {0x01U, 0x20U, 0x80U}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ flip);
      const auto model = read_model(changed);
      if (model.ok()) continue;
      ++refused;
      if (!one_sentence(model.error())) CHECK(model.error() == "one sentence");
    }
  CHECK(refused > header);  // most changes matter
}

TEST_CASE("safetensors: F64, F16 and BF16 are converted") {
  const std::string wide = bits({std::bit_cast<std::uint64_t>(0.1), std::bit_cast<std::uint64_t>(-2.5)}, 8);
  CHECK(floats_of(one("F64", "[2]", 16, wide)) == std::vector<float>{0.1f, -2.5f});
  const std::string brief = bits({0x3f80, 0xc049, 0}, 2);
  CHECK(floats_of(one("BF16", "[3]", 6, brief)) == std::vector<float>{1.0f, -3.140625f, 0.0f});
  const std::string halves = bits({0x3c00, 0x0001, 0xfbff, 0x03ff, 0x3555}, 2);
  const std::vector<float> meant{1.0f, 0x1p-24f, -65504.0f, 0x1.ff8p-15f, 0.333251953125f};
  CHECK(floats_of(one("F16", "[5]", 10, halves)) == meant);
}

TEST_CASE("safetensors: NaN, infinite numbers and other types are refused by name") {
  CHECK(says(floats_error(one("F32", "[1]", 4, low_first(0x7fc00000, 4))), "\"a\" holds NaN"));
  CHECK(says(floats_error(one("F32", "[1]", 4, low_first(0xff800000, 4))), "infinite"));
  CHECK(says(floats_error(one("F16", "[1]", 2, low_first(0x7e00, 2))), "NaN"));
  CHECK(says(floats_error(one("F16", "[1]", 2, low_first(0xfc00, 2))), "infinite"));
  CHECK(says(floats_error(one("BF16", "[1]", 2, low_first(0x7fc1, 2))), "NaN"));
  CHECK(says(floats_error(one("F64", "[1]", 8, low_first(0x7ff8000000000000, 8))), "NaN"));
  CHECK(says(floats_error(one("I64", "[1]", 8, std::string(8, '\0'))), "type \"I64\""));
}

TEST_CASE("safetensors: a tensor missing, of another shape or too many gets its name said") {
  CHECK(model_error(with_tensor("ln.weight", {4})).empty());
  CHECK(says(model_error(with_tensor("ln.weight", {5})), "ln.weight has the shape 5; 4 is needed"));
  CHECK(says(model_error(with_tensor("head.weight", {4, 5})), "head.weight has the shape 4 x 5; 4 x 4 is needed"));
  CHECK(says(model_error(with_tensor("blocks.0.attn.out.bias", {})), "no tensor blocks.0.attn.out.bias"));
  CHECK(says(model_error(with_tensor("emb.weight", {})), "not a model of the course's class"));
  CHECK(says(model_error(with_tensor("extra", {2})), "no place for"));
  CHECK(says(model_error(with_tensor("emb.weight", {9, 4})), "vocabulary has 4 entries"));
  CHECK(model_error(with_tensor("optimizer.mean", {2})).empty());
}

TEST_CASE("safetensors: a model's own metadata must make sense") {
  const Tiny tiny;
  const auto with = [&](const std::string& key, const std::string& value) {
    std::vector<NamedFloats> tensors;
    for (const Tensor& t : tiny.weights.layout.tensors) tensors.push_back({t.name, t.shape, tiny.weights.tensor(t)});
    std::map<std::string, std::string> metadata{{"heads", "2"}, {"characters", "abc"}};
    metadata[key] = value;
    return model_error(write_tensors(tensors, metadata));
  };
  CHECK(with("note", "\"quotes\" \\ and \t").empty());
  CHECK(says(with("heads", "0"), "heads"));
  CHECK(says(with("heads", "3"), "not a multiple"));
  CHECK(says(with("heads", "two"), "heads"));
  CHECK(says(with("heads", "99999999999999999999999"), "heads"));
  CHECK(says(with("characters", "aab"), "twice"));
  CHECK(says(with("characters", "ab"), "vocabulary has 3 entries"));
  CHECK(says(with("characters", "a\xff" "b"), "UTF-8"));
}
