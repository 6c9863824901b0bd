#pragma once

/// The elementary functions of the lab. The standard library's own differ by a
/// last bit from one platform to the next; these use + - * / only and give the
/// same bits everywhere.
///
/// All return the correctly rounded double (nearest, ties to even) except with
/// a probability of about 2^-45 per argument: the deciding evaluation is in
/// double-double and good to about 2^-98. A cheap evaluation with a rounding
/// test comes first in exp, log, sin and cos.
///
/// NaN gives NaN. No errno, no exceptions, no state.
///
/// Method: table lookup, then a short series on the rest, as in P. T. P. Tang,
/// "Table-driven implementation of the exponential function" (1989) and of the
/// logarithm (1990); rounding test after A. Ziv (1991).
namespace lab::core {

/// e^x. exp(-inf) = 0, overflow gives inf, subnormal results are rounded once.
double exp(double x);

/// e^x - 1 without cancellation at 0; expm1(-inf) = -1, keeps the sign of 0.
double expm1(double x);

/// Natural logarithm; log(0) = -inf, log(x < 0) = NaN, log(inf) = inf.
double log(double x);

/// log(1 + x) without cancellation at 0; log1p(-1) = -inf, NaN below -1.
double log1p(double x);

/// Hyperbolic tangent; tanh(+-inf) = +-1, keeps the sign of 0.
double tanh(double x);

/// Sine and cosine of an angle in radians, for every finite x: the reduction
/// by pi keeps as many bits of 2/pi as the argument needs. NaN for +-inf.
double sin(double x);
double cos(double x);

struct SinCos {
  double sin = 0.0;
  double cos = 1.0;
};

/// Both at once, with the bits of sin(x) and cos(x); one reduction.
SinCos sincos(double x);

}  // namespace lab::core
