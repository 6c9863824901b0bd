// Quantities of the current layer. Lists are texts in JSON form, tokens counted
// from 1: "[2,4,5]", "[[1],[2],[1,3]]", null where there is nothing.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/hull.h"
#include "scenes/hardmax_frame.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using Layer = HardmaxRun::Layer;
using core::Matrix;

struct Row {
  Observable row;
  Value (*read)(const HardmaxScene&);
};

Value whole(std::size_t x) { return static_cast<std::int64_t>(x); }

const Layer& layer_of(const HardmaxScene& s) { return s.run().layer(s.step()); }

template <class Text>
std::string list(std::size_t count, Text text) {
  std::string out = "[";
  for (std::size_t i = 0; i < count; ++i) out += (i > 0 ? "," : "") + text(i);
  return out + "]";
}

std::string tokens_text(std::span<const std::uint32_t> tokens) {
  return list(tokens.size(), [&](std::size_t t) { return std::to_string(tokens[t] + 1); });
}

std::string sorted_text(std::span<const std::uint32_t> tokens) {
  std::vector<std::uint32_t> sorted(tokens.begin(), tokens.end());
  std::ranges::sort(sorted);
  return tokens_text(sorted);
}

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return std::sqrt(sum);
}

Value clusters(const HardmaxScene& s) {
  const std::int32_t known = layer_of(s).clusters;
  return whole(known >= 0 ? static_cast<std::size_t>(known) : core::clusters(s.tokens()).representative.size());
}

Value leaders(const HardmaxScene& s) { return sorted_text(s.run().leaders(s.step())); }
Value initial_leaders(const HardmaxScene& s) { return sorted_text(s.run().leaders(0)); }
Value strict_list(const HardmaxScene& s) { return tokens_text(core::leaders(s.now().attention)); }

Value attended_sets(const HardmaxScene& s) {
  return list(s.n(), [&](std::size_t i) { return tokens_text(core::attended_set(s.tokens(), s.run().params(), i)); });
}

Value follower_map(const HardmaxScene& s) {
  return list(s.n(), [&](std::size_t i) {
    const auto end = s.run().destination(i, s.step());
    return end ? std::to_string(*end + 1) : std::string("null");
  });
}

Value smallest_distance(const HardmaxScene& s) {
  if (s.n() == 1) return std::string("null");
  return s.hypotheses().smallest_distance;
}

// Largest coordinate, as in the notebook's printed distance.
double coordinate_gap(std::span<const double> a, std::span<const double> b) {
  double gap = 0;
  for (std::size_t c = 0; c < a.size(); ++c) gap = std::max(gap, std::abs(a[c] - b[c]));
  return gap;
}

Value leader_gap(const HardmaxScene& s) {
  const auto initial = s.run().leaders(0);
  if (initial.empty()) return std::string("null");
  double farthest = 0;
  for (std::size_t i = 0; i < s.n(); ++i) {
    double nearest = coordinate_gap(s.tokens().row(i), s.run().state(0).row(initial[0]));
    for (std::uint32_t l : initial)
      nearest = std::min(nearest, coordinate_gap(s.tokens().row(i), s.run().state(0).row(l)));
    farthest = std::max(farthest, nearest);
  }
  return farthest;
}

// Over the layers up to the current one, as far as they were measured.
Value most(const HardmaxScene& s, double Layer::* value) {
  double largest = 0;
  for (std::size_t k = 0; k <= s.step(); ++k) {
    if (s.run().layer(k).*value < 0) return std::string("null");
    largest = std::max(largest, s.run().layer(k).*value);
  }
  return largest;
}

Value in_initial_hull(const HardmaxScene& s) {
  const Value outside = most(s, &Layer::outside);
  if (const auto* x = std::get_if<double>(&outside)) return *x <= 1e-9 * std::max(1.0, extent(s));
  return core::hull_excess(s.tokens(), s.run().state(0)) <= 1e-9 * std::max(1.0, extent(s));
}

std::vector<std::size_t> change_layers(const HardmaxScene& s) {
  std::vector<std::size_t> out;
  for (std::size_t k = 1; k <= s.step(); ++k)
    if (s.run().layer(k).changed > 0) out.push_back(k);
  return out;
}

