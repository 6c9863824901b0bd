"""The whole lab as one HTML file that opens from a disk: scripts and styles inline and allowed by their hashes alone,
everything else compressed inside (web/packed.js takes it out), workers made of scripts inside.
"""
import base64
import gzip
import hashlib
import os
import re

import packed_lessons
from bundle_modules import bundle

# As text: the scripts a worker is made of, and the licences. Compressed: files that the page asks for.
TEXTS = ("train_worker.js", "trainer.js", "ensemble_worker.js", "ensemble.js", "licenses.txt")
PROGRAMS = ("index.wasm", "trainer.wasm", "ensemble.wasm")
# The one address outside: Tiny Shakespeare, when the reader asks for it (web/files.js).
ELSEWHERE = "https://raw.githubusercontent.com/karpathy/char-rnn/"


def read(site, name):
    with open(os.path.join(site, name), encoding="utf-8", newline="") as file:
        return file.read().replace("\r\n", "\n")


def source_of(text):
    """A script's hash as the policy has it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def harmless(script):
    """The same script without what would end its element."""
    return re.sub(r"<(?=/script|!--)", r"\\x3c", script, flags=re.IGNORECASE)


def contents(site, name):
    with open(os.path.join(site, name), "rb") as file:
        return file.read()


def data_block(name, data):
    squeezed = gzip.compress(data, 9, mtime=0)
    # Byte 9 names the system it was made on; "unknown" everywhere.
    squeezed = squeezed[:9] + b"\xff" + squeezed[10:]
    return f'<script type="application/gzip" data-file="{name}">{base64.b64encode(squeezed).decode("ascii")}</script>\n'


def text_block(name, text):
    return f'<script type="text/plain" data-file="{name}">{text}</script>\n'


class Page:
    """index.html, part by part replaced by what it refers to."""

    def __init__(self, site):
        self.site = site
        self.text = read(site, "index.html")
        self.scripts = []
        self.styles = []

    def replace(self, pattern, make):
        self.text, count = re.subn(pattern, make, self.text)
        if count == 0:
            raise SystemExit(f"index.html has nothing like {pattern}; tools/single_page.py must follow it")

    def allow_script(self, text):
        text = f"\n{harmless(text)}\n"
        self.scripts.append(source_of(text))
        return text

    def allow_style(self, text):
        self.styles.append(source_of(text))
        return text

    def script(self, text, attributes=""):
        return f"<script{attributes}>{self.allow_script(text)}</script>"

    def style(self, text):
        return f"<style>{self.allow_style(text)}</style>"

    def policy(self):
        return (f"default-src 'none'; script-src 'wasm-unsafe-eval' {' '.join(self.scripts)}; style-src {' '.join(self.styles)}; "
                f"img-src data: blob:; font-src data:; connect-src {ELSEWHERE}; worker-src blob:; frame-src 'self' file:; base-uri 'none'; form-action 'none'")


def single_page(site):
    page = Page(site)
    files = list(PROGRAMS) + sorted(f"assets/{name}" for name in os.listdir(os.path.join(site, "assets")))
    files += sorted(f"lang/{name}" for name in os.listdir(os.path.join(site, "lang")))
    blocks = "".join(data_block(name, contents(site, name)) for name in files)
    blocks += "".join(data_block(name, text.encode("utf-8")) for name, text in packed_lessons.pages(site).items())
    # The licences ask to go wherever the program goes. The type is none that a browser would run; the page reads the text.
    blocks += "".join(text_block(name, harmless(read(site, name))) for name in TEXTS)
    typeface = "data:font/woff;base64," + base64.b64encode(contents(site, "lessons/math.woff")).decode("ascii")
    blocks += text_block("lessons/style", page.allow_style(read(site, "lessons/lessons.css").replace("math.woff", typeface)))
    blocks += text_block("lessons/script", page.allow_script(packed_lessons.script(site)))

    page.replace(r'\s*<link rel="(?:manifest|apple-touch-icon)"[^>]*>', lambda _: "")
    page.replace(r'(<a class="skip") href="lessons/index.html" target="_top"', lambda m: f'{m.group(1)} href="#lessons/index"')
    # Without scripts there is nothing to take them out of the file.
    page.replace(r' The <a href="lessons/[^"]*">lessons</a> can be read without.', lambda _: "")
    page.replace(r'<link rel="icon" href="([^"]+)"', lambda m: '<link rel="icon" href="data:image/svg+xml;base64,'
                 + base64.b64encode(read(site, m.group(1)).encode("utf-8")).decode("ascii") + '"')
    page.replace(r'<link rel="stylesheet" href="([^"]+)">', lambda m: page.style(read(site, m.group(1))))
    page.replace(r'\s*<script type="module" src="main.js"></script>', lambda _: "")
    page.replace(r'<script src="([^"]+)"></script>', lambda m: page.script(read(site, m.group(1))))
    # At the end, so that the cover is seen while the rest is read.
    page.replace(r"</body>", lambda _: blocks + page.script(read(site, "index.js")) + "\n"
                 + page.script(bundle(site, ["main.js"]), ' type="module"') + "\n</body>")
    page.replace(r'(http-equiv="Content-Security-Policy" content=)"[^"]*"', lambda m: f'{m.group(1)}"{page.policy()}"')
    return page.text
