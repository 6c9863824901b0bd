// What a reader should know about the picture: artefacts of finite precision
// named when they happen, special tokens, and what is left out and why.
#include <algorithm>
#include <cmath>

#include "scenes/hardmax_frame.h"
#include "scenes/outline.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using Layer = HardmaxRun::Layer;
using Notes = std::vector<std::string>;

std::string token_name(std::size_t i) { return "token " + std::to_string(i + 1); }

// The first leader that tied with another token, and who that was.
void note_first_tie(const HardmaxScene& scene, Notes& notes) {
  const auto layer = first_layer(scene, [](const Layer& l) { return l.lost > 0; });
  if (!layer) return;
  const HardmaxRun& run = scene.run();
  for (std::uint32_t leader : run.leaders(*layer)) {
    if (run.lost_since(leader) != *layer) continue;
    const auto set = core::attended_set(run.state(*layer), run.params(), leader);
    const auto other = std::ranges::find_if(set, [&](std::uint32_t j) { return j != leader; });
    if (other == set.end()) continue;
    notes.push_back("Layer " + std::to_string(*layer) + ": " + token_name(*other) + " came within the tie tolerance of leader " +
                    std::to_string(leader + 1) + ", so the two tie and the leader is no strict leader any more. An artefact: "
                    "in exact arithmetic a follower never reaches its leader.");
    break;
  }
  const double drift = run.layer(scene.step()).drift;
  if (drift > 0)
    notes.push_back("Leaders have drifted by " + rounded(drift, 2) + " by now, because of ties and rounding; in exact arithmetic they stand still.");
}

bool all_at_rest(const HardmaxScene& scene) {
  const core::Matrix& Z = scene.tokens();
  const core::Matrix& mean = scene.now().attention.mean;
  for (std::size_t c = 0; c < Z.data.size(); ++c)
    if (std::abs(Z.data[c] - mean.data[c]) > 1e-15 * std::max(1.0, std::abs(Z.data[c]))) return false;
  return true;
}

void note_rest(const HardmaxScene& scene, Notes& notes) {
  const std::size_t k = scene.step();
  if (k == 0 || scene.run().layer(k).residual != 0) return;
  std::size_t first = k;
  while (first > 1 && scene.run().layer(first - 1).residual == 0) --first;
  const std::string since = "Since layer " + std::to_string(first) + " nothing changes any more: the residual is exactly 0";
  notes.push_back(since + (all_at_rest(scene) ? ", and every token rests at the mean of those it attends to."
                                              : ". That is rounding: tokens are not quite where they are going, but the last "
                                                "steps are too small to change a number."));
}

void note_carried(const HardmaxScene& scene, Notes& notes) {
  std::size_t named = 0;
  for (const HardmaxRun::Carried& c : scene.run().carried()) {
    if (c.layer > scene.step() || ++named > 3) break;
    notes.push_back("Layer " + std::to_string(c.layer) + ": " + token_name(c.token) +
                    " rested on a tie, which has broken now, so it is carried off. Such a rest point is unstable; "
                    "ties within the tolerance or rounding are enough to end it.");
  }
}

void note_tokens(const HardmaxScene& scene, Notes& notes) {
  const core::Matrix& start = scene.run().state(0);
  if (!scene.hypotheses().nonzero)
    for (std::uint32_t i = 0; i < start.rows; ++i) {
      if (std::ranges::any_of(start.row(i), [](double x) { return x != 0; })) continue;
      notes.push_back("Token " + std::to_string(i + 1) +
                      " starts at 0: all its scores are 0, so it attends to every token and moves towards their mean.");
      break;
    }
  if (scene.hypotheses().distinct || start.rows > HardmaxRun::kClusterTokens) return;
  const core::Clusters same = core::clusters(start, 0);
  for (std::uint32_t i = 0; i < start.rows; ++i) {
    const std::uint32_t twin = same.representative[same.of[i]];
    if (twin == i) continue;
    notes.push_back("Tokens " + std::to_string(twin + 1) + " and " + std::to_string(i + 1) +
                    " are equal: they tie with each other, so neither can be a leader, and they stay together.");
    break;
  }
}

