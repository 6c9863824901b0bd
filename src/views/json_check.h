#pragma once
#include <string_view>

namespace lab::views {

/// Whether `text` is one JSON array, object or null and nothing else, nested at
/// most 32 deep. Observables that are lists hand them over in this form; they
/// go into other JSON as they are.
bool is_json_list(std::string_view text);

}  // namespace lab::views
