#!/usr/bin/env python3
"""Assembles the static site: the files of web/ and the program beside them.

Usage: make_site.py WEB ASSETS SITE RELEASE PROGRAM-FILE... NAME=FILE...
A file given with a name goes to that place in the site, and so do all files of a folder given with a name.
Trained weights of ASSETS (*.safetensors) go to SITE/assets.
The version, RELEASE and a hash of all contents, is written into index.html and service_worker.js, and into the latter
the list of all files, by which a browser keeps them for use without a network.
The folder SITE is brought to exactly this content; files that did not change keep their time.
"""
import base64
import hashlib
import json
import os
import re
import sys

# What stands in web/ for developers only: tests, tools for node, notes.
NOT_FOR_THE_SITE = (".test.mjs", ".test.js", ".node.mjs", "CMakeLists.txt", "README.md", "package.json")
# Assets larger than this are kept by a browser when they were used, all other files at the first visit.
LARGE_ASSET = 2 * 1024 * 1024
WORKER = "service_worker.js"


def made(name, path):
    """The file, or the files of the folder, with their places in the site."""
    if not os.path.isdir(path):
        return [(name, path)]
    return [(os.path.join(name, os.path.relpath(os.path.join(folder, file), path)), os.path.join(folder, file))
            for folder, _, names in os.walk(path) for file in names]


def wanted(web, assets, program):
    files = {}
    for folder, folders, names in os.walk(web):
        folders[:] = [f for f in folders if not f.startswith(".") and f not in ("node_modules", "test", "tests")]
        for name in names:
            if not name.startswith(".") and not name.endswith(NOT_FOR_THE_SITE):
                path = os.path.join(folder, name)
                files[os.path.relpath(path, web)] = path
    for path in program:
        name, equals, named = path.partition("=")
        name, path = (name, named) if equals else (os.path.basename(path), path)
        for name, path in made(name, path):
            if name in files:
                sys.exit(f"web/{name} has the name of a file that the build makes")
            files[name] = path
    for name in os.listdir(assets):
        if name.endswith(".safetensors"):
            files[os.path.join("assets", name)] = os.path.join(assets, name)
    return files


def read(path):
    with open(path, "rb") as file:
        return file.read()


def replaced_once(text, pattern, replacement, where):
    text, count = re.subn(pattern, lambda _: replacement, text, flags=re.MULTILINE)
    if count != 1:
        sys.exit(f"{where} has no place for {replacement}")
    return text


def name_languages(contents):
    """Writes the languages that have a table into the page: "es=Español"."""
    names = {os.path.basename(name)[:-len(".json")]: json.loads(data)["name"]
             for name, data in contents.items() if re.fullmatch(r"lang/[a-z]+\.json", name)}
    page = contents["index.html"].decode("utf-8")
    entry = ";".join(f"{code}={name}" for code, name in sorted(names.items()))
    page = replaced_once(page, r'<meta name="lab-languages" content="[^"]*">', f'<meta name="lab-languages" content="{entry}">', "index.html")
    contents["index.html"] = page.encode("utf-8")


def seal(contents, release):
    """Writes version and list into `contents`, name -> bytes."""
    page = contents["index.html"].decode("utf-8")
    slot = r'<meta name="lab-version" content="[^"]*">'
    # What the build itself writes does not count, so that a site can be sealed again.
    blank = dict(contents, **{"index.html": re.sub(slot, "", page).encode("utf-8")})
    worker = contents[WORKER].decode("utf-8")
    blank[WORKER] = re.sub(r"^const BUILD = .*;$", "", worker, flags=re.MULTILINE).encode("utf-8")
    digests = {name: hashlib.sha256(data).digest() for name, data in sorted(blank.items())}
    whole = hashlib.sha256(b"".join(name.encode("utf-8") + b"\0" + digest for name, digest in digests.items()))
    version = f"{release}-{whole.hexdigest()[:12]}"

    page = replaced_once(page, slot, f'<meta name="lab-version" content="{version}">', "index.html")
    contents["index.html"] = page.encode("utf-8")
    digests["index.html"] = hashlib.sha256(contents["index.html"]).digest()
    names = [name for name in digests if name != WORKER]
    build = {
        "version": version,
        "files": {name: "sha256-" + base64.b64encode(digests[name]).decode("ascii") for name in names},
        "later": [name for name in names if name.startswith("assets/") and len(contents[name]) > LARGE_ASSET],
    }
    worker = replaced_once(worker, r"^const BUILD = .*;$", f"const BUILD = {json.dumps(build)};", WORKER)
    contents[WORKER] = worker.encode("utf-8")


def write(site, contents):
    os.makedirs(site, exist_ok=True)
    for folder, folders, names in os.walk(site, topdown=False):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.relpath(path, site) not in contents:
                os.remove(path)
        for name in folders:
            path = os.path.join(folder, name)
            if not os.listdir(path):
                os.rmdir(path)
    for name, data in sorted(contents.items()):
        target = os.path.join(site, name)
        if os.path.isfile(target) and read(target) == data:
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        # Written beside and renamed, so that a running server never hands out half a file.
        with open(target + ".new", "wb") as file:
            file.write(data)
        os.replace(target + ".new", target)
        os.chmod(target, 0o644)


def main(web, assets, site, release, program):
    contents = {name: read(path) for name, path in wanted(web, assets, program).items()}
    if "index.html" in contents and WORKER in contents:
        name_languages(contents)
        seal(contents, release)
    write(site, contents)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:])
