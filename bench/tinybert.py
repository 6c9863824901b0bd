"""TinyBERT: ours natively and in Chromium against ONNX Runtime Web in the same page and PyTorch natively, in turn."""
import json
import os
import shutil
import statistics
import subprocess

import numpy as np

import onnx_writer
import torch_peer

import tensor_file

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
WEIGHTS = os.path.join(ROOT, "assets", "tinybert-best.safetensors")
ORT = os.path.join(HERE, "node_modules", "onnxruntime-web")
SUBJECTS = ("forward", "forward-int8", "batch", "batch-int8", "write", "write-int8", "train")
NAMES = {"forward": "forward, one window", "batch": "forward, 64 windows", "write": "writing, a character",
         "train": "training, an iteration"}
ORT_FILES = ("ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm")
CEILING_OPERATIONS = 2 * 64 * 256 * 64
N, D, M, V, LAYERS, BATCH = 64, 64, 256, 66, 2, 64
HIDDEN = 1 + 0.15 * (N - 1)  # hidden characters of a window, on average


def operations(what):
    """Multiplications and additions in matrix products that our program does for one call."""
    def block(rows, projections=True):
        qkv = 2 * D * D * (rows + 2 * N) if projections else 0
        return qkv + 2 * rows * (D * D + 2 * D * M) + 4 * rows * N * D

    def window(rows, projections=True):
        return block(N, projections) + (LAYERS - 2) * block(N) + block(rows) + 2 * rows * D * V

    kind = what.split("-")[0]
    return {"forward": window(N, False), "batch": BATCH * window(N, False), "write": window(1, False),
            "train": 3 * BATCH * window(HIDDEN)}[kind]


class Native:
    def __init__(self, program):
        self.program = program

    def run(self, what):
        words = [self.program, "tinybert", what, WEIGHTS]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()

    def measure(self, what):
        return float(self.run(what)[0])

    def logits(self, kind):
        return [float(x) for x in self.run("logits" if kind == "float" else "logits-int8")]


