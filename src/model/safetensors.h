#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "model/vocabulary.h"
#include "model/weights.h"

/// Files of named tensors in the safetensors format, as PyTorch users save them:
/// eight bytes with the length of a JSON header (low byte first), the header, the
/// numbers. Source: the format's description in the README of the safetensors
/// project.
namespace lab::model {

/// Largest file that is read.
inline constexpr std::size_t kMostFileBytes = std::size_t{256} << 20U;

/// One tensor of a file, its numbers still as bytes.
struct FileTensor {
  std::string dtype;                ///< "F32", …
  std::vector<std::size_t> shape;
  std::string_view bytes;           ///< into the file
};

/// A file taken apart.
struct TensorFile {
  std::map<std::string, FileTensor> tensors;
  std::map<std::string, std::string> metadata;
};

/// Takes a file apart. Errors are sentences: too short, header broken, tensors
/// overlapping or leaving gaps, sizes that do not fit shapes, a second tensor
/// of the same name. `bytes` must outlive the result.
core::Result<TensorFile> read_tensors(std::string_view bytes);

/// A tensor's numbers as float32. F64, F16 and BF16 are converted (F64 is
/// rounded); other types, NaN and infinite numbers are errors.
core::Result<std::vector<float>> to_floats(const std::string& name, const FileTensor& tensor);

/// A model with what its file tells about it.
struct Model {
  Weights weights;
  Vocabulary vocabulary;
};

/// What the file cannot tell by its shapes.
struct ReadOptions {
  std::size_t heads = 4;       ///< where the file's metadata names none
  bool scale_scores = true;    ///< likewise
};

/// Reads a model of the course's class: all sizes but the heads come from the
/// shapes. The vocabulary comes from the metadata; without it Tiny
/// Shakespeare's where there are 66 characters, else it is an error unless
/// `vocabulary` gives one. `pe` may be missing: then it is the sinusoidal one,
/// for windows of 64.
core::Result<Model> read_model(std::string_view bytes, const ReadOptions& options = {},
                               const Vocabulary* vocabulary = nullptr);

/// One tensor to be written, as float32.
struct NamedFloats {
  std::string name;
  std::vector<std::size_t> shape;
  std::span<const float> values;
};
/// The bytes of a file; tensors in the order given, the header padded to a
/// multiple of 8. Same input, same bytes.
std::string write_tensors(std::span<const NamedFloats> tensors, const std::map<std::string, std::string>& metadata);

/// What a model's file says beside its tensors: heads, scaling, characters and,
/// where the blocks share their weights, `applications`, the number of blocks.
std::map<std::string, std::string> model_metadata(const Config& config, const Vocabulary& vocabulary);

/// The bytes of a model's file, with model_metadata() and `metadata` in its
/// header; PyTorch's load_state_dict takes it.
std::string write_model(const Weights& weights, const Vocabulary& vocabulary,
                        std::map<std::string, std::string> metadata = {});

}  // namespace lab::model
