#include "scenes/link.h"

#include <algorithm>
#include <array>

#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr double kFar = 1e12;

Param number_row(std::string key, double min, double max) {
  Param p;
  p.key = std::move(key);
  p.min = min;
  p.max = max;
  return p;
}

// The link's own values are checked as a scene's parameters are.
struct ViewRows {
  Param k = number_row("k", 0, 1e9);
  Param centre = number_row("centre", -kFar, kFar);
  Param zoom = number_row("zoom", 0, kFar);
  Param yaw = number_row("yaw", -1000, 1000);
  Param pitch = number_row("pitch", -2, 2);
  ViewRows() {
    k.kind = Kind::kInteger;
    centre.kind = Kind::kTokens;
  }
};

const ViewRows& view_rows() {
  static const ViewRows rows;
  return rows;
}

// --- writing ---

bool stays_readable(char c) {
  constexpr std::string_view kMarks = "-._~,;:";
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         kMarks.find(c) != std::string_view::npos;
}

std::string percent_encode(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    if (stays_readable(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
  }
  return out;
}

void append(std::string& link, std::string_view key, const Value& value) {
  link += '&';
  link += key;
  link += '=';
  link += percent_encode(format_value(value));
}

// A view that could not be read again is left out: the link then means "fit".
void append_view(std::string& link, const Param& row, const Value& value, const Value& standard) {
  if (value != standard && check_value(row, value)) append(link, row.key, value);
}

core::Matrix as_row(const Point& p) { return core::Matrix{{p[0], p[1], p[2]}}; }

std::string differences(const Scene& scene, const ViewState& view) {
  std::string out;
  for (std::size_t i = 0; i < scene.params().size(); ++i)
    if (const Value value = scene.get(i); value != scene.fallback(i)) append(out, scene.params()[i].key, value);
  if (scene.link_step() > 0) append(out, "k", static_cast<std::int64_t>(scene.link_step()));
  const ViewRows& rows = view_rows();
  const ViewState standard;
  append_view(out, rows.centre, as_row(view.centre), as_row(standard.centre));
  append_view(out, rows.zoom, view.zoom, standard.zoom);
  append_view(out, rows.yaw, view.yaw, standard.yaw);
  append_view(out, rows.pitch, view.pitch, standard.pitch);
  return out;
}

// --- reading ---

struct Parts {
  std::vector<Setting> own;     ///< keys of the link itself
  std::vector<Setting> params;  ///< everything else
  const std::string* find(std::string_view key) const {
    const auto at = std::ranges::find(own, key, &Setting::first);
    return at == own.end() ? nullptr : &at->second;
  }
};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

core::Result<std::string> percent_decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) return core::Error{"A percent sign in the link is not followed by two hexadecimal digits: "};
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

void read_part(std::string_view part, Parts& parts, std::vector<std::string>& problems) {
  const std::size_t equals = part.find('=');
  if (equals == std::string_view::npos) {
    problems.push_back("The link holds " + quoted(part) + ", which is no key=value; it was left out.");
    return;
  }
  auto key = percent_decode(part.substr(0, equals));
  auto value = percent_decode(part.substr(equals + 1));
  if (!key || !value) {
    problems.push_back((key ? value : key).error() + quoted(part) + " was left out.");
    return;
  }
  const bool own = std::ranges::find(kLinkKeys, std::string_view(key.value())) != kLinkKeys.end();
  if (own && parts.find(key.value()) != nullptr) {
    problems.push_back(key.value() + " is given twice; the first value counts.");
    return;
  }
  (own ? parts.own : parts.params).emplace_back(std::move(key).value(), std::move(value).value());
}

Parts split(std::string_view link, std::vector<std::string>& problems) {
  if (!link.empty() && (link[0] == '#' || link[0] == '?')) link.remove_prefix(1);
  Parts parts;
  while (!link.empty()) {
    const std::size_t end = link.find('&');
    if (const std::string_view part = link.substr(0, end); !part.empty()) read_part(part, parts, problems);
    link.remove_prefix(end == std::string_view::npos ? link.size() : end + 1);
  }
  return parts;
}

// The scene that the link asks for; none if the link cannot be used at all.
const Entry* wanted_scene(const Parts& parts, std::vector<std::string>& problems) {
  const std::string* version = parts.find("v");
  if (version != nullptr && *version != std::to_string(kLinkVersion)) {
    problems.push_back("This link is of version " + quoted(*version) + ", and this lab reads version " +
                       std::to_string(kLinkVersion) + "; the lab starts with its defaults.");
    return nullptr;
  }
  const std::string* slug = parts.find("scene");
  if (slug == nullptr) return &registry().front();
  const Entry* entry = find_scene(*slug);
  if (entry == nullptr)
    problems.push_back("There is no scene " + quoted(*slug) + "; the lab starts with its defaults.");
  return entry;
}

template <class T>
void read_own(const Parts& parts, const Param& row, T& target, std::vector<std::string>& problems) {
  const std::string* text = parts.find(row.key);
  if (text == nullptr) return;
  const auto value = parse_value(row, *text);
  if (value) target = *std::get_if<T>(&value.value());
  else problems.push_back(value.error());
}

ViewState read_view(const Parts& parts, std::vector<std::string>& problems) {
  const ViewRows& rows = view_rows();
  ViewState view;
  read_own(parts, rows.zoom, view.zoom, problems);
  read_own(parts, rows.yaw, view.yaw, problems);
  read_own(parts, rows.pitch, view.pitch, problems);
  core::Matrix centre = as_row(view.centre);
  read_own(parts, rows.centre, centre, problems);
  if (centre.data.size() == 3) view.centre = {centre.data[0], centre.data[1], centre.data[2]};
  else problems.push_back("centre must be three numbers such as 0,0,0.");
  return view;
}

void seek_wanted(const Parts& parts, Scene& scene, std::vector<std::string>& problems) {
  std::int64_t k = 0;
  read_own(parts, view_rows().k, k, problems);
  const auto wanted = static_cast<std::size_t>(k);
  if (wanted > scene.horizon())
    problems.push_back("k = " + std::to_string(k) + " lies beyond the last step, " +
                       std::to_string(scene.horizon()) + ", which is shown instead.");
  scene.seek(std::min(wanted, scene.horizon()));
}

}  // namespace

std::string write_link(const Entry& entry, const Scene& scene, const ViewState& view) {
  const std::string body = differences(scene, view);
  const bool first = &entry == &registry().front();
  if (first && body.empty()) return {};
  return "v=" + std::to_string(kLinkVersion) + "&scene=" + percent_encode(entry.slug) + body;
}

LinkReport read_link(std::string_view link) {
  LinkReport report;
  const Parts parts = split(link, report.problems);
  report.entry = wanted_scene(parts, report.problems);
  if (report.entry == nullptr) {
    report.entry = &registry().front();
    report.scene = report.entry->make();
    return report;
  }
  report.scene = report.entry->make();
  const auto refused = set_texts(*report.scene, parts.params);
  report.problems.insert(report.problems.end(), refused.begin(), refused.end());
  report.view = read_view(parts, report.problems);
  seek_wanted(parts, *report.scene, report.problems);
  return report;
}

}  // namespace lab::scenes
