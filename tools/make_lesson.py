#!/usr/bin/env python3
"""The lab's own lesson as plain text, for training on it: README and docs/model.md without their markup.

Usage: make_lesson.py OUT SOURCE.md...
"""
import re
import sys


def plain(text):
    lines = []
    for line in text.splitlines():
        line = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", line)
        line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
        if re.fullmatch(r"\|[-:| ]+\|", line):
            continue
        if line.startswith("|"):
            line = ": ".join(cell.strip() for cell in line.strip("|").split("|", 1)).replace(" | ", "; ")
        line = re.sub(r"^#+ |^\* |^    ", "", line)
        lines.append(re.sub(r"[`*]", "", line).rstrip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def main(out, sources):
    text = "\n".join(plain(open(source, encoding="utf-8").read()) for source in sources)
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
