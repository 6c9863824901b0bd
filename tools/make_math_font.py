#!/usr/bin/env python3
"""Cuts a mathematical typeface down to what the formulas of some pages need.

Usage: make_math_font.py FONT OUT PAGES
Reads FONT (with a MATH table: where scripts and fraction bars stand) and every .html file below PAGES, writes OUT (.woff).
Needs fonttools 4.38 or newer.
"""
import html
import os
import re
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

# A single letter in <mi> is drawn as a mathematical italic, which has a place of its own in Unicode.
ITALICS = [("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("Α", "Ω", 0x1D6E2), ("α", "ω", 0x1D6FC)]
PLANCK = 0x210E
# Drawn by <msqrt>, in which it is not written.
ROOT = 0x221A


def italic(sign):
    for first, last, start in ITALICS:
        if first <= sign <= last:
            return PLANCK if sign == "h" else start + ord(sign) - ord(first)
    return None


def signs(pages):
    found = set()
    for folder, _, names in os.walk(pages):
        for name in sorted(names):
            if name.endswith(".html"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    for formula in re.findall(r"<math.*?</math>", file.read(), re.DOTALL):
                        found.update(html.unescape(re.sub(r"<[^>]*>", "", formula)))
    return found


def main(font, out, pages):
    found = signs(pages)
    points = set(range(0x20, 0x7F)) | {ROOT} | {ord(sign) for sign in found} | {italic(sign) for sign in found}
    points.discard(None)
    options = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.flavor = "woff"
    typeface = TTFont(font, recalcTimestamp=False)
    lacking = sorted(f"U+{point:04X}" for point in points - set(typeface.getBestCmap()) if point > 0x20)
    if lacking:
        print(f"{os.path.basename(font)} lacks {', '.join(lacking)}", file=sys.stderr)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=points)
    cutter.subset(typeface)
    typeface.flavor = "woff"
    typeface.save(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
