#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "scenes/frame.h"
#include "scenes/param.h"

namespace lab::scenes {

/// Names that begin so are files of the reader's: opened, dropped or trained
/// here, kept by the host, never fetched.
inline constexpr std::string_view kOwnFile = "own";

/// Something that only the host of a scene can do.
struct Wish {
  enum class Kind : std::uint8_t {
    kOpenFile,  ///< let the reader choose a file, then open_file()
    kSaveFile,  ///< let the reader keep `bytes` as a file called `name`
    kKeep,      ///< `bytes` is from now on the lab's file `name`, for every scene
  };
  Kind kind = Kind::kOpenFile;
  std::string name;
  std::string bytes;
};

/// Long work that a host can do elsewhere, in a worker. A job is told again as
/// long as it is wanted; one that is told no more is given up.
struct Job {
  std::string id;        ///< never used twice
  std::string kind;      ///< "train", "ensemble": which worker does it
  std::string options;   ///< for whoever does it
  std::string want;      ///< "run", "pause" or "stop"
  std::size_t asks = 0;  ///< checkpoints asked for so far
};

/// One experiment. It owns its parameters, advances in model time (layers,
/// steps) and fills a Frame. It knows no screen, no clock and no file.
class Scene {
 public:
  virtual ~Scene() = default;

  // --- what it is made of (static tables) ---
  virtual std::span<const Param> params() const = 0;
  virtual std::span<const Action> actions() const = 0;
  virtual std::span<const Observable> observables() const = 0;

  // --- parameters ---
  virtual Value get(std::size_t param) const = 0;
  /// The value this parameter has when nothing was changed; may depend on the
  /// preset. Links hold only what differs from it.
  virtual Value fallback(std::size_t param) const = 0;
  /// Checks, then sets; on error nothing changes. Choosing a preset resets the
  /// parameters that the preset decides. Keeps the step where that makes sense
  /// (view_only), otherwise starts again at step 0.
  virtual core::Status set(std::size_t param, const Value& value) = 0;
  virtual core::Status act(std::size_t action) = 0;

  // --- model time ---
  virtual std::string_view step_name() const { return "step"; }  ///< what a step is called
  // A scene without steps leaves these as they are.
  virtual std::size_t step() const { return 0; }     ///< current step k
  virtual std::size_t horizon() const { return 0; }  ///< last step K
  /// Goes to step min(k, horizon), computing what is missing; exact, not
  /// interpolated. Seeking back and forth changes no bit.
  virtual void seek(std::size_t) {}
  /// Last step that is there without long work: how far a hand may move the step.
  virtual std::size_t reach() const { return horizon(); }
  /// The step that a link to the present view names.
  virtual std::size_t link_step() const { return step(); }
  virtual double speed() const { return 1; }  ///< steps per second when playing
  /// Same start, step 0.
  void reset() { seek(0); }

  // --- reading ---
  virtual Value observe(std::size_t observable) const = 0;
  virtual void fill(Frame& frame) const = 0;
  /// State at step k as a matrix (tokens: n x d), for export. k <= step computed so far.
  virtual core::Matrix state(std::size_t k) const = 0;
  /// Bits of states 0 .. k, for the equality of builds.
  virtual std::uint64_t hash(std::size_t k) const = 0;
  /// Grows with each change that can alter the frame.
  virtual std::uint64_t revision() const = 0;

  // --- files ---
  /// Files of the lab ("tinybert-best.safetensors") that the scene waits for
  /// with its present parameters; the host brings each by give().
  virtual std::vector<std::string> needs() const { return {}; }
  /// Takes over a file that it needs. On an error, one sentence, nothing has changed.
  virtual core::Status give(std::string_view name, std::string_view bytes);
  /// A file that it waits for could not be had, and why.
  virtual void missing(std::string_view, std::string_view) {}
  /// The same for a file that the reader opened or dropped; the scene sees from
  /// the contents what it is.
  virtual core::Status open_file(std::string_view name, std::string_view bytes);
  /// What keeps the scene from computing with its present parameters, "" when
  /// nothing does: a letter that the model just loaded does not know, say.
  virtual std::string trouble() const { return {}; }
  /// A clock in seconds, for scenes that say how fast they compute. Without one
  /// they do not say it. Nothing that is computed depends on it.
  virtual void use_clock(double (*)()) {}
  /// What the host is to do next; each wish is told once.
  virtual std::optional<Wish> take_wish() { return std::nullopt; }

  // --- work done elsewhere ---
  /// Whether the host does jobs; without it the scene works in seek().
  virtual void set_remote(bool) {}
  virtual std::vector<Job> jobs() const { return {}; }
  /// What a job works on ("text", "checkpoint"); empty when there is none.
  virtual std::string_view job_input(std::string_view, std::string_view) const { return {}; }
  /// What a job says or brings; of an unknown job it is dropped.
  virtual void report(std::string_view, std::string_view) {}
  /// The scene goes by itself, not at `speed` steps a second: playing is set_running(),
  /// and live() is called while it runs, with the seconds that passed. Returns
  /// whether the scene moved.
  virtual bool own_time() const { return false; }
  virtual bool running() const { return false; }
  virtual void set_running(bool) {}
  virtual bool live(double) { return false; }
  /// It runs elsewhere: no frames are needed but after reports.
  virtual bool runs_elsewhere() const { return false; }

  // --- the hand: points in picture units ---
  virtual std::int32_t selected() const { return kNoHandle; }
  virtual void select(std::int32_t) {}
  virtual bool can_drag(std::int32_t) const { return false; }
  /// A click on a letter of a strip or a cell of a map.
  virtual core::Status press(std::int32_t handle);
  virtual core::Status drag(std::int32_t handle, Point to);
  virtual core::Status add_at(Point at);        ///< e.g. double click on empty space
  virtual core::Status remove(std::int32_t handle);
};

/// Index of the row with this key, or -1.
std::ptrdiff_t find_param(const Scene& scene, std::string_view key);
std::ptrdiff_t find_action(const Scene& scene, std::string_view key);
std::ptrdiff_t find_observable(const Scene& scene, std::string_view key);
/// Parse and set in one go; errors name the key.
core::Status set_text(Scene& scene, std::string_view key, std::string_view text);

/// Key and text of a parameter, as a link or a command line gives them.
using Setting = std::pair<std::string, std::string>;
/// Applies many settings in the order of the table, whatever order they come
/// in (a preset decides other parameters, so it goes first), then looks
/// whether each still holds. One sentence for each that is unknown, given
/// twice, refused, or overruled by another; those keep their defaults.
std::vector<std::string> set_texts(Scene& scene, std::span<const Setting> settings);

}  // namespace lab::scenes
