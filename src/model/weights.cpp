#include "model/weights.h"

#include <bit>
#include <cmath>

#include "core/elementary.h"
#include "core/hash.h"

namespace lab::model {
namespace {

/// Places tensors one behind the other.
class Placer {
 public:
  explicit Placer(Layout& layout) : layout_(layout) {}

  std::size_t place(std::string name, std::vector<std::size_t> shape) {
    std::size_t size = 1;
    for (const std::size_t extent : shape) size *= extent;
    const std::size_t offset = layout_.total;
    layout_.tensors.push_back({std::move(name), std::move(shape), offset, size});
    layout_.total += size;
    return offset;
  }
  Linear linear(const std::string& name, std::size_t out, std::size_t in) {
    const std::size_t weight = place(name + ".weight", {out, in});
    return {weight, place(name + ".bias", {out}), out, in};
  }
  Norm norm(const std::string& name, std::size_t width) {
    const std::size_t weight = place(name + ".weight", {width});
    return {weight, place(name + ".bias", {width})};
  }

 private:
  Layout& layout_;
};

void draw_linear(std::vector<float>& values, const Linear& linear, core::Generator& generator) {
  const double bound = 1.0 / std::sqrt(static_cast<double>(linear.in));
  for (std::size_t i = 0; i < linear.out * linear.in; ++i)
    values[linear.weight + i] = static_cast<float>(generator.uniform(-bound, bound));
  for (std::size_t i = 0; i < linear.out; ++i)
    values[linear.bias + i] = static_cast<float>(generator.uniform(-bound, bound));
}

void set_norm(std::vector<float>& values, const Norm& norm, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) values[norm.weight + i] = 1.0f;
}

}  // namespace

Layout make_layout(const Config& c) {
  Layout layout;
  Placer placer(layout);
  layout.embedding = placer.place("emb.weight", {c.vocab, c.width});
  for (std::size_t i = 0; i < c.own_blocks(); ++i) {
    const std::string at = "blocks." + std::to_string(i) + ".";
    Block b;
    b.ln1 = placer.norm(at + "ln1", c.width);
    b.ln2 = placer.norm(at + "ln2", c.width);
    b.qkv = placer.linear(at + "attn.qkv", 3 * c.width, c.width);
    b.out = placer.linear(at + "attn.out", c.width, c.width);
    b.up = placer.linear(at + "mlp.0", c.hidden, c.width);
    b.down = placer.linear(at + "mlp.2", c.width, c.hidden);
    layout.blocks.push_back(b);
  }
  if (c.shared) layout.blocks.resize(c.layers, layout.blocks.front());
  layout.ln = placer.norm("ln", c.width);
  layout.head = placer.linear("head", c.vocab, c.width);
  layout.trained = layout.total;
  layout.positions = placer.place("pe", {c.window, c.width});
  return layout;
}

Weights zero_weights(const Config& config) {
  Weights w{config, make_layout(config), {}};
  w.values.assign(w.layout.total, 0.0f);
  return w;
}

Weights initial_weights(const Config& config, core::Generator& generator, bool positions) {
  Weights w = zero_weights(config);
  const std::size_t d = config.width;
  for (std::size_t i = 0; i < config.vocab * d; ++i)
    w.values[w.layout.embedding + i] = static_cast<float>(generator.standard_normal());
  for (std::size_t i = 0; i < config.own_blocks(); ++i) {
    const Block& b = w.layout.blocks[i];
    set_norm(w.values, b.ln1, d);
    set_norm(w.values, b.ln2, d);
    for (const Linear* linear : {&b.qkv, &b.out, &b.up, &b.down}) draw_linear(w.values, *linear, generator);
  }
  set_norm(w.values, w.layout.ln, d);
  draw_linear(w.values, w.layout.head, generator);
  if (positions) {
    const auto pe = sinusoidal_positions(config.window, d);
    for (std::size_t i = 0; i < pe.size(); ++i) w.values[w.layout.positions + i] = pe[i];
  }
  return w;
}

Weights with_applications(const Weights& weights, std::size_t layers) {
  Weights out = weights;
  out.config.layers = layers;
  out.layout = make_layout(out.config);
  return out;
}

std::vector<float> sinusoidal_positions(std::size_t n, std::size_t width) {
  std::vector<float> pe(n * width);
  const double log_base = core::log(10000.0);
  for (std::size_t k = 0; k < width; k += 2) {
    const double omega = core::exp(-log_base * static_cast<double>(k) / static_cast<double>(width));
    for (std::size_t p = 0; p < n; ++p) {
      const core::SinCos at = core::sincos(omega * static_cast<double>(p));
      pe[p * width + k] = static_cast<float>(at.sin);
      if (k + 1 < width) pe[p * width + k + 1] = static_cast<float>(at.cos);
    }
  }
  return pe;
}

std::uint64_t fingerprint(std::span<const float> values) {
  std::uint64_t state = core::kFnvOffset;
  for (const float value : values) {
    auto bits = std::bit_cast<std::uint32_t>(value);
    for (int byte = 0; byte < 4; ++byte, bits >>= 8) state = (state ^ (bits & 0xff)) * core::kFnvPrime;
  }
  return state;
}

}  // namespace lab::model
