#pragma once
#include <string_view>

#include "scenes/param.h"

namespace lab::scenes {

/// The signs that a value is written with, for who offers a keyboard of them: "digits", "decimal" (digits and a
/// point), "signed" (with a minus sign), "number" (letters too, as in "inf" and "1e-12"), or "text" (no single number).
std::string_view signs_of(const Param& param);

}  // namespace lab::scenes
