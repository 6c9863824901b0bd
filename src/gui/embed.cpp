#include "gui/embed.h"

namespace lab::gui {
namespace {

Level level_of(std::string_view name) {
  if (name == "full") return Level::kFull;
  if (name == "controls") return Level::kControls;
  return name == "picture" ? Level::kPicture : Level::kLab;
}

std::set<std::string, std::less<>> keys_of(std::string_view list) {
  constexpr std::string_view kApart = " ,;\t\r\n";
  std::set<std::string, std::less<>> keys;
  for (std::size_t from = list.find_first_not_of(kApart); from != std::string_view::npos;) {
    const std::size_t end = list.find_first_of(kApart, from);
    keys.emplace(list.substr(from, end - from));
    from = list.find_first_not_of(kApart, end);
  }
  return keys;
}

}  // namespace

Embed::Embed(std::string_view level, std::string_view shown, std::string_view locked)
    : level_(level_of(level)), all_(shown == "*"), shown_(keys_of(shown)), locked_(keys_of(locked)) {}

}  // namespace lab::gui
