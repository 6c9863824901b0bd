"""The notebook's TinyBERT in PyTorch (sections 3 to 6), with the names of its state_dict. For the golden numbers and
the benchmarks.
"""
import torch
from torch import nn

import tensor_file


class Attention(nn.Module):
    def __init__(self, width, heads, scaled):
        super().__init__()
        self.heads, self.scaled = heads, scaled
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        each = x.shape[-1] // self.heads
        split = [part.unflatten(-1, (self.heads, each)).transpose(1, 2) for part in self.qkv(x).chunk(3, -1)]
        scores = split[0] @ split[1].transpose(-2, -1)
        maps = torch.softmax(scores / each ** 0.5 if self.scaled else scores, -1)
        mix = (maps @ split[2]).transpose(1, 2)
        return self.out(mix.flatten(2)), maps


class Layer(nn.Module):
    def __init__(self, width, heads, scaled):
        super().__init__()
        self.ln1 = nn.LayerNorm(width)
        self.ln2 = nn.LayerNorm(width)
        self.attn = Attention(width, heads, scaled)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))


class TinyBert(nn.Module):
    """All blocks are applied `times` times, one after the other."""

    def __init__(self, vocab, window, width, heads, layers, scaled=True, times=1):
        super().__init__()
        self.times = times
        self.emb = nn.Embedding(vocab, width)
        self.register_buffer("pe", sinusoids(window, width))
        self.blocks = nn.ModuleList(Layer(width, heads, scaled) for _ in range(layers))
        self.ln = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocab)

    def forward(self, tokens):
        """(logits, one array of maps per block) of a batch of tokens."""
        x = self.emb(tokens) + self.pe[: tokens.shape[1]]
        maps = []
        for block in list(self.blocks) * self.times:
            change, weights = block.attn(block.ln1(x))
            x = x + change
            x = x + block.mlp(block.ln2(x))
            maps.append(weights)
        return self.head(self.ln(x)), maps


def sinusoids(window, width):
    rate = 10000.0 ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    angle = torch.arange(window, dtype=torch.float64)[:, None] * rate
    return torch.stack((angle.sin(), angle.cos()), -1).flatten(1).float()


def load(path):
    """Our file in PyTorch's class; a missing, additional or misshapen tensor raises."""
    tensors, metadata = tensor_file.read(path)
    vocab, width = tensors["emb.weight"].shape
    layers = sum(name.endswith(".ln1.weight") for name in tensors)
    model = TinyBert(vocab, len(tensors["pe"]), width, int(metadata["heads"]), layers, metadata["scale_scores"] != "0",
                     int(metadata.get("applications", 1)))
    model.load_state_dict({name: torch.from_numpy(values.copy()) for name, values in tensors.items()}, strict=True)
    return model, metadata
