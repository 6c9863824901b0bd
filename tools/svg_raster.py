"""Draws the few kinds of SVG that the lab's mark consists of: rect, circle, path of straight lines, group; fill, stroke
with round caps, dashes. Scanlines with exact coverage in x and several lines per pixel in y; standard library only.
"""
import math
import re
import struct
import xml.etree.ElementTree as xml
import zlib

LINES = 8  # scanlines per pixel
INHERITED = {"fill": "#000000", "fill-opacity": "1", "stroke": "none", "stroke-width": "1", "stroke-dasharray": "none"}


def circle(x, y, r, sides=48):
    return [(x + r * math.cos(2 * math.pi * i / sides), y + r * math.sin(2 * math.pi * i / sides)) for i in range(sides)]


def rounded(x, y, w, h, r):
    corners = [(x + w - r, y + h - r, 0), (x + r, y + h - r, 1), (x + r, y + r, 2), (x + w - r, y + r, 3)]
    return [(cx + r * math.cos(a), cy + r * math.sin(a))
            for cx, cy, quarter in corners for a in (math.pi / 2 * (quarter + i / 16) for i in range(17))]


def lines_of(d):
    """The polylines of a path with M, m, L, l, Z, z, and whether each is closed."""
    found, points, at, command = [], [], (0.0, 0.0), ""
    tokens = re.findall(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)", d)
    i = 0
    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        if command in "Zz":
            found.append((points, True))
            at, points = points[0], []
            continue
        if command not in "MmLl":
            raise ValueError(f"a path with '{command}' cannot be drawn here")
        x, y = float(tokens[i]), float(tokens[i + 1])
        i += 2
        at = (at[0] + x, at[1] + y) if command.islower() else (x, y)
        if command in "Mm" and points:
            found.append((points, False))
            points = []
        points.append(at)
        command = {"M": "L", "m": "l"}.get(command, command)
    return found + ([(points, False)] if points else [])


def capsule(a, b, r):
    """A piece of a stroke with round ends."""
    turn = math.atan2(b[1] - a[1], b[0] - a[0])
    half = [math.pi * i / 16 for i in range(17)]
    return ([(b[0] + r * math.cos(turn - math.pi / 2 + t), b[1] + r * math.sin(turn - math.pi / 2 + t)) for t in half]
            + [(a[0] + r * math.cos(turn + math.pi / 2 + t), a[1] + r * math.sin(turn + math.pi / 2 + t)) for t in half])


def stroke(points, closed, width, dashes):
    """The pieces of a stroke, dash by dash."""
    pieces, index, left = [], 0, dashes[0]
    for a, b in zip(points, points[1:] + points[:1] if closed else points[1:]):
        length, done = math.dist(a, b), 0.0
        while length - done > 1e-9:
            part = min(left, length - done)
            ends = [(a[0] + (b[0] - a[0]) * t / length, a[1] + (b[1] - a[1]) * t / length) for t in (done, done + part)]
            if index % 2 == 0:
                pieces.append(capsule(*ends, width / 2))
            done, left = done + part, left - part
            if left <= 1e-9:
                index += 1
                left = dashes[index % len(dashes)]
    return pieces


def shapes(element, style=None):
    """(polygons, colour, opacity) in drawing order; the polygons of one shape are united."""
    style = {**INHERITED, **(style or {}), **{k: v for k, v in element.attrib.items() if k in INHERITED}}
    kind = element.tag.split("}")[-1]
    if kind in ("svg", "g"):
        for child in element:
            yield from shapes(child, style)
        return
    number = lambda name: float(element.get(name, 0))
    if kind == "rect":
        lines = [(rounded(number("x"), number("y"), number("width"), number("height"), number("rx")), True)]
    elif kind == "circle":
        lines = [(circle(number("cx"), number("cy"), number("r")), True)]
    elif kind == "path":
        lines = lines_of(element.get("d"))
    else:
        raise ValueError(f"<{kind}> cannot be drawn here")
    if style["fill"] != "none":
        yield [points for points, _ in lines], style["fill"], float(style["fill-opacity"])
    if style["stroke"] != "none":
        dashes = [math.inf] if style["stroke-dasharray"] == "none" else [float(v) for v in style["stroke-dasharray"].split()]
        width = float(style["stroke-width"])
        yield [piece for points, closed in lines for piece in stroke(points, closed, width, dashes)], style["stroke"], 1.0


def spans(polygon, y):
    """Where the horizontal line at y is inside, by the even-odd rule."""
    cuts = sorted(a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
                  for a, b in zip(polygon, polygon[1:] + polygon[:1]) if (a[1] <= y) != (b[1] <= y))
    return list(zip(cuts[::2], cuts[1::2]))


def united(parts):
    end = -math.inf
    for low, high in sorted(parts):
        if high > end:
            yield max(low, end), high
            end = high


def paint(pixels, size, polygons, colour, opacity):
    """Lays a shape over `pixels` (rows of [r, g, b, alpha], alpha in 0 .. 1)."""
    rgb = [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    boxes = [(min(y for _, y in p), max(y for _, y in p), p) for p in polygons]
    for row in range(size):
        near = [p for low, high, p in boxes if low < row + 1 and high > row]
        if not near:
            continue
        cover = [0.0] * size
        for line in range(LINES):
            y = row + (line + 0.5) / LINES
            for low, high in united([span for p in near for span in spans(p, y)]):
                low, high = max(low, 0.0), min(high, float(size))
                for x in range(int(low), math.ceil(high)):
                    cover[x] += max(0.0, min(high, x + 1) - max(low, x)) / LINES
        for x, part in enumerate(cover):
            if part:
                blend(pixels[row][x], rgb, min(1.0, part) * opacity)


def blend(pixel, rgb, alpha):
    whole = alpha + pixel[3] * (1 - alpha)
    for i in range(3):
        pixel[i] = (rgb[i] * alpha + pixel[i] * pixel[3] * (1 - alpha)) / whole
    pixel[3] = whole


def png(pixels, opaque):
    size = len(pixels)
    rows = b"".join(b"\0" + bytes(round(v) for r, g, b, a in row for v in ((r, g, b) if opaque else (r, g, b, a * 255))) for row in pixels)
    chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", size, size, 8, 2 if opaque else 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def draw(svg, size, ground=None, scale=1.0):
    """PNG of an SVG with a square viewBox. With `ground` the square is filled with it and the picture is drawn on it, by `scale`
    about its centre, without its own first shape (its ground)."""
    root = xml.fromstring(svg)
    side = float(root.get("viewBox").split()[2])
    pixels = [[[0.0, 0.0, 0.0, 0.0] for _ in range(size)] for _ in range(size)]
    parts = list(shapes(root))
    if ground:
        paint(pixels, size, [[(0, 0), (size, 0), (size, size), (0, size)]], ground, 1.0)
        parts = parts[1:]
    place = lambda v: (v - side / 2) * scale * size / side + size / 2
    for polygons, colour, opacity in parts:
        paint(pixels, size, [[(place(x), place(y)) for x, y in p] for p in polygons], colour, opacity)
    return png(pixels, bool(ground))
