#include "cli/files.h"

#include <array>
#include <filesystem>
#include <system_error>

#include "views/words.h"

namespace lab::cli {
namespace {

using core::Error;
using core::Result;
using core::Status;
using core::success;
namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{256} << 20U;

Result<std::string> read_stream(std::FILE* stream, const std::string& name) {
  std::string bytes;
  std::array<char, 65536> buffer{};
  while (true) {
    const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), stream);
    bytes.append(buffer.data(), got);
    if (bytes.size() > kMostBytes) return Error{name + " is larger than 256 MB."};
    if (got < buffer.size()) break;
  }
  if (std::ferror(stream) != 0) return Error{name + " could not be read."};
  return bytes;
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  if (path == "-") return read_stream(stdin, "Standard input");
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status)) return Error{"There is no file " + views::shown(path) + "."};
  if (fs::is_directory(status)) return Error{views::shown(path) + " is a folder, not a file."};
  std::FILE* stream = std::fopen(path.c_str(), "rb");
  if (stream == nullptr) return Error{views::shown(path) + " could not be opened for reading."};
  auto bytes = read_stream(stream, views::shown(path));
  std::fclose(stream);
  return bytes;
}

OutputFiles::~OutputFiles() {
  for (const File& file : files_) {
    if (file.stream != nullptr) std::fclose(file.stream);
    if (!file.draft.empty()) std::remove(file.draft.c_str());
  }
}

Status OutputFiles::begin(const std::string& path) {
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (fs::is_directory(status)) return Error{views::shown(path) + " is a folder; a file name is needed."};
  // A device or pipe must not be replaced by a file.
  if (fs::exists(status) && !fs::is_regular_file(status)) return Error{views::shown(path) + " is not an ordinary file and cannot be written."};
  File file;
  file.path = path;
  const fs::path target = fs::exists(status) ? fs::canonical(path, problem) : fs::path(path);
  file.target = problem && fs::exists(status) ? path : target.string();
  for (const File& other : files_) {
    if (other.target == file.target) return Error{views::shown(path) + " is named for two outputs."};
  }
  file.draft = file.target + ".unfinished";
  file.stream = std::fopen(file.draft.c_str(), "wb");
  if (file.stream == nullptr) return Error{views::shown(path) + " cannot be written: its folder is missing or closed to writing."};
  files_.push_back(std::move(file));
  return success();
}

void OutputFiles::write(std::string_view bytes) {
  File& file = files_.back();
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.stream) != bytes.size()) file.failed = true;
}

Status OutputFiles::close_all() {
  for (File& file : files_) {
    const bool closed = std::fclose(file.stream) == 0;
    file.stream = nullptr;
    if (!closed || file.failed) return Error{views::shown(file.path) + " could not be written to the end; is the disk full?"};
  }
  return success();
}

Status OutputFiles::commit() {
  if (const Status closed = close_all(); !closed) return closed;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (std::rename(files_[i].draft.c_str(), files_[i].target.c_str()) == 0) {
      files_[i].draft.clear();
      continue;
    }
    for (std::size_t j = 0; j < i; ++j) std::remove(files_[j].target.c_str());
    return Error{views::shown(files_[i].path) + " could not be written."};
  }
  return success();
}

}  // namespace lab::cli
