#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

/// The JSON header of a safetensors file, and no other JSON.
namespace lab::model {

struct HeaderTensor {
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0, end = 0;   ///< data_offsets, behind the header
};
struct Header {
  std::map<std::string, HeaderTensor> tensors;
  std::map<std::string, std::string> metadata;
};

/// Errors: broken JSON, unknown fields, missing fields, a name twice, numbers
/// that are not whole or too large; each with the place.
core::Result<Header> read_header(std::string_view json);

/// Text in JSON's quotation marks.
std::string json_text(std::string_view text);

}  // namespace lab::model
