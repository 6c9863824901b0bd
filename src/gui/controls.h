#pragma once
#include <set>
#include <string>

#include "core/matrix.h"
#include "gui/doc.h"
#include "gui/widgets.h"

namespace lab::gui {

/// The control panel, made from the scene's table of parameters and actions.
class Controls {
 public:
  void draw(Ui& ui, Doc& doc);

 private:
  void chosen(Ui& ui, Doc& doc);
  void group(Ui& ui, Doc& doc, const std::string& name, bool first);
  void row(Ui& ui, Doc& doc, std::size_t index);
  void label(Ui& ui, const scenes::Param& param, float width);
  void remarks(Ui& ui, Doc& doc, const scenes::Param& param);
  void number_row(Ui& ui, Doc& doc, std::size_t index);
  void switch_row(Ui& ui, Doc& doc, std::size_t index);
  void choice_row(Ui& ui, Doc& doc, std::size_t index);
  void text_row(Ui& ui, Doc& doc, std::size_t index);
  void matrix_row(Ui& ui, Doc& doc, std::size_t index);
  void tokens_row(Ui& ui, Doc& doc, std::size_t index);
  void token_cells(Ui& ui, Doc& doc, std::size_t index, int row);
  void actions(Ui& ui, Doc& doc);

  std::set<std::string> explained_;  ///< rows whose help line is open
  core::Matrix tokens_;              ///< of the revision below: copying 10,000 rows each frame would be felt
  std::uint64_t tokens_revision_ = ~std::uint64_t{0};
};

/// A slider's value with as many digits as its travel can tell apart, so that
/// links stay short.
double rounded_for_slider(const scenes::Param& param, double value);

}  // namespace lab::gui
