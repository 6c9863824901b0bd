#pragma once

#include <string>
#include <utility>

namespace lab::app {

/// A text for the page, UTF-8 and valid until the next reply: the page copies it before it calls again.
inline const char* reply(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

}  // namespace lab::app
