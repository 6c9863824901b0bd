#include "scenes/registry.h"

#include <algorithm>
#include <array>

#include "scenes/attention_scene.h"
#include "scenes/block_scene.h"
#include "scenes/cells_scene.h"
#include "scenes/chain_scene.h"
#include "scenes/collapse_scene.h"
#include "scenes/contraction_scene.h"
#include "scenes/fill_scene.h"
#include "scenes/flash_scene.h"
#include "scenes/frank_wolfe_scene.h"
#include "scenes/hardmax_scene.h"
#include "scenes/heads_scene.h"
#include "scenes/inside_scene.h"
#include "scenes/logit_scene.h"
#include "scenes/ode_scene.h"
#include "scenes/order_scene.h"
#include "scenes/positions_scene.h"
#include "scenes/scale_scene.h"
#include "scenes/softmax_scene.h"
#include "scenes/train_scene.h"
#include "scenes/worlds_scene.h"
#include "scenes/write_scene.h"

namespace lab::scenes {

std::span<const Entry> registry() {
  static const std::array entries = std::to_array<Entry>({
      {"hardmax", "Hardmax lab", "7 to 10",
       "Under hardmax attention every token converges to a leader or to a projection of the origin onto a face.",
       "Alcalde, Fantuzzi, Zuazua 2025, arXiv 2407.01602", &make_hardmax_scene},
      {"softmax", "Softmax against hardmax", "11",
       "One softmax step is a hardmax step up to e^(−βg), g the smallest score gap; over many layers small gaps add up.",
       "course notebook, section 11; arXiv 2407.01602", &make_softmax_scene},
      {"attention", "Self-attention", "1", "Attention is an average: each output is a convex combination of the values, with weights from a kernel.",
       "course notebook, section 1; Vaswani et al. 2017, arXiv 1706.03762", &make_attention_scene},
      {"why-sqrt", "Why 1/√d", "2", "Logits grow like √d: not divided by it, the softmax collapses onto one key and its gradient dies out.",
       "course notebook, section 2; Vaswani et al. 2017, arXiv 1706.03762", &make_logit_scene},
      {"heads", "Heads", "3",
       "h heads make h low-rank comparisons from the same parameters.",
       "course notebook, section 3; Vaswani et al. 2017, arXiv 1706.03762", &make_heads_scene},
      {"positions", "Positions", "4",
       "A position is the reading of clocks at many speeds: a shift is one rotation, and scores see the offset.",
       "course notebook, section 4; Vaswani et al. 2017; Su et al. 2021", &make_positions_scene},
      {"block", "The block", "5",
       "Attention moves tokens by what the others are, the MLP moves each token alone; LayerNorm and small steps change the path.",
       "course notebook, section 5; Xiong et al. 2020", &make_block_scene},
      {"scale", "Scale", "13",
       "A model's shape tells its cost: GPT-3 takes 350 GB, and 4.7 MB for each token.",
       "course notebook, section 13, and the papers of the models", &make_scale_scene},
      {"flash", "FlashAttention idea", "13",
       "Tile by tile, attention is the same to rounding, and its n x n matrix is never in memory.",
       "course notebook, section 13; Dao et al. 2022, arXiv 2205.14135", &make_flash_scene},
      {"fill-in", "Fill in", "6", "A character is guessed from both sides: every hole has a distribution over the whole vocabulary.",
       "course notebook, sections 3 to 6", &make_fill_scene},
      {"write", "Write", "6", "A model that fills the last hole of a window writes, one character after the other.",
       "course notebook, section 6", &make_write_scene},
      {"inside", "Inside", "3 to 6", "Attention maps average the tokens; block by block the residual stream moves.",
       "course notebook, sections 3 to 6; arXiv 2312.10794, figure 1", &make_inside_scene},
      {"from-scratch", "From scratch", "4", "Without positions a transformer sees a set: reordering the input reorders the output.",
       "course notebook, section 4 and exercise 2", &make_order_scene},
      {"train", "Train TinyBERT", "6, exercises 1 to 4",
       "Trained as in the notebook, the model guesses about half of the hidden characters of held-out Shakespeare.",
       "course notebook, section 6", &make_train_scene},
      {"frank-wolfe", "Frank-Wolfe step", "Frank-Wolfe",
       "A hardmax step is a Frank-Wolfe step for −½⟨Bx, x⟩ over the hull of the tokens: hulls shrink, and a concave objective always falls.",
       "arXiv 2508.09628, sections 1 and 2", &make_frank_wolfe_scene},
      {"contraction", "B negative", "Frank-Wolfe",
       "Symmetric tokens contract to 0 at the exact rate max(1 − 2γ, γ); others lose 0 from their hull, meet elsewhere, and break the printed bound.",
       "arXiv 2508.09628, section 2", &make_contraction_scene},
      {"cells", "Cells", "Frank-Wolfe",
       "With B positive definite every token moves on a straight line to the vertex of its cell, as far as the steps take it.",
       "arXiv 2508.09628", &make_cells_scene},
      {"ode-limit", "ODE limit", "Frank-Wolfe",
       "Small hardmax steps follow dx/dt = y − x straight to the vertices, with an error of about γ/(2e).",
       "arXiv 2508.09628", &make_ode_scene},
      {"collapse", "Finite β: collapse", "Frank-Wolfe",
       "At any finite β all tokens end in one point of the first hull, after a wait that grows exponentially with β.",
       "arXiv 2508.09628, system SA_β", &make_collapse_scene},
      {"chain", "Metastable chain", "Frank-Wolfe",
       "Tokens that pick one token each go to corners in some steps and stay there for times that grow like e^(c₀β), at "
       "least like e^(c₀β/2).",
       "arXiv 2508.09628, system SA_P", &make_chain_scene},
      {"worlds", "Three worlds", "Frank-Wolfe",
       "Hardmax, softmax and the picking chain arrive at the vertices together and part after exponentially long times.",
       "arXiv 2508.09628", &make_worlds_scene},
  });
  return entries;
}

const Entry* find_scene(std::string_view slug) {
  const auto entries = registry();
  const auto at = std::ranges::find(entries, slug, &Entry::slug);
  return at == entries.end() ? nullptr : &*at;
}

}  // namespace lab::scenes
