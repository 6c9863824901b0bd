#pragma once
#include <set>
#include <string>
#include <string_view>

namespace lab::gui {

/// How much of the lab is drawn: all of it, or what a page that embeds it asks
/// for. Full: everything. Controls: picture, transport and controls. Picture:
/// picture and transport only; the reader's hand changes nothing but the view.
enum class Level { kLab, kFull, kControls, kPicture };

/// What an embed draws and what the reader's hand may change. Commands of the
/// page around it are not bound by this.
class Embed {
 public:
  Embed() = default;
  /// `level`: "full", "controls", "picture"; anything else is the lab itself.
  /// `shown`: keys of parameters and actions apart by blanks or commas, "*" for
  /// all. `locked`: keys that are shown but not to be changed.
  Embed(std::string_view level, std::string_view shown, std::string_view locked);

  Level level() const { return level_; }
  /// Bars, tabs and panel are there as in the lab.
  bool whole() const { return level_ == Level::kLab || level_ == Level::kFull; }
  /// The page chose the controls one by one.
  bool chosen() const { return !all_; }
  bool shows(std::string_view key) const { return level_ != Level::kPicture && (all_ || shown_.contains(key)); }
  bool locks(std::string_view key) const { return level_ == Level::kPicture || locked_.contains(key); }
  bool locks_any() const { return level_ == Level::kPicture || !locked_.empty(); }

 private:
  Level level_ = Level::kLab;
  bool all_ = true;
  std::set<std::string, std::less<>> shown_;
  std::set<std::string, std::less<>> locked_;
};

}  // namespace lab::gui
