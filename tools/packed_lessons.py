"""The lessons inside the one-file edition: each a document that web/packed_lesson.js shows in a frame of its own, with
one style and one script for all. Addresses become fragments of the one file: #lessons/en/hardmax, or with a place on
the page #lessons/en/hardmax:e5a.
"""
import html
import os
import posixpath
import re

from bundle_modules import bundle

# Where web/packed_lesson.js puts style and script.
PARTS = "<!--parts-->"
# What the pages load as modules: a lesson, the contents of a language; the choice of the language loads none.
START = """window.labPage = document.baseURI.split(/[?#]/)[0];
$load('lessons/packed.js');
if (document.body.dataset.lesson) {
  $load('attention-lab.js');
  $load('lessons/lessons.js');
} else if (document.querySelector('.contents')) {
  $load('lessons/contents.js');
}
"""


def inside(address, page):
    """The fragment for an address of the site that stands on `page`; None for one that stays."""
    if address.startswith("#") or re.match(r"[a-z]+:", address):
        return None
    path, _, fragment = address.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    if path == "index.html":
        return fragment
    return path.removesuffix(".html") + (f":{fragment}" if fragment else "")


def document(text, page):
    """A lesson's page without what it refers to; the policy is that of the one file around it."""
    text = re.sub(r'\s*<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    text = re.sub(r'\s*<link rel="(?:icon|stylesheet)"[^>]*>', "", text)
    text = re.sub(r'\s*<script type="module"[^>]*></script>', "", text)

    def link(match):
        to = inside(html.unescape(match.group(1)), page)
        return match.group(0) if to is None else f'href="#{html.escape(to)}" data-to="{html.escape(to)}"'

    text = re.sub(r'(?<=\s)href="([^"]*)"', link, text)
    return text.replace("</head>", f"{PARTS}\n</head>", 1)


def pages(site):
    """Documents by name, lessons/en/hardmax.html."""
    found = {}
    for folder, _, names in os.walk(os.path.join(site, "lessons")):
        for name in names:
            if name.endswith(".html"):
                path = os.path.relpath(os.path.join(folder, name), site).replace(os.sep, "/")
                with open(os.path.join(site, path), encoding="utf-8") as file:
                    found[path] = document(file.read(), path)
    return dict(sorted(found.items()))


def script(site):
    return bundle(site, ["attention-lab.js", "lessons/lessons.js", "lessons/contents.js", "lessons/packed.js"], START)
