#include <array>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/supply.h"
#include "scenes/link.h"
#include "scenes/value_text.h"
#include "views/npy_io.h"
#include "views/state_json.h"
#include "views/svg.h"
#include "views/table_io.h"
#include "views/take.h"
#include "views/text_twin.h"
#include "views/words.h"

namespace lab::cli {
namespace {

using core::Error;
using core::Matrix;
using core::Result;
using core::Status;
using core::success;

/// A scene at the step that was asked for.
struct Run {
  std::unique_ptr<scenes::Scene> scene;
  scenes::ViewState view;
};

// --- input ------------------------------------------------------------------

/// Text of a matrix has digits and signs only; all else is the name of a file.
bool names_a_file(std::string_view text) {
  return text == "-" || text.find_first_not_of("0123456789+-.eE,; \t\r\n") != std::string_view::npos;
}

Result<Matrix> read_table(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return Error{bytes.error()};
  const bool npy = views::looks_like_npy(bytes.value()) || path.ends_with(".npy");
  auto table = npy ? views::read_npy(bytes.value()) : views::read_csv(bytes.value());
  if (!table) return Error{(path == "-" ? "Standard input" : views::shown(path)) + " " + table.error() + "."};
  return table;
}

/// Puts the contents of files in place of their names.
Status read_files(const scenes::Scene& scene, std::vector<scenes::Setting>& settings) {
  bool stdin_used = false;
  for (auto& [key, text] : settings) {
    const scenes::Kind kind = scene.params()[static_cast<std::size_t>(scenes::find_param(scene, key))].kind;
    if ((kind != scenes::Kind::kTokens && kind != scenes::Kind::kMatrix) || !names_a_file(text)) continue;
    if (text == "-" && stdin_used) return Error{"Standard input can be read for one parameter only."};
    stdin_used = stdin_used || text == "-";
    const auto table = read_table(text);
    if (!table) return Error{table.error()};
    text = scenes::matrix_text(table.value());
  }
  return success();
}

/// The parameter that is the last step: the whole number which the horizon follows.
Status raise_horizon(scenes::Scene& scene, std::size_t steps) {
  const std::size_t before = scene.horizon();
  Status refused = Error{scene.params().empty() ? "" : "This scene has " + std::to_string(before) + " steps at most."};
  for (std::size_t i = 0; i < scene.params().size(); ++i) {
    const scenes::Param& p = scene.params()[i];
    const scenes::Value old = scene.get(i);
    const auto* number = std::get_if<std::int64_t>(&old);
    if (p.kind != scenes::Kind::kInteger || p.view_only || number == nullptr || *number != static_cast<std::int64_t>(before)) continue;
    const Status set = scene.set(i, static_cast<std::int64_t>(steps));
    if (set && scene.horizon() == steps) return success();
    if (!set) refused = Error{"--steps " + std::to_string(steps) + " is not possible: " + set.error()};
    else (void)scene.set(i, old);
  }
  return refused;
}

Result<Run> make_run(const Request& request) {
  Run run;
  std::size_t step = 0;
  const bool linked = !request.link.empty();
  if (linked) {
    scenes::LinkReport report = scenes::read_link(request.link);
    if (!report.problems.empty()) return Error{report.problems.front()};
    if (report.entry != request.entry) return Error{"The link belongs to the scene " + report.entry->slug + ", not to " + request.entry->slug + "."};
    run = {std::move(report.scene), report.view};
    step = run.scene->step();
  } else {
    run.scene = request.entry->make();
  }
  // The files first: whether a text fits is for the model to say.
  for (const auto& [key, text] : request.settings)
    if (!request.open.empty() && (key == "alphabet" || key == "file-heads"))
      if (const Status set = scenes::set_text(*run.scene, key, text); !set) return Error{set.error()};
  if (const Status opened = open_for(*run.scene, request.open); !opened) return Error{opened.error()};
  if (const Status supplied = supply(*run.scene); !supplied && request.settings.empty()) return Error{supplied.error()};
  std::vector<scenes::Setting> settings = request.settings;
  if (const Status read = read_files(*run.scene, settings); !read) return Error{read.error()};
  const auto problems = scenes::set_texts(*run.scene, settings);
  if (!problems.empty()) return Error{problems.front()};
  if (const Status supplied = supply(*run.scene); !supplied) return Error{supplied.error()};
  if (!run.scene->trouble().empty()) return Error{run.scene->trouble()};
  if (request.steps && *request.steps > run.scene->horizon()) {
    if (const Status raised = raise_horizon(*run.scene, *request.steps); !raised) return Error{raised.error()};
  }
  run.scene->seek(request.steps.value_or(linked ? step : run.scene->horizon()));
  // What goes on by itself is brought to its end here, where nobody waits for frames.
  while (run.scene->running() && run.scene->live(1)) {}
  return run;
}

Status check_theorem(const scenes::Frame& frame, const scenes::Entry& entry) {
  bool found = false;
  for (const scenes::Verdict& v : frame.verdicts) {
    const bool theorem = v.claim.find("heorem") != std::string::npos;
    found = found || theorem;
    if (theorem && v.finding == scenes::Finding::kDoesNotApply) return Error{v.claim + ": does not apply (" + v.hypothesis + ")."};
  }
  return found ? success() : Status(Error{entry.slug + " shows no theorem that could be required."});
}

// --- output -----------------------------------------------------------------

/// A value of the parameter table; large tables by their size only.
void write_setting(views::JsonWriter& json, const scenes::Value& value) {
  constexpr std::size_t kMostRows = 64;
  const auto* matrix = std::get_if<Matrix>(&value);
  if (matrix == nullptr || matrix->rows <= kMostRows) views::write_value(json, value);
  else json.begin_object().member("rows", matrix->rows).member("cols", matrix->cols).end_object();
}

std::string hash_text(std::uint64_t hash) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (unsigned shift = 64; shift > 0; shift -= 4) out += kDigits[hash >> (shift - 4) & 15U];
  return out;
}

std::string run_json(const Request& request, const Run& run, const scenes::Frame& frame) {
  const scenes::Scene& scene = *run.scene;
  std::vector<std::size_t> which;
  for (std::size_t i = 0; !request.print && i < scene.observables().size(); ++i) which.push_back(i);
  for (const std::string& key : request.print.value_or(std::vector<std::string>{}))
    which.push_back(static_cast<std::size_t>(scenes::find_observable(scene, key)));
  views::JsonWriter json;
  json.begin_object().member("scene", request.entry->slug).member("step", scene.step()).member("horizon", scene.horizon());
  json.member("hash", hash_text(scene.hash(scene.step()))).key("values").begin_object();
  for (std::size_t i = 0; i < scene.params().size(); ++i) {
    json.key(scene.params()[i].key);
    write_setting(json, scene.get(i));
  }
  json.end_object().key("observables");
  views::write_observables(json, scene, which);
  json.key("verdicts").begin_array();
  for (const scenes::Verdict& v : frame.verdicts)
    json.begin_object().member("claim", v.claim).member("finding", views::finding_word(v.finding)).member("measured", v.measured).end_object();
  json.end_array().key("notes").begin_array();
  for (const std::string& note : frame.notes) json.text(note);
  json.end_array().member("link", scenes::write_link(*request.entry, scene, run.view));
  return json.end_object().take() + "\n";
}

Status write_trajectory(OutputFiles& files, const std::string& path, const scenes::Scene& scene) {
  if (const Status begun = files.begin(path); !begun) return begun;
  views::write_states(scene, path.ends_with(".npy"), [&](const std::string& piece) { files.write(piece); });
  return success();
}

Status write_data(OutputFiles& files, const Request& request, const Run& run, const scenes::Frame& frame) {
  const auto bytes = views::part_data(frame, *run.scene, request.part, request.data.ends_with(".npy"));
  if (!bytes) return Error{bytes.error()};
  if (const Status begun = files.begin(request.data); !begun) return begun;
  files.write(bytes.value());
  return success();
}

Status write_figure(OutputFiles& files, const Request& request, const Run& run, const scenes::Frame& frame) {
  views::SvgOptions options;
  options.theme = request.theme;
  options.width = static_cast<double>(request.width);
  options.height = static_cast<double>(request.height);
  options.picture_only = request.picture_only;
  options.view = run.view;
  options.title = request.entry->title;
  const auto drawn = views::part_svg(frame, *run.scene, request.part, options);
  if (!drawn) return Error{drawn.error()};
  if (const Status begun = files.begin(request.svg); !begun) return begun;
  files.write(drawn.value());
  return success();
}

Status carry_out(const Request& request) {
  const auto made = make_run(request);
  if (!made) return Error{made.error()};
  const Run& run = made.value();
  scenes::Frame frame;
  run.scene->fill(frame);
  if (request.require_theorem) {
    if (const Status met = check_theorem(frame, *request.entry); !met) return met;
  }
  OutputFiles files;
  if (!request.out.empty()) {
    if (const Status written = write_trajectory(files, request.out, *run.scene); !written) return written;
  }
  if (!request.svg.empty()) {
    if (const Status written = write_figure(files, request, run, frame); !written) return written;
  }
  if (!request.data.empty()) {
    if (const Status written = write_data(files, request, run, frame); !written) return written;
  }
  const std::string report = request.print_parts ? views::parts_json(frame, *run.scene) + "\n" : request.print_text ? views::text_twin(frame) : run_json(request, run, frame);
  // Files come last: when standard output is closed there is to be no file either.
  if (const Status printed = print(report); !printed) return printed;
  return files.commit();
}

Status help_or_run(const Result<Request>& request) {
  if (!request) return Error{request.error()};
  if (!request.value().help) return carry_out(request.value());
  if (const Status helped = help_command(); !helped) return helped;
  (void)print("\n");
  const std::array<std::string_view, 1> scene{request.value().entry->slug};
  return describe_command(scene);
}

}  // namespace

Status run_command(std::span<const std::string_view> arguments) {
  if (!arguments.empty() && (arguments.front() == "--help" || arguments.front() == "-h")) return help_command();
  return help_or_run(read_run(arguments));
}

Status link_command(std::span<const std::string_view> arguments) {
  if (!arguments.empty() && (arguments.front() == "--help" || arguments.front() == "-h")) return help_command();
  return help_or_run(read_link_run(arguments));
}

}  // namespace lab::cli
