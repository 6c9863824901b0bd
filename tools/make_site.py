#!/usr/bin/env python3
"""Assembles the static site: the files of web/ and the program beside them.

Usage: make_site.py WEB ASSETS SITE PROGRAM-FILE... NAME=FILE...
A file given with a name goes to that place in the site.
Trained weights of ASSETS (*.safetensors) go to SITE/assets.
The folder SITE is brought to exactly this content; files that did not change keep their time.
"""
import filecmp
import os
import shutil
import sys

# What stands in web/ for developers only: tests, tools for node, notes.
NOT_FOR_THE_SITE = (".test.mjs", ".test.js", ".node.mjs", "CMakeLists.txt", "README.md", "package.json")


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
        if name in files:
            sys.exit(f"web/{name} has the name of a file that the build makes")
        files[name] = path
    for name in os.listdir(assets):
        if name.endswith(".safetensors"):
            files[os.path.join("assets", name)] = os.path.join(assets, name)
    return files


def main(web, assets, site, program):
    files = wanted(web, assets, program)
    os.makedirs(site, exist_ok=True)
    for folder, folders, names in os.walk(site, topdown=False):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.relpath(path, site) not in files:
                os.remove(path)
        for name in folders:
            path = os.path.join(folder, name)
            if not os.listdir(path):
                os.rmdir(path)
    for name, source in sorted(files.items()):
        target = os.path.join(site, name)
        if os.path.isfile(target) and filecmp.cmp(source, target, shallow=False):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        # Copied beside and renamed, so that a running server never hands out half a file.
        shutil.copyfile(source, target + ".new")
        os.replace(target + ".new", target)
        os.chmod(target, 0o644)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
