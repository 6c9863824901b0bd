#pragma once
#include <string>
#include <string_view>
#include <vector>

/// Whether `xml` is well formed as far as our figures go: one root, tags that
/// match, attributes in double quotes and none twice, the five entities only,
/// no control characters. "" or the first fault.
inline std::string xml_fault(std::string_view xml) {
  const auto bad_text = [](std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c == '<' || (c < 0x20 && c != '\n')) return true;
      if (c != '&') continue;
      bool known = false;
      for (const std::string_view e : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}) known = known || text.substr(i).starts_with(e);
      if (!known) return true;
    }
    return false;
  };
  std::vector<std::string> open;
  bool rooted = false;
  if (xml.starts_with("<?xml ")) xml.remove_prefix(xml.find("?>") + 2);
  while (!xml.empty()) {
    const std::size_t lt = xml.find('<');
    const std::string_view text = xml.substr(0, lt);
    if (bad_text(text)) return "bad text: " + std::string(text);
    if (open.empty() && text.find_first_not_of("\n ") != std::string_view::npos) return "text outside the root";
    if (lt == std::string_view::npos) break;
    const std::size_t gt = xml.find('>', lt);
    if (gt == std::string_view::npos) return "tag without end";
    std::string_view tag = xml.substr(lt + 1, gt - lt - 1);
    xml.remove_prefix(gt + 1);
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return "stray end tag " + std::string(tag);
      open.pop_back();
      continue;
    }
    if (open.empty() && rooted) return "a second root";
    rooted = true;
    const bool closed = tag.ends_with('/');
    if (closed) tag.remove_suffix(1);
    const std::string name(tag.substr(0, tag.find(' ')));
    tag.remove_prefix(name.size());
    std::vector<std::string> seen;
    while (!tag.empty()) {
      const std::size_t equals = tag.find("=\"");
      if (tag.front() != ' ' || equals == std::string_view::npos) return "bad attributes: " + std::string(tag);
      const std::string key(tag.substr(1, equals - 1));
      for (const std::string& s : seen) {
        if (s == key) return name + " has " + key + " twice";
      }
      seen.push_back(key);
      const std::size_t end = tag.find('"', equals + 2);
      if (end == std::string_view::npos) return "open quote in " + name;
      if (bad_text(tag.substr(equals + 2, end - equals - 2))) return "bad value of " + key;
      tag.remove_prefix(end + 1);
    }
    if (!closed) open.push_back(name);
  }
  return open.empty() && rooted ? "" : "not closed";
}
