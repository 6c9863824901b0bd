#pragma once
#include <span>
#include <string_view>

#include "core/result.h"

namespace lab::cli {

/// The commands. Each gets what stands behind its name, writes to standard
/// output when all went well, and else returns one sentence.
core::Status run_command(std::span<const std::string_view> arguments);
core::Status link_command(std::span<const std::string_view> arguments);
core::Status list_command(std::span<const std::string_view> arguments);
core::Status describe_command(std::span<const std::string_view> arguments);
core::Status words_command(std::span<const std::string_view> arguments);
core::Status help_command();

/// Writes to standard output and tells whether it arrived.
core::Status print(std::string_view text);

}  // namespace lab::cli
