#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "core/generator.h"
#include "model/config.h"

/// From logits to a character (notebook section 6, "Writing, one character at a
/// time").
namespace lab::model {

/// How much of the distribution is used.
struct SamplingOptions {
  double temperature = 1.0;  ///< tau: softmax(logits / tau); 0 takes the likeliest
  std::size_t top_k = 0;     ///< only the k likeliest characters; 0: all
  double top_p = 1.0;        ///< then the fewest likeliest characters that hold this share; 1: all
  bool operator==(const SamplingOptions&) const = default;
};

/// Probabilities of the next character, p[t] for each t below logits.size(),
/// which must be at least 2; they sum to 1 up to rounding.
///
/// The notebook takes softmax(logits / tau) over the whole vocabulary. Here
/// [MASK], which is no character and never a target, gets 0 (the notebook's
/// formula gives it at most 5e-5 with the shipped models at tau = 0.8), and what
/// is cut off by top_k and top_p too; the others are scaled up to a sum of 1.
/// Ties go to the lower number. A temperature that is not above 0 gives 1 to
/// the likeliest. A logit that is not finite counts as impossible; without any
/// finite one all characters are equally likely. In double precision with our
/// own exp, so that every build gives the same bits.
void next_distribution(std::span<const float> logits, const SamplingOptions& options, std::vector<double>& p);

/// One draw from p by inversion: the first t with u < p[0] + ... + p[t], u
/// uniform in [0, 1). Takes one number of the generator.
Token draw(std::span<const double> p, core::Generator& generator);

}  // namespace lab::model
