#pragma once
#include <string>

#include "core/generator.h"

namespace lab::scenes {

/// NumPy's default_rng of a seed as the reader writes it: "15" or "[1,2]". The
/// text has passed check_value.
core::Generator generator_of(const std::string& seed);
/// The next decimal number in a seed text: "15" to "16", "[1,9]" to "[1,10]";
/// where that makes no seed, "1".
std::string next_seed(std::string seed);

}  // namespace lab::scenes
