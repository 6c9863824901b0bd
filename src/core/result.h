#pragma once
#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace lab::core {

/// What went wrong, as one sentence for the reader.
struct Error {
  std::string message;
};

/// Either a value or the reason why there is none. The project is built
/// without exceptions, so this is the one way in which a call may fail.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const& { assert(ok()); return *std::get_if<0>(&state_); }
  T& value() & { assert(ok()); return *std::get_if<0>(&state_); }
  T&& value() && { assert(ok()); return std::move(*std::get_if<0>(&state_)); }
  const std::string& error() const { assert(!ok()); return std::get_if<1>(&state_)->message; }

 private:
  std::variant<T, Error> state_;
};

/// Success, or the reason for failure, of a call without a value.
using Status = Result<std::monostate>;
inline Status success() { return Status(std::monostate{}); }

}  // namespace lab::core
