#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "scenes/frame.h"

/// The language of what a reader sees. The English text is the key, so scenes know no language: texts are exchanged
/// where they become visible. A number in a text is "#" in its key, so that one entry serves all values; a list of
/// numbers ("1, 2 and 5") is one "#". In a translation "#" is the next number, "#2" the second.
/// "{}" in a key stands for any text, which is translated by itself.
namespace lab::views {

/// Takes over a table, one entry a line: English, a tab, translation. An empty table is English.
void set_language(std::string_view table);

/// The text in the language that was set, or as it is where the table does not know it. A text of several sentences is
/// translated sentence by sentence. Costs nothing in English, and a look-up otherwise. The view holds until the next
/// set_language(), tidy_language() or translate_frame().
std::string_view translate(std::string_view english);

/// The words of a button. Where they are also something else in English, a table has them as "Start [button]".
std::string_view translate_button(std::string_view label);

/// Whether a language was set.
bool translating();

/// Forgets old texts when they became many; to be called where no translated view is held.
void tidy_language();

/// How many texts are kept, ready or as parts of others; there is a most, for those without end.
std::size_t remembered_texts();

/// All texts of the frame but the letters of strips.
void translate_frame(scenes::Frame& frame);

/// The key under which a table would have this text.
std::string language_key(std::string_view english);

/// Keys that were looked for in vain, in order, one a line.
std::string untranslated();

}  // namespace lab::views