Value first_change(const HardmaxScene& s) {
  const auto layers = change_layers(s);
  if (layers.empty()) return std::string("null");
  return whole(layers.front());
}

Value changes(const HardmaxScene& s) {
  const auto layers = change_layers(s);
  return list(layers.size(), [&](std::size_t i) { return std::to_string(layers[i]); });
}

Value first_at_rest(const HardmaxScene& s) {
  for (std::size_t k = 1; k <= s.step(); ++k)
    if (s.run().layer(k).residual == 0) return whole(k);
  return std::string("null");
}

Value a_norms(const HardmaxScene& s) {
  if (!s.has_norm()) return std::string("null");
  return list(s.n(), [&](std::size_t i) { return number_text(core::a_norm(s.tokens().row(i), s.settings().a)); });
}

Value limit_kinds(const HardmaxScene& s) {
  const auto& limit = s.now().limit;
  if (!limit) return std::string("null");
  return list(s.n(), [&](std::size_t i) -> std::string {
    switch (limit->kind[i]) {
      case core::LimitKind::kLeader: return "\"leader\"";
      case core::LimitKind::kFace: return "\"face\"";
      case core::LimitKind::kGroup: return "\"group\"";
      case core::LimitKind::kMoving: break;
    }
    return "\"moving\"";
  });
}

Value limit_points(const HardmaxScene& s) {
  const auto& limit = s.now().limit;
  if (!limit || limit->points.rows == 0) return std::string("null");
  return limit->points;
}

// From the first layer at which a token follows one leader: the layers that
// the rate needs to bring it within 1e-6. Leaders need none.
Value layers_predicted(const HardmaxScene& s) {
  return list(s.n(), [&](std::size_t i) -> std::string {
    if (s.run().led_since(i) <= s.step()) return std::to_string(s.run().led_since(i));
    const HardmaxRun::Follow& f = s.run().follow(i);
    if (f.since == HardmaxRun::kNever || f.since > s.step()) return "null";
    const Matrix& Z = s.run().state(f.since);
    const double far = distance(Z.row(i), Z.row(f.leader));
    return std::to_string(f.since + core::follower_layers(far, core::kClusterTolerance, s.settings().alpha));
  });
}

// The layer from which a token has stayed within 1e-6 of the leader it goes to
// (of its own last place if it leads), looking back from the current layer.
Value layers_observed(const HardmaxScene& s) {
  const HardmaxRun& run = s.run();
  return list(s.n(), [&](std::size_t i) -> std::string {
    const auto end = run.led_since(i) <= s.step() ? std::optional(static_cast<std::uint32_t>(i)) : run.destination(i, s.step());
    if (!end || run.led_since(*end) > s.step()) return "null";
    const auto goal = run.state(run.led_since(*end)).row(*end);
    const auto near = [&](std::size_t k) { return distance(run.state(k).row(i), goal) <= core::kClusterTolerance; };
    std::size_t k = s.step();
    if (!near(k)) return "null";
    while (k > 0 && near(k - 1)) --k;
    return std::to_string(k);
  });
}

Value hypotheses(const HardmaxScene& s) {
  const core::Hypotheses& h = s.hypotheses();
  const auto flag = [](bool yes) { return yes ? "true" : "false"; };
  return std::string("{\"symmetric\":") + flag(h.symmetric) + ",\"positive-definite\":" + flag(h.positive_definite) +
         ",\"nonzero\":" + flag(h.nonzero) + ",\"distinct\":" + flag(h.distinct) + "}";
}

template <std::size_t I>
Value finding(const HardmaxScene& s) {
  std::vector<Verdict> verdicts;
  judge(s, verdicts);
  return finding_text(verdicts[I].finding);
}

Value scores(const HardmaxScene& s) { return core::scores(s.tokens(), s.settings().a); }

