"""Joins the page's modules into one script, because browsers load no modules from a disk.

Knows what the modules of web/ are made of, and refuses anything else: imports of names from './file.js' or '../file.js',
exports of functions, classes and constants, import('./file.js') for later, import.meta.url, no circle of imports. Each
module becomes a function that is run once, when it is first asked for, and returns what it exports.
"""
import os
import re

IMPORT = re.compile(r"^import\s*(?:\{([^}]*)\}\s*from\s*)?'(\.\.?/[^']+)';[^\n]*$", re.MULTILINE)
EXPORT = re.compile(r"^export\s+(async\s+function|function\*?|class|const)\s+([A-Za-z_$][\w$]*)", re.MULTILINE)
LATER = re.compile(r"(?<![\w$.])import\('\./([^']+)'\)")
COMMENT = re.compile(r"/\*.*?\*/|(?<=\s)//[^\n]*|^//[^\n]*", re.DOTALL | re.MULTILINE)
FOREIGN = re.compile(r"^(?:import|export)\b.*$|^.*(?<![\w$.'])import(?:\.meta\b|\s*\().*$", re.MULTILINE)

START = """'use strict';
/** Modules by name, and what those that have run export. */
const $modules = {};
const $done = {};
const $load = (name) => (name in $done ? $done[name] : ($done[name] = $modules[name]()));
const $later = (name) => Promise.resolve().then(() => $load(name));
"""


class NotBundled(Exception):
    """A module has something the bundler does not know."""


def names_of(braces):
    """{a, b as c} as pairs (name there, name here)."""
    for part in filter(None, (p.strip() for p in (braces or "").split(","))):
        there, _, here = part.partition(" as ")
        yield there.strip(), (here or there).strip()


def outside_comments(text, change):
    """`text` with `change` applied to what is not a comment; types in comments say import('./file.js') too."""
    parts, at = [], 0
    for match in COMMENT.finditer(text):
        parts += [change(text[at:match.start()]), match.group(0)]
        at = match.end()
    return "".join(parts) + change(text[at:])


def convert(name, text):
    """The module as a function, the modules it needs, and those it may need later."""
    needs, later, first = [], [], []  # imports come first wherever they stand
    place = lambda other: os.path.normpath(os.path.join(os.path.dirname(name), other))

    def imported(match):
        needs.append(place(match.group(2)))
        pairs = ", ".join(there if there == here else f"{there}: {here}" for there, here in names_of(match.group(1)))
        first.append(f"const {{ {pairs} }} = $load('{needs[-1]}');\n")
        return ""

    def asked(match):
        later.append(place(match.group(1)))
        return f"$later('{later[-1]}')"

    exports = [match.group(2) for match in EXPORT.finditer(text)]
    body = EXPORT.sub(lambda match: f"{match.group(1)} {match.group(2)}", IMPORT.sub(imported, text))
    body = outside_comments(body, lambda code: LATER.sub(asked, code).replace("import.meta.url", "document.baseURI"))
    strange = FOREIGN.search(COMMENT.sub("", body))
    if strange:
        raise NotBundled(f"{name} cannot be put into one file: {strange.group(0).strip()}")
    return f"$modules['{name}'] = () => {{\n{''.join(first)}{body.strip()}\nreturn {{ {', '.join(exports)} }};\n}};\n", needs, later


def bundle(folder, entries, start=None):
    """The script that does what the modules `entries` of `folder` do, in turn or as the script `start` says."""
    done, under_way, waiting, parts = set(), [], list(entries), []

    def add(name):
        if name in done:
            return
        if name in under_way:
            raise NotBundled(f"{' -> '.join(under_way + [name])}: modules import each other in a circle")
        under_way.append(name)
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            part, needs, later = convert(name, file.read())
        for other in needs:
            add(other)
        waiting.extend(later)
        under_way.pop()
        done.add(name)
        parts.append(part)

    while waiting:
        add(waiting.pop(0))
    return START + "".join(parts) + (start or "".join(f"$load('{entry}');\n" for entry in entries))