void note_model(const HardmaxScene& scene, Notes& notes) {
  if (!scene.has_norm())
    notes.push_back("A is not symmetric positive definite: it defines no norm and no ellipse, and the clustering theorem does not apply.");
  else if (scene.settings().ellipse && scene.d() != 2)
    notes.push_back("The ellipse of A is drawn in dimension 2 only.");
  if (scene.settings().tie == 0)
    notes.push_back("Tie tolerance 0: scores tie only when they are equal to the last bit, so rounding may break a tie that holds on paper.");
  else if (ties_are_coarse(scene))
    notes.push_back("The tie tolerance is coarse for scores of this size: it makes ties that exact arithmetic has not.");
}

void note_view(const HardmaxScene& scene, Notes& notes) {
  const HardmaxSettings& s = scene.settings();
  if (scene.d() > 3)
    notes.push_back("Dimension " + std::to_string(scene.d()) + " is shown by " +
                    (s.projection == "principal" ? "the three directions in which the start varies most."
                                                 : "its first three coordinates.") +
                    " The hulls are shadows of the true ones.");
  if (s.arrows == "all" && scene.n() > kArrowTokens)
    notes.push_back("Arrows are drawn for the selected token only: there are more than 40 tokens.");
  if (const TrailPlan plan = plan_trails(scene); s.trails && plan.last > 0 && plan.stride > 1)
    notes.push_back("Trails have a point every " + std::to_string(plan.stride) + " layers.");
  if (s.hulls && scene.d() >= 3 && scene.n() > kHullFrameTokens)
    notes.push_back("Hulls in space are drawn for at most 2\u202F000 tokens.");
  if (scene.n() > HardmaxRun::kClusterTokens)
    notes.push_back("Clusters are counted at the current layer only: there are more than 2\u202F000 tokens.");
}

void note_run(const HardmaxScene& scene, Notes& notes) {
  if (scene.edited_at() > 0)
    notes.push_back("Layer " + std::to_string(scene.edited_at()) + " was edited by hand and is the new start, layer 0.");
  if (scene.horizon() < static_cast<std::size_t>(scene.settings().horizon))
    notes.push_back("The run ends at layer " + counted(scene.horizon()) + ": keeping all states of " +
                    counted(static_cast<std::size_t>(scene.settings().horizon)) + " layers would need more than 256 MB.");
}

std::string place(const HardmaxScene& scene) {
  switch (scene.d()) {
    case 1: return "on a line";
    case 2: return "in the plane";
    case 3: return "in space";
    default: return "in dimension " + std::to_string(scene.d());
  }
}

// "Leader 5 is followed by 7, 10 and 12."
std::string following(const HardmaxScene& scene) {
  std::string out;
  for (std::uint32_t leader : scene.run().leaders(scene.step())) {
    std::vector<std::uint32_t> led;
    for (std::uint32_t i = 0; i < scene.n(); ++i)
      if (i != leader && scene.run().destination(i, scene.step()) == leader) led.push_back(i);
    if (!led.empty()) out += " Leader " + std::to_string(leader + 1) + " is followed by " + token_list(led) + ".";
  }
  return out;
}

std::string selection_text(const HardmaxScene& scene) {
  if (scene.selected() < 0) return {};
  const auto i = static_cast<std::size_t>(scene.selected());
  std::string out = " Selected: token " + std::to_string(i + 1) + " at (";
  for (std::size_t c = 0; c < std::min<std::size_t>(scene.d(), 8); ++c)
    out += (c > 0 ? ", " : "") + rounded(scene.tokens()(i, c), 4);
  return out + (scene.d() > 8 ? ", \u2026" : "") + "), attending to " +
         token_list(core::attended_set(scene.tokens(), scene.run().params(), i)) + ".";
}

}  // namespace

