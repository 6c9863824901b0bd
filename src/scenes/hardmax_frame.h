#pragma once
#include "scenes/frame.h"
#include "scenes/hardmax_scene.h"

/// The parts of the hardmax lab's frame. Each reads the scene and appends.
namespace lab::scenes {

// Sizes up to which each thing is shown; the notes say so beyond.
inline constexpr std::size_t kArrowTokens = 40;    ///< arrows of all tokens, numbers beside tokens
inline constexpr std::size_t kScoreTokens = 16;    ///< the whole matrix of scores
inline constexpr std::size_t kTableRows = 20;
inline constexpr std::size_t kTrailPoints = 60000; ///< of all trails together
inline constexpr std::size_t kSeriesPoints = 2000; ///< of one curve
inline constexpr std::size_t kRingTokens = 2000;   ///< open circles at the start

void draw_picture(const HardmaxScene& scene, Picture& picture);
void draw_tokens(const HardmaxScene& scene, const class Projection& project, Picture& picture);
void draw_selection(const HardmaxScene& scene, const class Projection& project, Picture& picture);
void draw_ellipse(const HardmaxScene& scene, Picture& picture);
void draw_plots(const HardmaxScene& scene, std::vector<Plot>& plots);
void write_tables(const HardmaxScene& scene, std::vector<Table>& tables);
void judge(const HardmaxScene& scene, std::vector<Verdict>& verdicts);
void write_notes(const HardmaxScene& scene, std::vector<std::string>& notes);
std::string headline(const HardmaxScene& scene);
std::string description(const HardmaxScene& scene, const std::vector<Verdict>& verdicts);

/// "holds", "violated", "does not apply", "pending".
std::string finding_text(Finding finding);

/// Every how many layers a trail has a point, and where trails end: nothing
/// visible moves after that.
struct TrailPlan {
  std::size_t last = 0;
  std::size_t stride = 1;
};
TrailPlan plan_trails(const HardmaxScene& scene);

/// Largest coordinate of the start, at least 1e-300: what "small" is measured by.
double extent(const HardmaxScene& scene);
/// Ties reach further than rounding explains: the facts about exact maximizers
/// need not hold. True when the tolerance, relative to the smallest own score
/// of a leader, exceeds 1e-9.
bool ties_are_coarse(const HardmaxScene& scene);
/// "1, 2 and 5", by tokens counted from 1; at most eight named.
std::string token_list(std::span<const std::uint32_t> tokens);
/// Layers at which something first happened, looking at layers <= the current.
std::optional<std::size_t> first_layer(const HardmaxScene& scene, bool (*happened)(const HardmaxRun::Layer&));

}  // namespace lab::scenes
