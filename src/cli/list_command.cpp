#include <string>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "scenes/value_text.h"
#include "views/state_json.h"
#include "views/words.h"

namespace lab::cli {
namespace {

using core::Error;
using core::Status;

std::string padded(std::string text, std::size_t width) {
  text.append(text.size() < width ? width - text.size() : 1, ' ');
  return text;
}

std::string flags_text() {
  std::string out;
  for (const Flag& f : run_flags()) out += "  " + padded("--" + f.name + (f.value.empty() ? "" : " " + f.value), 24) + f.help + "\n";
  return out;
}

/// A cell of a markdown table: no bar may end it, no bracket begin a tag.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '<') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string row(std::initializer_list<std::string_view> cells) {
  std::string out = "|";
  for (const std::string_view c : cells) out += " " + cell(c) + " |";
  return out + "\n";
}

std::string range_text(const scenes::Param& p) {
  using scenes::Kind;
  const std::string range = scenes::number_text(p.min) + " to " + scenes::number_text(p.max);
  switch (p.kind) {
    case Kind::kNumber:
    case Kind::kInteger: return range + (p.endless ? ", or `inf`" : "") + (p.scale == scenes::Scale::kLog ? ", log scale" : "");
    case Kind::kMatrix:
    case Kind::kTokens: return "entries " + range;
    case Kind::kSwitch: return "`on`, `off`";
    case Kind::kSeed: return "a whole number, or a list `[1,2]`";
    case Kind::kText: return "any text";
    case Kind::kChoice: break;
  }
  std::string list;
  for (const scenes::Option& o : p.choices) list += (list.empty() ? "`" : ", `") + o.key + "` (" + o.label + ")";
  return list;
}

/// A long default, such as thirteen tokens, would burst the table.
std::string default_text(const scenes::Value& value) {
  constexpr std::size_t kLongest = 40;
  const std::string text = scenes::format_value(value);
  if (text.empty()) return "";
  return text.size() <= kLongest ? "`" + text + "`" : "of the preset";
}

std::string params_text(const scenes::Scene& scene) {
  std::string out = "| flag | name | kind | values | default | unit | meaning |\n|---|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < scene.params().size(); ++i) {
    const scenes::Param& p = scene.params()[i];
    const std::string help = p.help + (p.view_only ? " (changes the picture only)" : "");
    out += row({"`--" + p.key + "`", p.label, views::kind_name(p.kind), range_text(p), default_text(scene.fallback(i)), p.unit, help});
  }
  return out;
}

std::string scene_text(const scenes::Entry& entry) {
  const auto scene = entry.make();
  std::string out = "## " + entry.title + " (`" + entry.slug + "`)\n\n" + entry.claim + "\n\nNotebook sections: " + entry.chapter +
                    ". Source: " + entry.source + ".\n\n### Parameters\n\n" + params_text(*scene);
  if (!scene->actions().empty()) {
    out += "\n### Actions\n\n| key | name | meaning |\n|---|---|---|\n";
    for (const scenes::Action& a : scene->actions()) out += row({"`" + a.key + "`", a.label, a.help});
  }
  out += "\n### Observables\n\n| key | name | unit | meaning |\n|---|---|---|---|\n";
  for (const scenes::Observable& o : scene->observables()) out += row({"`" + o.key + "`", o.label, o.unit, o.help});
  return out;
}

}  // namespace

Status list_command(std::span<const std::string_view> arguments) {
  if (arguments.size() == 1 && arguments[0] == "--json") return print(views::gallery_json() + "\n");
  if (!arguments.empty()) return Error{"list knows --json only, not " + views::shown(arguments[0]) + "."};
  std::string out;
  for (const scenes::Entry& e : scenes::registry()) out += padded(e.slug, 14) + e.title + "\n" + padded("", 14) + e.claim + "\n";
  return print(out);
}

Status describe_command(std::span<const std::string_view> arguments) {
  if (arguments.size() > 1) return Error{"describe takes one scene, or none for all."};
  std::string out;
  if (arguments.empty()) {
    out = "# Reference\n\nWritten by `lab-cli describe` from the tables of the scenes.\n\n";
    for (const scenes::Entry& e : scenes::registry()) out += (&e == &scenes::registry().front() ? "" : "\n") + scene_text(e);
    return print(out);
  }
  const auto entry = scene_called(arguments.front());
  if (!entry) return Error{entry.error()};
  return print(scene_text(*entry.value()));
}

Status help_command() {
  std::string out =
      "Attention Lab, without a window.\n\n"
      "  lab-cli list [--json]        the scenes\n"
      "  lab-cli describe [SCENE]     parameters, actions and observables, as markdown\n"
      "  lab-cli run SCENE [flags]    run a scene and print what it measures, as JSON\n"
      "  lab-cli link LINK [flags]    the same for a link copied from the page\n"
      "  lab-cli train --corpus FILE --out FILE [flags]\n"
      "                               train the course's TinyBERT on a text (--help lists the flags)\n"
      "  lab-cli words [TABLE]        texts for readers that a language's table lacks, for translators\n\n"
      "Flags of run, besides the parameters of the scene (--alpha 0.5):\n";
  out += flags_text();
  out +=
      "\nTokens and matrices are given as text (\"1,0;0,9\": rows by semicolons), or as the\n"
      "name of a .csv or .npy file, or as - for standard input. A .npy file with one axis\n"
      "of length n holds n tokens in one dimension.\n\n"
      "Bad input ends in one sentence on standard error, exit status 2, and no file.\n";
  return print(out);
}

}  // namespace lab::cli
