#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/matrix.h"
#include "core/result.h"

/// Describe once: each parameter of a scene is one row of one table. The
/// ImGui controls, their HTML twins, the address bar, the command-line flags,
/// the reference page and the fuzzer all read that table.
namespace lab::scenes {

/// Number, whole number, switch, choice/text/seed, matrix/tokens.
using Value = std::variant<double, std::int64_t, bool, std::string, core::Matrix>;

enum class Kind : std::uint8_t {
  kNumber,   ///< double in [min, max]
  kInteger,  ///< std::int64_t in [min, max]
  kSwitch,   ///< bool
  kChoice,   ///< std::string, one of `choices` by key
  kText,     ///< std::string
  kSeed,     ///< std::string: what NumPy's default_rng takes, "15" or "[1,2]"
  kMatrix,   ///< core::Matrix, square unless any_shape
  kTokens,   ///< core::Matrix, one token a row
};
enum class Scale : std::uint8_t { kLinear, kLog };

struct Option {
  std::string key;    ///< as in links and flags
  std::string label;  ///< as on screen
};

/// One row of the table. `key` is unique in its scene, lower case, [a-z0-9-].
struct Param {
  std::string key;
  std::string label;
  std::string unit;   ///< "" or as printed behind the value
  std::string group;  ///< heading in the control panel
  std::string help;   ///< one line
  Kind kind = Kind::kNumber;
  double min = 0;
  double max = 1;
  Scale scale = Scale::kLinear;
  std::vector<Option> choices;
  bool view_only = false;  ///< changes the picture, not the trajectory
  bool folded = false;     ///< rarely needed: its group begins folded
  /// Logarithmic scale with min = 0: the slider's first stop is 0, the rest
  /// runs from `smallest` to max. Elsewhere 0.
  double smallest = 0;
  /// The slider's last stop, behind max, is infinity: "inf" in links. kNumber only.
  bool endless = false;
  bool any_shape = false;  ///< kMatrix: need not be square; the scene checks its shape
};

/// Where a number stands on a slider, in [0, 1], by the row's scale; and back.
/// Back at the ends is exact: min, and max or infinity.
double slider_place(const Param& param, double value);
double slider_value(const Param& param, double place);

/// "alpha must lie in (0, 10]": checks kind, range and choice; one sentence.
core::Status check_value(const Param& param, const Value& value);

/// The one text form of a value, for links, flags and twins: shortest decimal
/// that reads back to the same bits; matrices "1,0;0,9"; switches "on"/"off".
std::string format_value(const Value& value);
core::Result<Value> parse_value(const Param& param, std::string_view text);

/// A table row bound to a member of the scene's parameter struct P.
template <class P>
struct Field {
  Param param;
  std::variant<double P::*, std::int64_t P::*, bool P::*, std::string P::*, core::Matrix P::*> member;

  Value get(const P& p) const {
    return std::visit([&](auto m) { return Value(p.*m); }, member);
  }
  /// `value` must have passed check_value.
  void set(P& p, const Value& value) const {
    std::visit([&](auto m) {
      using T = std::remove_reference_t<decltype(p.*m)>;
      p.*m = *std::get_if<T>(&value);
    }, member);
  }
};

/// A button of the scene: play controls are the player's, not listed here.
struct Action {
  std::string key;    ///< "new-seed"
  std::string label;  ///< "New seed"
  std::string help;
};

/// A quantity of the current step that can be printed, exported, subscribed to.
struct Observable {
  std::string key;    ///< "residual"
  std::string label;
  std::string unit;
  std::string help;
};

}  // namespace lab::scenes
