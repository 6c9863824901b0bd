#pragma once
#include <memory>
#include <vector>

#include "core/heads.h"
#include "scenes/table_scene.h"

namespace lab::scenes {

struct HeadsSettings {
  std::string width = "8";
  std::string heads = "4";
  std::int64_t n = 10;
  std::string seed = "15";
  std::string show = "maps";
  std::int64_t head = 1;
};

/// Multi-head attention taken apart: what each head compares, the rank of its
/// bilinear form, what concatenation and W_O do, and what it costs (course
/// notebook, section 3).
class HeadsScene final : public TableScene<HeadsSettings> {
 public:
  HeadsScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// The output, n x d_m.
  core::Matrix state(std::size_t) const override { return output_; }
  std::uint64_t hash(std::size_t) const override;
  /// A click on a row of the map of head m is handle m most_rows() + row.
  core::Status press(std::int32_t handle) override;

  // --- for the frame ---
  /// What is known of one bilinear form.
  struct Form {
    core::Matrix matrix;           ///< d_m x d_m
    std::vector<double> singular;  ///< decreasing
    std::size_t rank = 0;
    double distance = 0;           ///< Frobenius, to the full form
    double entropy = 0;            ///< of the attention rows, mean, nats
  };
  const core::MultiHead& input() const { return input_; }
  std::size_t n() const { return input_.X.rows; }
  std::size_t width() const { return input_.width(); }
  /// Of the maps: tokens, or coordinates of a form.
  std::size_t most_rows() const { return n() > width() ? n() : width(); }
  std::size_t heads() const { return input_.heads; }
  std::size_t chosen() const { return static_cast<std::size_t>(settings_.head) - 1; }
  const core::Head& head(std::size_t m) const { return runs_[m]; }
  const Form& form(std::size_t m) const { return forms_[m]; }
  const core::Head& single() const { return single_; }  ///< one head of full width
  const Form& full() const { return full_; }            ///< its form
  const core::Matrix& output() const { return output_; }
  /// Measured and predicted distances of the full form to the matrices of rank 0 .. d_m.
  const std::vector<double>& distances() const { return distances_; }
  double predicted(std::size_t r) const { return core::predicted_distance(full_.singular, r); }
  /// Largest |[H_1 | ...] W_O - sum of H_m W_O^(m)|, over the largest entry.
  double sum_gap() const { return sum_gap_; }
  /// Largest |B_1 + ... + B_h - W_Q W_K^T|, over the largest entry.
  double form_gap() const { return form_gap_; }

 private:
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void refresh();
  Form measure(core::Matrix form, const core::Head& run) const;

  core::MultiHead input_;
  std::vector<core::Head> runs_;
  std::vector<Form> forms_;
  core::Head single_;
  Form full_;
  core::Matrix output_;
  std::vector<double> distances_;
  double sum_gap_ = 0, form_gap_ = 0;
};

std::unique_ptr<Scene> make_heads_scene();
void heads_frame(const HeadsScene& scene, Frame& frame);
std::vector<Plot> heads_plots(const HeadsScene& scene);
std::vector<Table> heads_tables(const HeadsScene& scene);

}  // namespace lab::scenes
