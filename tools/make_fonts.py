#!/usr/bin/env python3
"""Cuts the typefaces down to what the lab writes and embeds them as C++ arrays.

Usage: make_fonts.py FONTS-FOLDER OUT-FOLDER
Reads InterVariable.ttf and DejaVuSans.ttf, writes font_data.h and font_data.cpp:
  kFontRegular, kFontSemibold  Inter: Latin, Greek, and every other sign of the list below that it has
  kFontMath                    DejaVu Sans: the signs that Inter lacks; meant to be merged into the other two
Needs fonttools 4.38 or newer.
"""
import os
import sys

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SIGNS = (
    "‖∥⟨⟩⌈⌉⌊⌋ ∈∉∋⊂⊃⊆⊇∪∩∅∖ ≤≥≠≈≡≪≫∝∼ −×·±÷∘⊙⊗⊕∙√∑∏∫∂∇∆ ∞∀∃∄¬∧∨⊤⊥∎ "
    "←→↑↓↔↕↗↘↙↖⇒⇐⇔↦↺↻⟲⟳↵ ½⅓⅔¼¾⅛ ₀₁₂₃₄₅₆₇₈₉₊₋₌ᵢⱼₖₙₘₗ ⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵏᵢⁿᵀᵗˢ "
    "ℝℕℤℚℂℓ ′″‴ …⋯⋮ –—‐‑‒␣ “”«»‘’„‚‹› •†‡‰€ "
    "★☆✓✗✕●○◉◎■□▲△▼▽▶▷◀◁◆◇▸◂▴▾ ☰⚠⚙⛶ ⏵⏸⏹⏭⏮ \u202f"
)
RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x384, 0x3CE), (0x3D1, 0x3D1), (0x3D5, 0x3D6), (0x3F0, 0x3F5)]
WEIGHTS = {"kFontRegular": 400, "kFontSemibold": 600}
# The optical size for text; at 32 Inter is spaced for headlines and too tight for labels.
OPTICAL_SIZE = 14


def wanted():
    points = {ord(c) for c in SIGNS if c != " "}
    for first, last in RANGES:
        points.update(range(first, last + 1))
    return points - {0xAD}


def subsetter(points):
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = []
    options.notdef_outline = True
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "STAT", "DSIG", "FFTM", "kern", "gasp", "meta", "MATH"]
    options.glyph_names = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=points)
    return cutter


def tabular_digits(font):
    """Gives all digits one width, so that running numbers do not wobble; the browser would ask for 'tnum'."""
    glyphs = set(font.getGlyphOrder())
    names = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    for table in font["cmap"].tables:
        for digit, name in enumerate(names):
            if name + ".tf" in glyphs and ord("0") + digit in table.cmap:
                table.cmap[ord("0") + digit] = name + ".tf"


def inter(path, points, weight):
    font = TTFont(path)
    tabular_digits(font)
    subsetter(points & set(font.getBestCmap())).subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": weight, "opsz": OPTICAL_SIZE})
    # The variation tables left some more behind that a fixed weight has no use for.
    for tag in ("STAT", "MVAR", "HVAR", "avar"):
        if tag in font:
            del font[tag]
    return font


def drawn_glyphs(units):
    """Play, pause, stop, next, previous, full screen: neither face has them, and they are a few corners each."""
    low, high, left = 0.0, 0.72, 0.1

    def box(x0, x1):
        return [(x0, low), (x0, high), (x1, high), (x1, low)]

    def triangle(x0, x1):
        return [(x0, low), (x0, high), (x1, (low + high) / 2)]

    def corner(x, y, right, up):
        # An L whose outer corner is at (x, y); the order of its points keeps the outline clockwise.
        long, thick = 0.24, 0.09
        shape = [(x, y), (x, y + up * long), (x + right * thick, y + up * long), (x + right * thick, y + up * thick),
                 (x + right * long, y + up * thick), (x + right * long, y)]
        return shape if right * up > 0 else shape[::-1]

    def mirrored(shape):
        return [(0.9 - x, y) for x, y in reversed(shape)]

    forward = [triangle(left, 0.58), box(0.62, 0.78)]
    shapes = {
        0x23F5: [triangle(left + 0.04, 0.78)],
        0x23F8: [box(left + 0.04, 0.34), box(0.52, 0.74)],
        0x23F9: [box(left, 0.78)],
        0x23ED: forward,
        0x26F6: [corner(left, low, 1, 1), corner(left, high, 1, -1), corner(0.78, low, -1, 1), corner(0.78, high, -1, -1)],
        0x23EE: [mirrored(shape) for shape in forward],
    }
    return {point: [[(round(x * units), round(y * units)) for x, y in shape] for shape in contours]
            for point, contours in shapes.items()}, round(0.9 * units)


def add_drawn(font):
    shapes, width = drawn_glyphs(font["head"].unitsPerEm)
    glyph_set = font.getGlyphSet()
    for point, contours in shapes.items():
        name = f"drawn{point:04X}"
        pen = TTGlyphPen(glyph_set)
        for contour in contours:
            pen.moveTo(contour[0])
            for corner in contour[1:]:
                pen.lineTo(corner)
            pen.closePath()
        glyph = pen.glyph()
        font["glyf"][name] = glyph
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, glyph.xMin)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[point] = name


def math(path, points):
    font = TTFont(path)
    add_drawn(font)
    missing = points - set(font.getBestCmap())
    if missing:
        sys.exit("no typeface has: " + " ".join(f"U+{p:04X} {chr(p)}" for p in sorted(missing)))
    subsetter(points).subset(font)
    return font


def data_of(font, folder, name):
    path = os.path.join(folder, name + ".ttf")
    font.save(path)
    with open(path, "rb") as file:
        return file.read()


def array(name, data):
    rows = [", ".join(str(b) for b in data[i:i + 24]) for i in range(0, len(data), 24)]
    return (f"extern const unsigned char {name}[] = {{\n" + ",\n".join(rows) + "};\n"
            f"extern const unsigned {name}Size = {len(data)};\n")


def main(fonts, out):
    points = wanted()
    inter_path = os.path.join(fonts, "InterVariable.ttf")
    has = set(TTFont(inter_path, lazy=True).getBestCmap())
    needed = {name: inter(inter_path, points & has, weight) for name, weight in WEIGHTS.items()}
    # A range may hold unassigned code points; only the signs of the list have to be there.
    needed["kFontMath"] = math(os.path.join(fonts, "DejaVuSans.ttf"), {ord(c) for c in SIGNS if c != " "} - has)
    header = ["// Made by tools/make_fonts.py.", "#pragma once", "", "namespace lab::assets {"]
    body = ['// Made by tools/make_fonts.py.', '#include "font_data.h"', "", "namespace lab::assets {"]
    for name, font in needed.items():
        data = data_of(font, out, name)
        header += [f"extern const unsigned char {name}[];", f"extern const unsigned {name}Size;"]
        body.append(array(name, data))
    for lines, name in ((header, "font_data.h"), (body, "font_data.cpp")):
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
            file.write("\n".join(lines + ["}  // namespace lab::assets", ""]))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
