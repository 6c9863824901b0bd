#!/usr/bin/env python3
"""Collects the licence texts of everything that is compiled into the published site.

Usage: make_licenses.py OUT.txt MIT-TEXT TITLE=FILE...
A FILE of the form "MIT:holder" stands for the MIT licence with that holder, for parts that come without a file of
their own. Where a file is missing (a user's own Emscripten may keep it elsewhere) the title stands with a pointer.
"""
import os
import re
import sys

RULE = "=" * 78


def text_of(source, mit):
    if source.startswith("MIT:"):
        return re.sub(r"^Copyright .*$", source[4:], mit, count=1, flags=re.MULTILINE).strip()
    if os.path.isfile(source):
        with open(source, encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    return "The text is in the package this part was taken from."


def main(out, mit_path, entries):
    with open(mit_path, encoding="utf-8") as file:
        mit = file.read()
    parts = ["Attention Lab is made with parts that others wrote. These are their licences, after its own.",
             f"{RULE}\nAttention Lab\n{RULE}\n\n{mit.strip()}"]
    for entry in entries:
        title, source = entry.split("=", 1)
        parts.append(f"{RULE}\n{title}\n{RULE}\n\n{text_of(source, mit)}")
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
