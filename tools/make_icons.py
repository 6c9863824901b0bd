#!/usr/bin/env python3
"""Draws the icons of the installed lab from web/favicon.svg.

Usage: make_icons.py FAVICON.svg FOLDER
Systems cut a maskable icon to their own shape, of which only a disc of 80 % is sure; iOS rounds the touch icon itself.
"""
import os
import sys

from svg_raster import draw

GROUND = "#10151c"
#        name            size  on a full ground  scale
ICONS = [("icon-192", 192, False, 1.0), ("icon-512", 512, False, 1.0), ("maskable-192", 192, True, 0.72),
         ("maskable-512", 512, True, 0.72), ("touch-180", 180, True, 0.9)]


def main(source, folder):
    with open(source, encoding="utf-8") as file:
        svg = file.read()
    os.makedirs(folder, exist_ok=True)
    for name, size, full, scale in ICONS:
        with open(os.path.join(folder, f"{name}.png"), "wb") as file:
            file.write(draw(svg, size, GROUND if full else None, scale))


if __name__ == "__main__":
    main(*sys.argv[1:])
