#pragma once
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace lab::cli {

/// The whole file, or standard input for "-". Errors are sentences.
core::Result<std::string> read_file(const std::string& path);

/// Files that come into being together or not at all: each is written beside
/// its target under another name, and takes the target's name in commit().
/// What was not committed is removed.
class OutputFiles {
 public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;
  ~OutputFiles();

  /// Begins a file; later calls of write go to it. Errors are sentences.
  core::Status begin(const std::string& path);
  void write(std::string_view bytes);
  /// Closes the files and gives them their names. An old file of that name is
  /// replaced only here.
  core::Status commit();

 private:
  struct File {
    std::string path;    ///< as the reader wrote it
    std::string target;  ///< links followed
    std::string draft;
    std::FILE* stream = nullptr;
    bool failed = false;
  };
  core::Status close_all();
  std::vector<File> files_;
};

}  // namespace lab::cli
