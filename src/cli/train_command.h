#pragma once
#include <span>
#include <string_view>

#include "core/result.h"

namespace lab::cli {

/// `lab-cli train`: trains the model of the course on a text, and writes its
/// weights, on request also the curve and the figures. Progress goes to
/// standard error. Same seed, options and text give the same files.
core::Status train_command(std::span<const std::string_view> arguments);

}  // namespace lab::cli
