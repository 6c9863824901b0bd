#!/usr/bin/env python3
"""Writes elementary_golden.txt: correctly rounded values of the elementary
functions, for elementary_test.cpp. Python's decimal only, 60 digits and more.

A line is: function, kind, two numbers, seed, then for each chunk of 250
arguments the FNV-1a hash over the bits of the results. Arguments come from
SplitMix64(seed), u = (word >> 11) 2^-53:
  linear a b       a + (b - a) u
  power a b        +-(1 + u) 2^e, e uniform in [a, b]; from a second word w:
                   e = a + w mod (b - a + 1), sign from bit 63 of w
  near a b         as power, plus 1
A line "hard" has single arguments whose result lies very close to the middle of
two doubles: function, argument, result (C99 hex notation).
"""
import math
import os
import struct
from decimal import Decimal, getcontext

getcontext().prec = 80
getcontext().Emax, getcontext().Emin = 999999, -999999
MASK = 0xFFFFFFFFFFFFFFFF
CHUNKS, CHUNK = 6, 250


def splitmix(seed):
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def argument(words, kind, a, b):
    u = (next(words) >> 11) * 2.0**-53
    if kind == "linear":
        return a + (b - a) * u
    w = next(words)
    x = math.ldexp(1 + u, int(a) + w % (int(b) - int(a) + 1))
    x = -x if w >> 63 else x
    return 1 + x if kind == "near" else x


def arctan_inverse(n, digits):
    one = 10 ** (digits + 10)
    term, total, k, sign = one // n, 0, 1, 1
    while term:
        total += sign * (term // k)
        term, k, sign = term // (n * n), k + 2, -sign
    return total


PI_DIGITS = 420


def make_pi():
    getcontext().prec = PI_DIGITS + 20
    value = Decimal(4 * (4 * arctan_inverse(5, PI_DIGITS) - arctan_inverse(239, PI_DIGITS))).scaleb(-PI_DIGITS - 10)
    getcontext().prec = 80
    return value


PI = make_pi()


def reduced(x):
    """x - k pi/2 with |.| <= pi/4, and k mod 4."""
    if abs(x) < Decimal("0.5"):
        return x, 0
    getcontext().prec = PI_DIGITS
    k = (x * 2 / PI).to_integral_value()
    rest = x - k * PI / 2
    getcontext().prec = 80
    return +rest, int(k) % 4


def series(x, first, power):
    total, n = Decimal(0), power
    term = first
    while abs(term) > abs(first) * Decimal("1e-78"):
        total += term
        term = -term * x * x / ((n + 1) * (n + 2))
        n += 2
    return total


def sine(x, shift=0):
    r, k = reduced(x)
    k = (k + shift) % 4
    value = series(r, r, 1) if k % 2 == 0 else series(r, Decimal(1), 0)
    return -value if k >= 2 else value


def tanh(x):
    e = (2 * x).exp()
    return (e - 1) / (e + 1)


FUNCTIONS = {
    "exp": lambda x: x.exp(), "expm1": lambda x: x.exp() - 1, "log": lambda x: x.ln(),
    "log1p": lambda x: (1 + x).ln(), "tanh": tanh, "sin": sine, "cos": lambda x: sine(x, 1),
}
CASES = [
    ("exp", "linear", -2, 2), ("exp", "linear", -700, 709), ("exp", "linear", -745, -707), ("exp", "power", -56, 6),
    ("expm1", "linear", -2, 2), ("expm1", "power", -40, 5), ("log", "linear", 0.5, 2), ("log", "linear", 0, 1000),
    ("log", "near", -30, -2), ("log1p", "linear", -1, 1), ("log1p", "power", -40, -2), ("log1p", "linear", 0, 1e9),
    ("tanh", "linear", -3, 3), ("tanh", "power", -25, 4), ("sin", "linear", -7, 7), ("cos", "linear", -7, 7),
    ("sin", "linear", -1e6, 1e6), ("cos", "linear", -1e6, 1e6), ("sin", "power", -28, 30), ("cos", "power", -26, 30),
    ("sin", "power", 20, 1023), ("cos", "power", 20, 1023),
]


def distance_to_middle(value, rounded):
    """Of the value to the nearest midpoint, in units of the last place."""
    offset = (value - Decimal(rounded)) / Decimal(math.ulp(rounded))
    return abs(abs(offset) - Decimal("0.5"))


def main():
    lines, hard = [], []
    for index, (name, kind, a, b) in enumerate(CASES):
        words = splitmix(index + 1)
        hashes, hardest = [], []
        for _ in range(CHUNKS):
            state = 14695981039346656037
            for _ in range(CHUNK):
                x = argument(words, kind, float(a), float(b))
                value = FUNCTIONS[name](Decimal(x))
                rounded = float(value)
                hardest.append((distance_to_middle(value, rounded), x, rounded))
                for byte in struct.pack("<d", rounded):
                    state = ((state ^ byte) * 1099511628211) & MASK
            hashes.append(f"{state:016x}")
        lines.append(f"{name} {kind} {float(a).hex()} {float(b).hex()} {index + 1} {' '.join(hashes)}")
        for _, x, rounded in sorted(hardest)[:5]:
            hard.append(f"hard {name} {x.hex()} {rounded.hex()}")
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "elementary_golden.txt"), "w") as out:
        out.write("\n".join(lines + hard) + "\n")


main()
