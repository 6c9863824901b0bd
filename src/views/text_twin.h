#pragma once
#include <string>
#include <string_view>

#include "scenes/frame.h"

namespace lab::views {

/// "holds", "violated", "does not apply", "pending".
std::string_view finding_word(scenes::Finding finding);

/// The frame in words, for screen readers, terminals and tests: headline,
/// description, verdicts, notes, plots (first, last, smallest and largest
/// value of each curve) and tables with aligned columns. UTF-8, lines end in
/// '\n', headings are followed by an empty line. Empty parts are left out.
std::string text_twin(const scenes::Frame& frame);

/// One curve in words: "residual: from 0.5 at 0 to 10⁻³ at 40; smallest 10⁻³, largest 0.5".
std::string series_text(const scenes::Series& series);

}  // namespace lab::views