std::string finding_text(Finding finding) {
  switch (finding) {
    case Finding::kHolds: return "holds";
    case Finding::kViolated: return "violated";
    case Finding::kDoesNotApply: return "does not apply";
    case Finding::kPending: break;
  }
  return "pending";
}

std::string token_list(std::span<const std::uint32_t> tokens) {
  constexpr std::size_t kMost = 8;
  std::string out;
  for (std::size_t t = 0; t < std::min(tokens.size(), kMost); ++t) {
    const bool last = t + 1 == tokens.size() && t > 0;
    out += (t == 0 ? "" : last ? " and " : ", ") + std::to_string(tokens[t] + 1);
  }
  return tokens.size() > kMost ? out + " and " + counted(tokens.size() - kMost) + " more" : out;
}

double extent(const HardmaxScene& scene) {
  double size = 0;
  for (double x : scene.run().state(0).data) size = std::max(size, std::abs(x));
  return std::max(size, 1e-300);
}

bool ties_are_coarse(const HardmaxScene& scene) {
  const core::Matrix& Z = scene.run().state(0);
  double least = 1;
  for (std::uint32_t leader : scene.run().leaders(scene.step())) {
    double own = 0;
    for (std::size_t r = 0; r < Z.cols; ++r)
      for (std::size_t c = 0; c < Z.cols; ++c) own += scene.settings().a(r, c) * Z(leader, c) * Z(leader, r);
    least = std::min(least, std::abs(own));
  }
  return scene.settings().tie > 1e-9 * least;
}

std::optional<std::size_t> first_layer(const HardmaxScene& scene, bool (*happened)(const Layer&)) {
  for (std::size_t k = 0; k <= scene.step(); ++k)
    if (happened(scene.run().layer(k))) return k;
  return std::nullopt;
}

void write_notes(const HardmaxScene& scene, Notes& notes) {
  note_run(scene, notes);
  note_carried(scene, notes);
  note_first_tie(scene, notes);
  note_rest(scene, notes);
  note_tokens(scene, notes);
  note_model(scene, notes);
  note_view(scene, notes);
}

std::string headline(const HardmaxScene& scene) {
  return "layer " + counted(scene.step()) + " of " + counted(scene.horizon()) + " \u00B7 " + plural(scene.n(), "token") + ' ' +
         place(scene) + " \u00B7 " + plural(scene.run().leaders(scene.step()).size(), "leader");
}

std::string description(const HardmaxScene& scene, const std::vector<Verdict>& verdicts) {
  const auto leaders = scene.run().leaders(scene.step());
  const Layer& layer = scene.run().layer(scene.step());
  std::string out(hardmax_preset_note(scene.settings().preset));
  if (!out.empty()) out += ' ';
  out += "Layer " + counted(scene.step()) + " of " + counted(scene.horizon()) + ": " + plural(scene.n(), "token") + ' ' +
         place(scene) + ". ";
  out += leaders.empty() ? "No token leads." : leaders.size() == 1 ? "One token leads, drawn as a star: " + token_list(leaders) + "."
                                             : counted(leaders.size()) + " tokens lead, drawn as stars: " + token_list(leaders) + ".";
  if (leaders.size() <= 12) out += following(scene);
  if (layer.clusters >= 0) out += " Within 1e-6 there are " + plural(static_cast<std::size_t>(layer.clusters), "cluster") + ".";
  if (scene.step() > 0) out += " The last layer moved a coordinate by at most " + rounded(layer.residual, 2) + ".";
  out += selection_text(scene);
  for (const Verdict& v : verdicts) out += " " + v.claim.substr(0, v.claim.find(':')) + ": " + finding_text(v.finding) + ".";
  return out;
}

}  // namespace lab::scenes
