"""Reads and writes .safetensors files with NumPy alone: eight bytes with the length of a JSON header (low byte first),
the header, the numbers. For the golden numbers and the benchmarks; the lab's own reader is src/model/safetensors.cpp.
"""
import json
import struct

import numpy as np

DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4"}


def read(path):
    """(tensors by name, metadata)."""
    with open(path, "rb") as file:
        data = file.read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:start])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = (start + at for at in entry["data_offsets"])
        tensors[name] = np.frombuffer(data[begin:end], DTYPES[entry["dtype"]]).reshape(entry["shape"])
    return tensors, metadata


def write(path, tensors, metadata=None):
    """As PyTorch users' files are: tensors sorted by name, the header padded with blanks to a multiple of 8."""
    names = {dtype: name for name, dtype in DTYPES.items()}
    header, blobs, at = ({"__metadata__": metadata} if metadata else {}), [], 0
    for name in sorted(tensors):
        values = np.ascontiguousarray(tensors[name])
        values = values.astype(values.dtype.newbyteorder("<"))
        blobs.append(values.tobytes())
        header[name] = {"dtype": names[values.dtype.str], "shape": list(np.shape(tensors[name])),
                        "data_offsets": [at, at + len(blobs[-1])]}
        at += len(blobs[-1])
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))
