#include "scenes/hardmax_frame.h"

namespace lab::scenes {

void HardmaxScene::fill(Frame& frame) const {
  frame = Frame{};
  frame.headline = headline(*this);
  draw_picture(*this, frame.picture);
  draw_plots(*this, frame.plots);
  write_tables(*this, frame.tables);
  judge(*this, frame.verdicts);
  write_notes(*this, frame.notes);
  frame.description = description(*this, frame.verdicts);
}

}  // namespace lab::scenes
