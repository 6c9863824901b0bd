#include <doctest.h>

#include <string>

#include "sample_frame.h"
#include "scenes/registry.h"
#include "views/state_json.h"
#include "views/text_twin.h"

using namespace lab::views;
namespace scenes = lab::scenes;

TEST_CASE("the text twin says what the frame shows") {
  const std::string text = text_twin(sample_frame());
  const auto has = [&](std::string_view part) { return text.find(part) != std::string::npos; };
  CHECK(text.starts_with("layer 2 of 4"));
  CHECK(has("Six tokens; two of them are leaders.\n"));
  CHECK(has("Fact 2: leaders stay: holds\n  hypothesis: none\n  prediction: 0\n  measured:   0\n"));
  CHECK(has("Theorem: does not apply\n"));
  CHECK(has("- A note with <angle> brackets.\n"));
  CHECK(has("measured: from 1 at 0 to 0 at 4; smallest 0, largest 1\n"));
  CHECK(has("token  score\n1      0.5 (tie)\n2      0.25\nfirst 2 rows\n"));
  CHECK(text.ends_with("\n"));
}

TEST_CASE("columns line up with letters beyond ASCII, ragged rows do not matter") {
  scenes::Frame f;
  f.tables.push_back({"", {"α", "b"}, {{{"‖z‖", scenes::Emphasis::kNone}, {"1", scenes::Emphasis::kStrong}, {"extra", scenes::Emphasis::kNone}}, {}}, ""});
  CHECK(text_twin(f) == "α    b\n‖z‖  1 *  extra\n\n");
}

TEST_CASE("an empty frame has nothing to say") { CHECK(text_twin({}) == ""); }

TEST_CASE("curves in words") {
  scenes::Series s;
  CHECK(series_text(s) == "curve: no values");
  s = {"r", {0}, {0.5}, {}, {}, false};
  CHECK(series_text(s) == "r: 0.5 at 0");
  s = {"r", {0, 1, 2}, {0.5, std::numeric_limits<double>::quiet_NaN(), 1e-9}, {}, {}, false};
  CHECK(series_text(s) == "r: from 0.5 at 0 to 10⁻⁹ at 2; smallest 10⁻⁹, largest 0.5");
}

TEST_CASE("schema and state hold each parameter of each scene") {
  for (const scenes::Entry& entry : scenes::registry()) {
    const auto scene = entry.make();
    scenes::Frame frame;
    scene->fill(frame);
    const std::string schema = schema_json(entry, *scene);
    const std::string state = state_json(entry, *scene, frame, true, "v=1&scene=" + entry.slug);
    for (const scenes::Param& p : scene->params()) {
      CHECK(schema.find("{\"key\":\"" + p.key + "\",") != std::string::npos);
      CHECK(state.find("\"" + p.key + "\":\"") != std::string::npos);
    }
    CHECK(schema.starts_with("{\"slug\":\"" + entry.slug + "\""));
    CHECK(state.find("\"playing\":true") != std::string::npos);
    CHECK(state.find("\"link\":\"v=1&scene=" + entry.slug + "\"}") != std::string::npos);
  }
}
