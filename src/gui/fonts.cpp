#include <cmath>

#include "font_data.h"
#include "gui/look.h"
#include "imgui_impl_opengl3.h"

namespace lab::gui {
namespace {

// The embedded subsets hold what the lab writes; whatever lies in these blocks
// and in a subset is baked.
constexpr ImWchar kBlocks[] = {0x0020, 0x017F, 0x02B0, 0x03FF, 0x1D00, 0x1DBF, 0x2000, 0x23FF,
                               0x25A0, 0x27FF, 0x2900, 0x2AFF, 0};

/// Heights of the letter M's box in CSS pixels; Inter's line is 1.21 times as high.
constexpr float kBody = 14, kSmall = 12.2F, kTitle = 18;
constexpr float kLine = 1.21F;

float baked_dpr = 0;
float baked_unit = 0;

ImFont* bake(const unsigned char* data, unsigned size, float em, float dpr) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = dpr >= 2 ? 1 : 2;
  config.OversampleV = 1;
  config.RasterizerMultiply = 1.05F;
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  const float pixels = std::round(em * kLine * dpr);
  // ImGui takes a mutable pointer but does not write when it does not own.
  ImFont* font = atlas->AddFontFromMemoryTTF(const_cast<unsigned char*>(data), static_cast<int>(size), pixels,
                                             &config, kBlocks);
  config.MergeMode = true;
  atlas->AddFontFromMemoryTTF(const_cast<unsigned char*>(assets::kFontMath), static_cast<int>(assets::kFontMathSize),
                              pixels, &config, kBlocks);
  return font;
}

}  // namespace

void bake_fonts(Look& look, float dpr) {
  look.dpr = dpr;
  if (baked_dpr == dpr && baked_unit == look.unit) return;
  baked_dpr = dpr;
  baked_unit = look.unit;
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  const float scale = look.unit;
  look.body = bake(assets::kFontRegular, assets::kFontRegularSize, kBody * scale, dpr);
  look.small = bake(assets::kFontRegular, assets::kFontRegularSize, kSmall * scale, dpr);
  look.strong = bake(assets::kFontSemibold, assets::kFontSemiboldSize, kBody * scale, dpr);
  look.title = bake(assets::kFontSemibold, assets::kFontSemiboldSize, kTitle * scale, dpr);
  io.Fonts->TexDesiredWidth = 2048;
  io.Fonts->Build();
  io.FontGlobalScale = 1.0F / dpr;
  io.FontDefault = look.body;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void forget_fonts() { baked_dpr = 0; }

}  // namespace lab::gui
