"""TinyBERT as an ONNX graph, written without the onnx package: float32, and with dynamic int8 quantization as
onnxruntime's quantize_dynamic has it (DynamicQuantizeLinear and MatMulInteger, int8 weights with one scale a channel).

Sources: the field numbers of onnx.proto3 and the operator reference, opset 17, both of the ONNX project.
"""
import struct

import numpy as np

FLOAT, INT8, INT64 = 1, 3, 7
TYPES = {np.dtype(np.float32): FLOAT, np.dtype(np.int8): INT8, np.dtype(np.int64): INT64}


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def whole(field, value):
    return varint(field << 3) + varint(value)


def block(field, data):
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def attribute(name, value):
    if isinstance(value, float):
        return block(1, name) + varint(2 << 3 | 5) + struct.pack("<f", value) + whole(20, 1)
    if isinstance(value, int):
        return block(1, name) + whole(3, value) + whole(20, 2)
    return block(1, name) + b"".join(whole(8, v) for v in value) + whole(20, 7)


def tensor(name, values):
    dims = b"".join(whole(1, extent) for extent in values.shape)
    return dims + whole(2, TYPES[values.dtype]) + block(8, name) + block(9, np.ascontiguousarray(values).tobytes())


def value_info(name, kind, shape):
    dims = b"".join(block(1, block(2, d) if isinstance(d, str) else whole(1, d)) for d in shape)
    return block(1, name) + block(2, block(1, whole(1, kind) + block(2, dims)))


class Graph:
    """Nodes in order; each call returns the name of its output."""

    def __init__(self, int8):
        self.int8, self.nodes, self.constants = int8, [], []

    def constant(self, values):
        name = f"c{len(self.constants)}"
        self.constants.append(tensor(name, values))
        return name

    def node(self, kind, inputs, outputs=1, **attributes):
        names = [f"v{len(self.nodes)}_{i}" for i in range(outputs)]
        data = b"".join(block(1, name) for name in inputs) + b"".join(block(2, name) for name in names)
        data += block(4, kind) + b"".join(block(5, attribute(k, v)) for k, v in attributes.items())
        self.nodes.append(data)
        return names[0] if outputs == 1 else names

    def numbers(self, *values):
        return self.constant(np.array(values, np.int64))

    def scalar(self, value):
        return self.constant(np.array(value, np.float32))

    def linear(self, x, weight, bias):
        """y = x W^T + b with W of out x in."""
        if not self.int8:
            product = self.node("MatMul", [x, self.constant(weight.T)])
        else:
            scales = (np.abs(weight).max(1) / 127).astype(np.float32)
            rounded = np.rint(weight / scales[:, None]).astype(np.int8)
            q, scale, zero = self.node("DynamicQuantizeLinear", [x], 3)
            sums = self.node("MatMulInteger", [q, self.constant(rounded.T), zero])
            both = self.node("Mul", [scale, self.constant(scales)])
            product = self.node("Mul", [self.node("Cast", [sums], to=FLOAT), both])
        return self.node("Add", [product, self.constant(bias)])

    def norm(self, x, weight, bias):
        return self.node("LayerNormalization", [x, self.constant(weight), self.constant(bias)], axis=-1, epsilon=1e-5)

    def gelu(self, x):
        phi = self.node("Erf", [self.node("Div", [x, self.scalar(2 ** 0.5)])])
        twice = self.node("Mul", [x, self.node("Add", [phi, self.scalar(1.0)])])
        return self.node("Mul", [twice, self.scalar(0.5)])

    def attention(self, x, heads, width, w, at):
        qkv = self.linear(x, w[f"{at}.qkv.weight"], w[f"{at}.qkv.bias"])
        split = self.node("Split", [qkv, self.numbers(width, width, width)], 3, axis=-1)
        apart = self.numbers(0, 0, heads, width // heads)
        q, k, v = (self.node("Reshape", [part, apart]) for part in split)
        q, v = (self.node("Transpose", [part], perm=[0, 2, 1, 3]) for part in (q, v))
        k = self.node("Transpose", [k], perm=[0, 2, 3, 1])
        scores = self.node("Mul", [self.node("MatMul", [q, k]), self.scalar((width // heads) ** -0.5)])
        mix = self.node("MatMul", [self.node("Softmax", [scores], axis=-1), v])
        together = self.node("Reshape", [self.node("Transpose", [mix], perm=[0, 2, 1, 3]), self.numbers(0, 0, width)])
        return self.linear(together, w[f"{at}.out.weight"], w[f"{at}.out.bias"])


def write(path, w, heads, int8):
    """`w`: the tensors of a weights file by name. Input tokens (B x n, int64), output logits (B x n x V)."""
    graph, (vocab, width), window = Graph(int8), w["emb.weight"].shape, len(w["pe"])
    x = graph.node("Gather", [graph.constant(w["emb.weight"]), "tokens"])
    x = graph.node("Add", [x, graph.constant(w["pe"])])
    for b in range(sum(name.endswith(".ln1.weight") for name in w)):
        at = f"blocks.{b}"
        y = graph.norm(x, w[f"{at}.ln1.weight"], w[f"{at}.ln1.bias"])
        x = graph.node("Add", [x, graph.attention(y, heads, width, w, f"{at}.attn")])
        y = graph.norm(x, w[f"{at}.ln2.weight"], w[f"{at}.ln2.bias"])
        y = graph.gelu(graph.linear(y, w[f"{at}.mlp.0.weight"], w[f"{at}.mlp.0.bias"]))
        x = graph.node("Add", [x, graph.linear(y, w[f"{at}.mlp.2.weight"], w[f"{at}.mlp.2.bias"])])
    logits = graph.linear(graph.norm(x, w["ln.weight"], w["ln.bias"]), w["head.weight"], w["head.bias"])
    graph.nodes.append(block(1, logits) + block(2, "logits") + block(4, "Identity"))
    body = b"".join(block(1, n) for n in graph.nodes) + block(2, "tinybert")
    body += b"".join(block(5, c) for c in graph.constants)
    body += block(11, value_info("tokens", INT64, ["B", window]))
    body += block(12, value_info("logits", FLOAT, ["B", window, vocab]))
    with open(path, "wb") as file:
        file.write(whole(1, 8) + block(2, "attention-lab") + block(7, body) + block(8, block(1, "") + whole(2, 17)))
