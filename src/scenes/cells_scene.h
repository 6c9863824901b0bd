#pragma once
#include <memory>
#include <optional>

#include "scenes/cells_field.h"
#include "scenes/cells_params.h"
#include "scenes/cells_run.h"
#include "scenes/token_scene.h"

namespace lab::scenes {

/// B positive definite (arXiv 2508.09628): hull and cells, and tokens that run straight to the vertex of their cell.
/// Handle i is token i. A token dragged at a step t > 0 makes the tokens of that step the start.
class CellsScene final : public TokenScene<CellsSettings> {
 public:
  CellsScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  Value fallback(std::size_t param) const override;
  core::Status act(std::size_t action) override;

  std::size_t step() const override { return t_; }
  std::size_t horizon() const override { return static_cast<std::size_t>(settings_.horizon); }
  void seek(std::size_t t) override;
  std::size_t reach() const override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  core::Matrix state(std::size_t t) const override { return run_.state(std::min(t, run_.computed())); }
  std::uint64_t hash(std::size_t t) const override;

  // --- for the frame ---
  const CellsRun& run() const { return run_; }
  const core::Matrix& tokens() const { return run_.state(t_); }
  std::size_t n() const { return run_.n(); }
  std::size_t d() const { return run_.d(); }
  std::size_t k() const { return run_.geometry().vertices.size(); }  ///< vertices of K^0
  ScheduleSettings schedule() const { return {settings_.schedule, settings_.gamma, settings_.formula}; }
  /// Hull and cells at this step: those of the start while G1 holds, since then no vertex moves.
  const CellGeometry& geometry() const { return moved_ ? *moved_ : run_.geometry(); }
  /// Colour of the i-th cell of geometry(): a vertex keeps the colour that it had at the start.
  std::int32_t group(std::size_t cell) const;
  /// The token at which G1 has its smallest difference.
  std::size_t worst_vertex_token() const;
  /// The cell of geometry() that token i is in now.
  std::uint32_t cell(std::size_t i) const { return moved_ ? cell_now_[i] : run_.sigma(i); }
  bool is_vertex(std::size_t i) const { return moved_ ? vertex_now_[i] : run_.rank(i) >= 0; }
  /// The theorem's hypotheses on the tokens.
  bool generic() const { return run_.genericity().hold(); }
  const DestinationField& field() const { return field_; }
  bool has_field() const { return settings_.field != "off"; }
  /// Tokens, B and the schedule are the preset's: what its note says is so.
  bool as_preset() const;

 private:
  const core::Matrix& on_screen(std::size_t) const override { return tokens(); }
  std::size_t most_tokens() const override { return static_cast<std::size_t>(kMostCellsTokens); }
  void begin_by_hand() override;
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void take_preset();
  void redraw();
  void restart(double field_budget);
  void move_to(std::size_t t);
  void find_field(double budget);

  CellsRun run_;
  DestinationField field_;
  std::size_t t_ = 0;
  std::optional<CellGeometry> moved_;      ///< at this step, where G1 fails
  std::vector<std::uint32_t> cell_now_;    ///< with moved_: one a token
  std::vector<bool> vertex_now_;
  double field_budget_ = 0;                ///< with which field_ was made
};

std::unique_ptr<Scene> make_cells_scene();

/// Scores and weights that a field may take while a hand drags, and otherwise: some 6 and 40 ms.
inline constexpr double kDragFieldBudget = 4e6, kFieldBudget = 4e7;

// --- the parts of the frame ---
void draw_cells_picture(const CellsScene& scene, Picture& picture);
void draw_cells_plots(const CellsScene& scene, Frame& frame);
void write_cells_tables(const CellsScene& scene, Frame& frame);
void judge_cells(const CellsScene& scene, Frame& frame);
/// All |v_i|_B are equal and B is symmetric positive definite.
bool voronoi(const CellsScene& scene);
bool symmetric(const core::Matrix& B);

}  // namespace lab::scenes
