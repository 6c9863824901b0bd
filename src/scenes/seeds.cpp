#include "scenes/seeds.h"

namespace lab::scenes {

core::Generator generator_of(const std::string& seed) {
  const auto sequence = core::SeedSequence::parse(seed);
  return core::default_rng(sequence ? sequence.value() : core::SeedSequence());
}

std::string next_seed(std::string seed) {
  std::size_t end = seed.find_last_of("0123456789") + 1;
  while (end > 0 && seed[end - 1] == '9') seed[--end] = '0';
  if (end > 0 && seed[end - 1] >= '0' && seed[end - 1] <= '8') ++seed[end - 1];
  else seed.insert(end, 1, '1');
  return core::SeedSequence::parse(seed) ? seed : "1";
}

}  // namespace lab::scenes