Value hash_text(const HardmaxScene& s) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const std::uint64_t h = s.hash(s.step());
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += kHex[(h >> shift) & 15U];
  return out;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> table{
      {{"k", "layer", "", "The current layer"}, [](const HardmaxScene& s) { return whole(s.step()); }},
      {{"n", "number of tokens", "", "Number of tokens"}, [](const HardmaxScene& s) { return whole(s.n()); }},
      {{"d", "dimension", "", "Dimension of the tokens"}, [](const HardmaxScene& s) { return whole(s.d()); }},
      {{"residual", "residual", "", "Largest coordinate of the last step; 0 at layer 0"},
       [](const HardmaxScene& s) { return Value(layer_of(s).residual); }},
      {{"clusters", "clusters", "", "Tokens told apart at distance 1e-6, by the notebook's rule"}, &clusters},
      {{"leaders", "leaders", "", "Tokens that attended to themselves alone at some layer so far"}, &leaders},
      {{"initial-leaders", "initial leaders", "", "The same at layer 0"}, &initial_leaders},
      {{"strict-leaders", "strict leaders", "", "How many tokens attend to themselves alone at this layer"},
       [](const HardmaxScene& s) { return whole(layer_of(s).strict); }},
      {{"strict-leader-list", "strict leaders, by number", "", "Which tokens these are"}, &strict_list},
      {{"attended-sets", "attended sets", "", "C_i of every token"}, &attended_sets},
      {{"follower-map", "followed leaders", "", "The leader to which single arrows lead from each token"}, &follower_map},
      {{"tokens", "positions of the tokens", "", "Positions, one token a row"}, [](const HardmaxScene& s) { return Value(s.tokens()); }},
      {{"scores", "scores", "", "The n x n matrix of <A z_i, z_j>"}, &scores},
      {{"smallest-norm", "smallest length", "", "Euclidean, of the tokens at layer 0"},
       [](const HardmaxScene& s) { return Value(s.hypotheses().smallest_norm); }},
      {{"smallest-distance", "smallest distance", "", "Between two tokens at layer 0"}, &smallest_distance},
      {{"leader-gap", "gap to the leaders", "", "Largest distance, by coordinates, of a token to the nearest initial leader"},
       &leader_gap},
      {{"leader-displacement", "leader displacement", "", "Largest coordinate by which an initial leader has moved"},
       [](const HardmaxScene& s) { return Value(layer_of(s).moved); }},
      {{"hull-excess", "outside the hull before", "", "Largest distance of a token outside the hull of the layer before"},
       [](const HardmaxScene& s) { return most(s, &Layer::nesting); }},
      {{"in-initial-hull", "inside the initial hull", "", "All tokens, at all layers so far, up to 1e-9"}, &in_initial_hull},
      {{"first-change", "first change", "", "First layer at which an attended set changed"}, &first_change},
      {{"changes", "changes", "", "All layers so far at which an attended set changed"}, &changes},
      {{"first-at-rest", "first layer at rest", "", "First layer with residual exactly 0"}, &first_at_rest},
      {{"a-norms", "lengths in the norm of A", "", "sqrt(<A z_i, z_i>) of every token"}, &a_norms},
      {{"limit-kinds", "kinds of limits", "", "leader, face, group or moving, within 1e-6"}, &limit_kinds},
      {{"limit-points", "limit points", "", "Rest points reached so far, the leaders first"}, &limit_points},
      {{"layers-predicted", "layers to 1e-6, predicted", "", "By the follower rate, per token"}, &layers_predicted},
      {{"layers-observed", "layers to 1e-6, observed", "", "The layer from which each token stays within 1e-6"},
       &layers_observed},
      {{"hypotheses", "hypotheses", "", "Of the clustering theorem, for the start and A"}, &hypotheses},
      {{"fact-1", "Fact 1", "", "Finding: holds, violated, does not apply or pending"}, &finding<0>},
      {{"fact-2", "Fact 2", "", "Finding"}, &finding<1>},
      {{"follower-lemma", "follower lemma", "", "Finding"}, &finding<2>},
      {{"clustering-theorem", "clustering theorem", "", "Finding"}, &finding<3>},
      {{"hash", "hash", "", "FNV-1a over the bits of all layers so far"}, &hash_text},
  };
  return table;
}

}  // namespace

std::span<const Observable> HardmaxScene::observables() const {
  static const std::vector<Observable> list_of = [] {
    std::vector<Observable> out;
    for (const Row& row : rows()) out.push_back(row.row);
    return out;
  }();
  return list_of;
}

Value HardmaxScene::observe(std::size_t observable) const { return rows()[observable].read(*this); }

}  // namespace lab::scenes
