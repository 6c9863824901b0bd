#!/usr/bin/env python3
"""Writes what PyTorch says about the model, for model_torch_test.cpp:

torch_small.safetensors   a model of another vocabulary, width, depth, window and number of heads, as PyTorch saves its
                          state_dict: no heads and no characters in the metadata, tensors in alphabetical order
torch_golden.safetensors  logits and attention maps of that model and of assets/tinybert-2001.safetensors, the loss and
                          gradient of the small one, and steps of torch.optim.Adam

That load_state_dict takes our file, name by name and shape by shape, is part of the run:
    python3 tests/golden/torch_golden.py
Another of our files is tried alone, nothing written:
    python3 tests/golden/torch_golden.py FILE.safetensors
Made with PyTorch 1.13 (Debian 12's python3-torch), one thread.
"""
import os
import sys

import numpy as np
import torch
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import tensor_file  # noqa: E402
from torch_model import TinyBert, load  # noqa: E402

SHIPPED = os.path.join(ROOT, "assets", "tinybert-2001.safetensors")
SMALL = {"vocab": 10, "window": 12, "width": 12, "heads": 3, "layers": 3}


def shipped_inputs(metadata):
    """Three windows of 64: a sentence with holes, random tokens, nothing but holes; and one of 17 characters."""
    text = "Leaders stay where they are, good sir; others move towards them."
    number = {c: i + 1 for i, c in enumerate(metadata["characters"])}
    draws = np.random.default_rng(64)
    sentence = np.array([number[c] for c in text])
    sentence[draws.random(64) < 0.15] = 0
    sentence[-1] = 0
    return np.stack([sentence, draws.integers(0, 66, 64), np.zeros(64, int)]), draws.integers(0, 66, (1, 17))


def record(golden, name, model, tokens, windows_with_maps=1):
    with torch.no_grad():
        logits, maps = model(torch.from_numpy(tokens))
    golden[f"{name}.tokens"] = tokens.astype(np.float32)
    golden[f"{name}.logits"] = logits.numpy()
    if windows_with_maps:
        golden[f"{name}.maps"] = torch.stack([m[0] for m in maps]).numpy()


def small_model(golden):
    torch.manual_seed(3)
    model = TinyBert(**SMALL)
    with torch.no_grad():  # so that scales and shifts of LayerNorm are seen too
        for name, values in model.named_parameters():
            if ".ln" in name or name.startswith("ln"):
                values.add_(0.3 * torch.randn(values.shape))
    tensor_file.write(os.path.join(HERE, "torch_small.safetensors"),
                      {name: values.numpy() for name, values in model.state_dict().items()}, {"format": "pt"})
    tokens = np.random.default_rng(10).integers(0, SMALL["vocab"], (1, SMALL["window"]))
    hidden = [0, 4, 5, 11]
    targets = tokens[0, hidden].copy()
    tokens[0, hidden] = 0
    record(golden, "small", model, tokens)
    loss = nn.functional.cross_entropy(model(torch.from_numpy(tokens))[0][0, hidden], torch.from_numpy(targets))
    loss.backward()
    golden["small.hidden"] = np.array(hidden, np.float32)
    golden["small.targets"] = targets.astype(np.float32)
    golden["small.loss"] = np.array([loss.item()], np.float32)
    for name, values in model.named_parameters():
        golden[f"small.gradient.{name}"] = values.grad.numpy()


def adam(golden, size=7, steps=30, rate=3e-3):
    """Gradients of all magnitudes, zeros among them."""
    draws = np.random.default_rng(5)
    gradients = (draws.standard_normal((steps, size)) * 10.0 ** draws.uniform(-6, 2, (steps, size))).astype(np.float32)
    gradients[:, 3] = 0
    x = torch.from_numpy(draws.standard_normal(size).astype(np.float32)).requires_grad_()
    golden["adam.start"] = x.detach().numpy().copy()
    optimizer, path = torch.optim.Adam([x], lr=rate), []
    for gradient in gradients:
        x.grad = torch.from_numpy(gradient.copy())
        optimizer.step()
        path.append(x.detach().numpy().copy())
    golden["adam.gradients"], golden["adam.path"] = gradients, np.stack(path)


def main():
    torch.set_num_threads(1)
    model, metadata = load(sys.argv[1] if len(sys.argv) > 1 else SHIPPED)
    print("PyTorch", torch.__version__, "takes the file:", sum(p.numel() for p in model.parameters()), "parameters")
    if len(sys.argv) > 1:
        return
    golden = {}
    windows, short = shipped_inputs(metadata)
    record(golden, "shipped", model, windows)
    record(golden, "short", model, short, 0)
    small_model(golden)
    adam(golden)
    path = os.path.join(HERE, "torch_golden.safetensors")
    tensor_file.write(path, golden, {"torch": torch.__version__})
    print(f"written: {os.path.getsize(path)} bytes")


main()
