"""Ours and the peers in one run, in turn, on one thread; medians and ratios on screen and in build/bench/results.csv.

run.py LAB_BENCH OUT.csv
"""
import csv
import os
import statistics
import subprocess
import sys
import time

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402  (the number of threads is read at import)

ROUNDS = 5
SIZES = (13, 1000, 4096)


def numpy_layer(tokens, alpha=0.1, rtol=1e-12):
    """One hardmax layer with A = I as a reader would write it with NumPy: scores, sets, means."""
    scores = tokens @ tokens.T
    best = scores.max(axis=1)
    cut = best - rtol * np.maximum(1.0, np.abs(best))
    means = np.array([tokens[np.flatnonzero(row >= least)].mean(axis=0) for row, least in zip(scores, cut)])
    return (tokens + alpha * means) / (1 + alpha)


def milliseconds(work, least=0.2):
    work()
    times, start = [], time.perf_counter()
    while len(times) < 5 or time.perf_counter() - start < least:
        before = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - before))
    return statistics.median(times)


def ours(program, *words):
    return float(subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout)


def against_numpy(program, n):
    tokens = np.random.default_rng(15).uniform(-1, 1, (n, 2))
    pairs = [(ours(program, "hardmax", str(n)), milliseconds(lambda: numpy_layer(tokens))) for _ in range(ROUNDS)]
    mine, peer = (statistics.median(side) for side in zip(*pairs))
    ratios = [b / a for a, b in pairs]
    return {"what": "hardmax layer, d = 2", "n": n, "ours_ms": mine, "peer": f"NumPy {np.__version__}", "peer_ms": peer,
            "ratio": statistics.median(ratios), "ratio_low": min(ratios), "ratio_high": max(ratios)}


def alone(program, what, scene):
    return {"what": f"{what} {scene}", "ours_ms": statistics.median(ours(program, what, scene) for _ in range(ROUNDS))}


def show(row):
    name = row["what"] + (f", n = {row['n']}" if "n" in row else "")
    line = f"{name:34} {row['ours_ms']:10.4f} ms"
    if "peer" in row:
        line += (f"   {row['peer']}: {row['peer_ms']:9.3f} ms   {row['ratio']:6.1f} x faster"
                 f" ({row['ratio_low']:.1f} to {row['ratio_high']:.1f} in {ROUNDS} rounds)")
    print(line, flush=True)


def main():
    program, out = sys.argv[1:]
    scenes = subprocess.run([program, "list"], check=True, capture_output=True, text=True).stdout.split()
    rows = []
    for n in SIZES:
        rows.append(against_numpy(program, n))
        show(rows[-1])
    for scene in scenes:
        for what in ("run", "frame"):
            rows.append(alone(program, what, scene))
            show(rows[-1])
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with open(out, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    print(f"written to {os.path.relpath(out)}")


main()
