#!/usr/bin/env python3
"""Writes shaders as C++ string constants: points.vert becomes lab::assets::kPointsVert.

Usage: embed_shaders.py OUT.h SHADER...
"""
import os
import sys


def constant_name(path):
    stem, extension = os.path.splitext(os.path.basename(path))
    words = stem.replace("-", "_").split("_") + [extension[1:]]
    return "k" + "".join(word[:1].upper() + word[1:] for word in words)


def main(out, paths):
    lines = ["// Made by tools/embed_shaders.py.", "#pragma once", "", "namespace lab::assets {"]
    for path in sorted(paths):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if ')glsl"' in text:
            sys.exit(f"{path}: holds the characters that end a raw string")
        # GLSL wants #version as the very first characters, so none may come before the text.
        lines.append(f'inline constexpr const char {constant_name(path)}[] = R"glsl({text})glsl";')
    lines += ["}  // namespace lab::assets", ""]
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
