"""Ours and the peers in one run, in turn, on one thread; medians and ratios on screen and as CSV.

run.py LAB_BENCH WEB_FOLDER OUT_FOLDER [PART]     PART: dynamics, scenes or tinybert; without, all three
"""
import csv
import os
import statistics
import subprocess
import sys
import time

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools"))
import numpy as np  # noqa: E402  (the number of threads is read at import)
import tinybert  # noqa: E402

ROUNDS = 5
SIZES = (13, 1000, 4096)


def numpy_layer(tokens, alpha=0.1, rtol=1e-12):
    """One hardmax layer with A = I as a reader would write it with NumPy: scores, sets, means."""
    scores = tokens @ tokens.T
    best = scores.max(axis=1)
    cut = best - rtol * np.maximum(1.0, np.abs(best))
    means = np.array([tokens[np.flatnonzero(row >= least)].mean(axis=0) for row, least in zip(scores, cut)])
    return (tokens + alpha * means) / (1 + alpha)


def milliseconds(work):
    """Median time of one call, as bench/timing.h takes it: lots of at least 1 ms, for 0.3 s, at least five."""
    def timed(calls):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        return 1000 * (time.perf_counter() - start)

    work()
    calls, times = 1, []
    while timed(calls) < 1:
        calls *= 2
    while len(times) < 5 or sum(times) < 300:
        times.append(timed(calls))
    return statistics.median(times) / calls


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


def dynamics(program):
    for n in SIZES:
        row = against_numpy(program, n)
        show(row)
        yield row


def scenes(program):
    for scene in subprocess.run([program, "list"], check=True, capture_output=True, text=True).stdout.split():
        for what in ("run", "frame"):
            row = alone(program, what, scene)
            show(row)
            yield row


def write_csv(path, rows):
    columns = list(dict.fromkeys(key for row in rows for key in row))
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)
    print(f"written to {os.path.relpath(path)}", flush=True)


def main():
    program, web, out = sys.argv[1:4]
    os.makedirs(out, exist_ok=True)
    if os.getloadavg()[0] > 1:
        print(f"This machine is busy (load {os.getloadavg()[0]:.1f}): times will be too long, and ratios wander.",
              flush=True)
    parts = {"dynamics": lambda: dynamics(program), "scenes": lambda: scenes(program),
             "tinybert": lambda: tinybert.rows(program, web, os.path.join(out, "page"), ROUNDS, milliseconds)}
    for name in sys.argv[4:] or parts:
        write_csv(os.path.join(out, f"{name}.csv"), list(parts[name]()))


main()
