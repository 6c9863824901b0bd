#!/usr/bin/env python3
"""Writes numpy_golden.txt: what NumPy's default_rng draws, for generator_test.cpp.

A line "seed TEXT PATH" starts a generator: default_rng of SeedSequence(TEXT),
or of the child at PATH in its tree of children (0/2: the third child of the
first child). Every other line is one call on it, in order: name, arguments,
count, FNV-1a hash over all values as 64-bit patterns, first values in clear
(doubles in C99 hex notation).

The tail of the normals takes log1p from the C library. The numbers in the file
were made with NumPy 1.24 on glibc 2.36 with its FMA variants switched off:
    GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2 python3 numpy_golden.py
"""
import os
import numpy as np

LINES = []
SEEDS = [0, 1, 15, 42, 2**32, 2**64 + 5, 2**200 + 12345, [1, 2, 3], [0], [15, 0], [2**40, 7],
         [], [1, 2, 3, 4, 5, 6, 7], 10**39 + 1]
RANGES = [(0, 2), (0, 10), (-5, 6), (3, 4), (0, 13), (0, 2**31), (-2**31, 2**31), (0, 2**32 - 1), (0, 2**32),
          (0, 2**32 + 1), (-7, 2**33), (0, 3 * 2**30), (0, 3 * 2**61), (-2**63, 2**63 - 1), (-2**63, 0)]
ENDPOINT_RANGES = [(5, 5), (0, 1), (0, 2**32 - 1), (0, 2**32), (-2**63, 2**63 - 1)]


def fnv1a(words):
    state = 14695981039346656037
    for byte in np.ascontiguousarray(words).tobytes():
        state = ((state ^ byte) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return state


def record(call, values, shown=2):
    values = np.asarray(values)
    if values.dtype == np.float32:
        values = values.astype(np.float64)
    clear = [v.hex() if values.dtype.kind == "f" else str(v) for v in values[:shown].tolist()]
    LINES.append(f"{call} {len(values)} {fnv1a(values.astype(values.dtype.newbyteorder('<'))):016x} " + " ".join(clear))


def start(seed, path=()):
    sequence = np.random.SeedSequence(seed)
    for child in path:
        sequence = sequence.spawn(child + 1)[child]
    text = str(seed).replace(" ", "")
    LINES.append(f"seed {text} {'/'.join(map(str, path)) or '.'}")
    record("words32", sequence.generate_state(9).astype(np.uint64), 9)
    record("words64", sequence.generate_state(4, np.uint64))
    return np.random.default_rng(sequence)


def state(g):
    s = g.bit_generator.state
    high_low = [s["state"][k] >> shift & 0xFFFFFFFFFFFFFFFF for k in ("state", "inc") for shift in (64, 0)]
    record("state", np.array(high_low + [s["has_uint32"]], dtype=np.uint64), 5)


def mixed_draws(g, n):
    """All kinds of calls in turn, so that waiting 32-bit halves are carried along."""
    record("random", g.random(n))
    record("uniform -0x1p+0 0x1p+0", g.uniform(-1, 1, n))
    record("uniform 0x1.999999999999ap-4 0x1.6666666666666p-1", g.uniform(0.1, 0.7, n))
    record("normal 0x0p+0 0x1p+0", g.standard_normal(n))
    record("normal 0x1.8p+0 0x1.999999999999ap-4", g.normal(1.5, 0.1, n))
    for low, high in RANGES:
        record(f"integers {low} {high} 0", g.integers(low, high, size=37))
        record("random", g.random(1))
    for low, high in ENDPOINT_RANGES:
        record(f"integers {low} {high} 1", g.integers(low, high, size=37, endpoint=True))
        record("randomf", g.random(3, dtype=np.float32))
    for k in (0, 1, 2, 3, 13, 100):
        record("permutation", g.permutation(k))
    state(g)


def main():
    for seed in SEEDS:
        mixed_draws(start(seed), 300)
    for seed in (15, 2**64 + 5, [1, 2, 3, 4, 5]):
        for path in [(0,), (1,), (2,), (0, 0), (2, 1), (1, 0, 3)]:
            mixed_draws(start(seed, path), 40)
    g = start(15)  # the course: the two collections of 13 tokens
    for _ in range(2):
        record("uniform -0x1p+0 0x1p+0", g.uniform(-1, 1, (13, 2)).ravel(), 26)
    for seed in (15, 1234):
        g = start(seed)
        record("normal 0x0p+0 0x1p+0", g.standard_normal(1000000))
        record("integers 0 1000 0", g.integers(0, 1000, size=100000))
        record("random", g.random(100000))
        state(g)
    g = start(7)
    for n in range(1, 1001):
        order = g.permutation(n)
        if n % 50 == 0:
            record("permutation", order)
        else:
            LINES.append(f"skip_permutation {n} 0")
    state(g)
    g = start(42)
    g.bit_generator.advance(2**70 + 3)
    LINES.append("advance 0 0 64 3")
    record("random", g.random(5))
    g = np.random.Generator(g.bit_generator.jumped(3))
    LINES.append("jump 0 0 3")
    record("random", g.random(5))
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "numpy_golden.txt"), "w") as out:
        out.write("\n".join(LINES) + "\n")


main()
