// Options of an ensemble as text: one "name value value ..." a line. Numbers are the bits of doubles in hexadecimal, so
// that a worker has the numbers of the page and no decimal is read.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "core/exit_ensemble.h"

namespace lab::core {
namespace {

constexpr std::size_t kMostNumbers = 1'000'000;

void put(std::string& out, std::uint64_t whole) {
  char digits[20];
  out += ' ';
  out.append(digits, std::to_chars(digits, digits + sizeof digits, whole, 16).ptr);
}
void put(std::string& out, double x) { put(out, std::bit_cast<std::uint64_t>(x)); }
void put(std::string& out, std::string_view name, const Matrix& m) {
  out += name;
  put(out, std::uint64_t{m.rows});
  put(out, std::uint64_t{m.cols});
  for (const double x : m.data) put(out, x);
  out += '\n';
}
template <class T>
void put(std::string& out, std::string_view name, T value) {
  out += name;
  put(out, value);
  out += '\n';
}

/// The numbers of one line.
struct Reader {
  std::string_view left;
  bool ok = true;

  std::uint64_t whole() {
    std::uint64_t value = 0;
    if (!left.empty() && left.front() == ' ') left.remove_prefix(1);
    const auto read = std::from_chars(left.data(), left.data() + left.size(), value, 16);
    ok = ok && read.ec == std::errc();
    left.remove_prefix(static_cast<std::size_t>(read.ptr - left.data()));
    return value;
  }
  std::size_t count() {
    const std::uint64_t value = whole();
    ok = ok && value <= kMostNumbers;
    return ok ? static_cast<std::size_t>(value) : 0;
  }
  double number() { return std::bit_cast<double>(whole()); }
  Matrix matrix() {
    const std::size_t rows = count(), cols = count();
    ok = ok && rows > 0 && cols > 0 && rows <= kMostNumbers / cols;  // a product may pass 32 bits
    Matrix m(ok ? rows : 0, ok ? cols : 0);
    for (double& x : m.data) {
      x = number();
      ok = ok && std::isfinite(x);
    }
    return m;
  }
};

bool read_line(EnsembleOptions& o, std::string_view name, Reader& in) {
  if (name == "start") o.start = in.matrix();
  else if (name == "homes") o.homes = in.matrix();
  else if (name == "gamma") o.gamma = in.number();
  else if (name == "radius") o.radius = in.number();
  else if (name == "arrival") o.arrival = in.whole();
  else if (name == "runs") o.runs = in.count();
  else if (name == "part") o.part = in.count();
  else if (name == "parts") o.parts = in.count();
  else if (name == "seed") o.seed.push_back(static_cast<std::uint32_t>(in.whole()));
  else if (name == "row") {
    const double beta = in.number();
    const std::size_t task = in.count();
    in.ok = in.ok && task <= 2;
    o.rows.push_back({beta, static_cast<EnsembleTask>(in.ok ? task : 0)});
  } else return false;
  return in.ok && in.left.empty();
}

bool sound(const EnsembleOptions& o) {
  for (const EnsembleRow& row : o.rows)
    if (!(row.beta >= 0) || !std::isfinite(row.beta)) return false;
  const bool shapes = o.homes.rows > 0 && o.start.rows == o.homes.rows && o.start.cols == o.homes.cols;
  return shapes && o.gamma > 0 && o.gamma <= 1 && o.radius >= 0 && o.part < o.parts && o.arrival <= ExitEnsemble::kLongest;
}

}  // namespace

std::string write_ensemble_options(const EnsembleOptions& o) {
  std::string out;
  put(out, "start", o.start);
  put(out, "homes", o.homes);
  put(out, "gamma", o.gamma);
  put(out, "radius", o.radius);
  put(out, "arrival", o.arrival);
  put(out, "runs", std::uint64_t{o.runs});
  put(out, "part", std::uint64_t{o.part});
  put(out, "parts", std::uint64_t{o.parts});
  for (const std::uint32_t word : o.seed) put(out, "seed", std::uint64_t{word});
  for (const EnsembleRow& row : o.rows) {
    out += "row";
    put(out, row.beta);
    put(out, static_cast<std::uint64_t>(row.task));
    out += '\n';
  }
  return out;
}

Result<EnsembleOptions> read_ensemble_options(std::string_view text) {
  EnsembleOptions o;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::size_t space = std::min(line.find(' '), line.size());
    Reader in{line.substr(space)};
    if (!read_line(o, line.substr(0, space), in)) return Error{"The options of the ensemble cannot be read."};
  }
  if (!sound(o)) return Error{"The options of the ensemble do not go together."};
  return o;
}

}  // namespace lab::core
