#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/train_command.h"
#include "views/words.h"

/// The command line: one command, then its arguments. Exit status 0, or 2
/// after one sentence on standard error; then no file was written.
namespace lab::cli {
namespace {

core::Status dispatch(std::span<const std::string_view> words) {
  if (words.empty()) return core::Error{"A command is needed: list, describe, run, link, train, words or help."};
  const std::string_view command = words.front();
  const auto rest = words.subspan(1);
  if (command == "run") return run_command(rest);
  if (command == "link") return link_command(rest);
  if (command == "train") return train_command(rest);
  if (command == "list") return list_command(rest);
  if (command == "describe") return describe_command(rest);
  if (command == "words") return words_command(rest);
  if (command == "help" || command == "--help" || command == "-h") return help_command();
  const std::vector<std::string> known{"run", "link", "train", "list", "describe", "words", "help"};
  return core::Error{"There is no command " + views::shown(command) + "." + views::suggestion("", command, known)};
}

}  // namespace

core::Status print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) return core::Error{"Standard output could not be written."};
  return core::success();
}

}  // namespace lab::cli

int main(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + 1, argv + (argc > 0 ? argc : 1));
  const lab::core::Status status = lab::cli::dispatch(words);
  if (status) return 0;
  std::fprintf(stderr, "%s\n", status.error().c_str());
  return 2;
}