class Page:
    """Chromium with ours and ONNX Runtime Web; browser.mjs answers line by line."""

    def __init__(self, web, folder):
        os.makedirs(folder, exist_ok=True)
        files = [os.path.join(web, name) for name in ("lab-bench-web.mjs", "lab-bench-web.wasm")]
        files += [os.path.join(HERE, "web", name) for name in ("page.html", "page.mjs")]
        files += [os.path.join(ORT, "dist", name) for name in ORT_FILES]
        for file in files:
            shutil.copy(file, folder)
        shutil.copy(WEIGHTS, os.path.join(folder, "weights.safetensors"))
        weights, metadata = tensor_file.read(WEIGHTS)
        for kind in ("float", "int8"):
            onnx_writer.write(os.path.join(folder, f"{kind}.onnx"), weights, int(metadata["heads"]), kind == "int8")
        self.process = subprocess.Popen(["node", os.path.join(HERE, "browser.mjs"), folder], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.version = self.answer()

    def answer(self):
        line = json.loads(self.process.stdout.readline() or '{"error": "Chromium has gone"}')
        if "error" in line:
            raise SystemExit(f"lab: the page of the benchmarks does not answer ({line['error']}).")
        return line["value"]

    def ask(self, name, *words):
        self.process.stdin.write(json.dumps({name: words}) + "\n")
        self.process.stdin.flush()
        return self.answer()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def check(native, page, torch):
    """Nothing is timed before all sides were seen to compute the same thing."""
    exact = np.array(native.logits("float"), np.float32)

    def gap(logits):
        return float(np.abs(np.array(logits, np.float32) - exact).max())

    rows = [("ours in Chromium", gap(page.ask("logits", "ours", "float")), 0.0)]
    rows.append(("ONNX Runtime Web", gap(page.ask("logits", "ort", "float")), 1e-4))
    if torch:
        rows.append(("PyTorch", gap(torch.logits()), 1e-4))
    for name, found, allowed in rows:
        print(f"logits against ours native: {name}: largest difference {found:.1e}")
        if found > allowed:
            raise SystemExit(f"lab: {name} computes something else; nothing was timed.")
    both = native.logits("int8"), page.ask("logits", "ort", "int8")
    ours, theirs = (np.array(logits, np.float32) for logits in both)
    print(f"int8 against float32: ours {gap(ours):.2f}, ONNX Runtime Web {gap(theirs):.2f}")
    if (ours != np.array(page.ask("logits", "ours", "int8"), np.float32)).any() or max(gap(ours), gap(theirs)) > 2:
        raise SystemExit("lab: the int8 logits do not fit; nothing was timed.")


def one_round(native, page, torch, what):
    ceiling = "ceiling-int8" if what.endswith("-int8") else "ceiling"
    times = {"native": native.measure(what), "web": page.ask("measure", "ours", what)}
    if what != "train":
        times["ort"] = page.ask("measure", "ort", what)
    if torch and what not in ("forward-int8", "batch-int8"):
        times["torch"] = torch.measure(what.split("-")[0])  # float32 also where ours is int8: the reader's choice
    times["native ceiling"], times["web ceiling"] = native.measure(ceiling), page.ask("measure", "ours", ceiling)
    return times


def row_of(what, rounds):
    kind, _, digits = what.partition("-")
    median = {side: statistics.median(r[side] for r in rounds) for side in rounds[0]}
    row = {"what": f"TinyBERT {NAMES[kind]}, {digits or 'float32'}", "ours_ms": median["native"],
           "web_ms": median["web"]}
    for peer, side in (("ort", "web"), ("torch", "native"), ("torch", "web")):
        if peer in median:
            ratios = [r[peer] / r[side] for r in rounds]
            row |= {f"{peer}_ms": median[peer], f"{side}_faster_than_{peer}": statistics.median(ratios),
                    f"{side}_faster_than_{peer}_low": min(ratios), f"{side}_faster_than_{peer}_high": max(ratios)}
    for side, ceiling in (("native", "native ceiling"), ("web", "web ceiling")):
        row[f"{side}_gops"] = operations(what) / median[side] / 1e6
        row[f"{side}_ceiling_gops"] = CEILING_OPERATIONS / median[ceiling] / 1e6
        row[f"{side}_share"] = row[f"{side}_gops"] / row[f"{side}_ceiling_gops"]
    return row


def show(row):
    writes = "character" in row["what"]

    def line(name, ms, rest):
        per_second = f" ({1000 / ms:,.0f}/s)" if writes else ""
        print(f"    {name:34} {ms:9.3f} ms{per_second}   {rest}", flush=True)

    def faster(side, peer):
        key = f"{side}_faster_than_{peer}"
        where = "Chromium" if side == "web" else "native"
        return f"{row[key]:.2f} x ours in {where} ({row[key + '_low']:.2f} to {row[key + '_high']:.2f})"

    print(row["what"])
    for side, name, ms in (("native", "ours, native", row["ours_ms"]), ("web", "ours, Chromium", row["web_ms"])):
        line(name, ms, f"{100 * row[f'{side}_share']:.0f} % of {row[f'{side}_ceiling_gops']:.0f} Gop/s")
    for peer, name in (("ort", "ONNX Runtime Web, Chromium"), ("torch", f"{torch_peer.NAME}, float32")):
        if f"{peer}_ms" in row:
            sides = [side for side in ("native", "web") if f"{side}_faster_than_{peer}" in row]
            line(name, row[f"{peer}_ms"], ", ".join(faster(side, peer) for side in sides))


def rows(program, web, folder, rounds, milliseconds):
    torch = None
    if torch_peer.torch:
        torch = torch_peer.Peer(WEIGHTS, milliseconds)
    else:
        print("PyTorch is not on this machine (Debian's python3-torch): its rows are left out.")
    native, page = Native(program), Page(web, folder)
    with open(os.path.join(ORT, "package.json"), encoding="utf-8") as file:
        version = json.load(file)["version"]
    print(f"Chromium {page.version}, ONNX Runtime Web {version}, {torch_peer.NAME if torch else 'no PyTorch'}; one thread each")
    check(native, page, torch)
    out = []
    for what in SUBJECTS:
        out.append(row_of(what, [one_round(native, page, torch, what) for _ in range(rounds)]))
        show(out[-1])
    page.close()
    return out
