"""Joins the page's modules into one script, because browsers load no modules from a disk.

Knows what the modules of web/ are made of, and refuses anything else: imports of names from './file.js', exports of
functions, classes and constants, no circle of imports. Each module becomes a function that returns what it exports.
"""
import os
import re

IMPORT = re.compile(r"^import\s*\{([^}]*)\}\s*from\s*'\./([^']+)';[^\n]*$", re.MULTILINE)
EXPORT = re.compile(r"^export\s+(async\s+function|function\*?|class|const)\s+([A-Za-z_$][\w$]*)", re.MULTILINE)
# Outside of comments; that JSDoc types say import('...') is no matter.
FOREIGN = re.compile(r"^(?:import|export)\b.*$|^[^/*\n]*(?<!@type \{)\bimport(?:\.meta\b|\().*$", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|(?<=\s)//[^\n]*|^//[^\n]*", re.DOTALL | re.MULTILINE)


class NotBundled(Exception):
    """A module has something the bundler does not know."""


def names_of(braces):
    """{a, b as c} as pairs (name there, name here)."""
    for part in filter(None, (p.strip() for p in braces.split(","))):
        there, _, here = part.partition(" as ")
        yield there.strip(), (here or there).strip()


def convert(name, text):
    """The module as a function expression, and the modules it needs."""
    needs = []

    def imported(match):
        needs.append(os.path.normpath(os.path.join(os.path.dirname(name), match.group(2))))
        pairs = ", ".join(there if there == here else f"{there}: {here}" for there, here in names_of(match.group(1)))
        return f"const {{ {pairs} }} = modules['{needs[-1]}'];"

    exports = [match.group(2) for match in EXPORT.finditer(text)]
    body = EXPORT.sub(lambda match: f"{match.group(1)} {match.group(2)}", IMPORT.sub(imported, text))
    strange = FOREIGN.search(COMMENT.sub("", body))
    if strange:
        raise NotBundled(f"{name}: cannot be put into one file: {strange.group(0).strip()}")
    return f"modules['{name}'] = (() => {{\n{body.strip()}\nreturn {{ {', '.join(exports)} }};\n}})();\n", needs


def bundle(folder, entry):
    """The script that does what the module `entry` of `folder` does."""
    done, under_way, parts = set(), [], []

    def add(name):
        if name in done:
            return
        if name in under_way:
            raise NotBundled(f"{' -> '.join(under_way + [name])}: modules import each other in a circle")
        under_way.append(name)
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            part, needs = convert(name, file.read())
        for other in needs:
            add(other)
        under_way.pop()
        done.add(name)
        parts.append(part)

    add(entry)
    return "'use strict';\n/** What each module exports. */\nconst modules = {};\n" + "".join(parts)
