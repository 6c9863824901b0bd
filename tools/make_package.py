#!/usr/bin/env python3
"""Makes what is handed on: the site as a zip, the lab as one HTML file, the embed element for npm.

Usage: make_package.py SITE DIST RELEASE
The same site gives the same bytes: names sorted, times fixed, nothing of the machine in it.
"""
import gzip
import io
import json
import os
import sys
import tarfile
import zipfile

from bundle_modules import NotBundled
from single_page import single_page

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The earliest time a zip can state.
TIME = (1980, 1, 1, 0, 0, 0)
ELEMENT = ("attention-lab.js", "attention-lab.d.ts")
NPM_README = """# attention-lab

The custom element `<attention-lab>`: experiments on the mathematics of attention in a page of yours.

    <script type="module" src="node_modules/attention-lab/attention-lab.js"></script>
    <attention-lab scene="hardmax" alpha="0.3" controls="alpha" height="420"></attention-lab>

The element opens frames of the `index.html` beside it, so serve this folder as it is. A bundler that moves the script must
leave it out (external) and copy the folder. Types are in `attention-lab.d.ts`, licences in `LICENSE` and `licenses.txt`.
"""
LEGAL = ("LICENSE", "THIRD_PARTY.md")


def contents(site):
    """Every file of the site and the licences, name -> bytes, sorted."""
    files = {}
    for folder, _, names in os.walk(site):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, site).replace(os.sep, "/")] = file.read()
    for name in LEGAL:
        with open(os.path.join(ROOT, name), "rb") as file:
            files[name] = file.read()
    return dict(sorted(files.items()))


def write(path, data):
    with open(path + ".new", "wb") as file:
        file.write(data)
    os.replace(path + ".new", path)
    print(f"{os.path.basename(path)}: {len(data) / 1e6:.2f} MB")


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=9)
    return out.getvalue()


def npm_package(files, release):
    """The tarball that `npm pack` would make: the element, its types, and the site that its frames open."""
    about = {
        "name": "attention-lab",
        "version": release,
        "description": "The custom element <attention-lab>: experiments on the mathematics of attention in a page of yours.",
        "license": "MIT",
        "type": "module",
        "exports": {".": {"types": "./attention-lab.d.ts", "default": "./attention-lab.js"}, "./*": "./*"},
        "main": "attention-lab.js",
        "types": "attention-lab.d.ts",
        "sideEffects": True,
        "keywords": ["attention", "transformer", "education", "custom-element", "webassembly"],
    }
    made = {"package.json": json.dumps(about, indent=2) + "\n", "README.md": NPM_README}
    files = dict(files, **{name: text.encode("utf-8") for name, text in made.items()})
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(data)
            entry.mode = 0o644
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(plain.getvalue(), 9, mtime=0)


def main(site, dist, release):
    files = contents(site)
    os.makedirs(dist, exist_ok=True)
    write(os.path.join(dist, f"attention-lab-{release}.zip"), zipped(files))
    try:
        page = single_page(site)
    except NotBundled as problem:
        sys.exit(f"lab: {problem}")
    write(os.path.join(dist, f"attention-lab-{release}.html"), page.encode("utf-8"))
    if all(name in files for name in ELEMENT):
        write(os.path.join(dist, f"attention-lab-{release}.tgz"), npm_package(files, release))


if __name__ == "__main__":
    main(*sys.argv[1:])
