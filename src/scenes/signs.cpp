#include "scenes/signs.h"

namespace lab::scenes {

std::string_view signs_of(const Param& param) {
  const bool number = param.kind == Kind::kNumber || param.kind == Kind::kInteger;
  // What is small is written with an exponent.
  const double least = param.smallest > 0 ? param.smallest : param.scale == Scale::kLog ? param.min : 1;
  if (!number) return "text";
  if (param.endless || least < 1e-4) return "number";
  if (param.min < 0) return "signed";
  return param.kind == Kind::kInteger ? "digits" : "decimal";
}

}  // namespace lab::scenes
