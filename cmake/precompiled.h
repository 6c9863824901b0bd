// What nearly every file includes anyway, read once a target: it is a third of the time of a build. Only the standard
// library, so that a header of ours that forgets one of its own is still found.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
