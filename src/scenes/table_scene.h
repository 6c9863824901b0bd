#pragma once
#include <vector>

#include "scenes/scene.h"

namespace lab::scenes {

/// A scene whose parameters are the members of one struct S, bound by a table
/// of fields. What the preset decides is in `start_`: the fallbacks.
template <class S>
class TableScene : public Scene {
 public:
  std::span<const Param> params() const override { return params_; }
  Value get(std::size_t param) const override { return fields_[param].get(settings_); }
  Value fallback(std::size_t param) const override { return fields_[param].get(start_); }
  core::Status set(std::size_t param, const Value& value) override {
    if (core::Status ok = check_value(params_[param], value); !ok) return ok;
    if (core::Status ok = fits(param, value); !ok) return ok;
    fields_[param].set(settings_, value);
    settle(param);
    changed();
    return core::success();
  }
  std::uint64_t revision() const override { return revision_; }
  const S& settings() const { return settings_; }

 protected:
  explicit TableScene(std::span<const Field<S>> fields) : fields_(fields) {
    for (const Field<S>& field : fields) params_.push_back(field.param);
  }
  /// Whether a value that is fine in itself goes with the rest.
  virtual core::Status fits(std::size_t, const Value&) const { return core::success(); }
  /// Brings what depends on a row that was just set back into order.
  virtual void settle(std::size_t param) = 0;
  void changed() { ++revision_; }

  S settings_;
  S start_;
  std::uint64_t revision_ = 1;

 private:
  std::span<const Field<S>> fields_;
  std::vector<Param> params_;
};

}  // namespace lab::scenes
