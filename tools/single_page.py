"""The whole lab as one HTML file that opens from a disk: scripts and styles inline and allowed by their hashes alone,
everything else compressed inside (web/packed.js takes it out), workers made of scripts inside.
"""
import base64
import gzip
import hashlib
import os
import re

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


def data_block(site, name):
    with open(os.path.join(site, name), "rb") as file:
        squeezed = gzip.compress(file.read(), 9, mtime=0)
    # Byte 9 names the system it was made on; "unknown" everywhere.
    squeezed = squeezed[:9] + b"\xff" + squeezed[10:]
    return f'<script type="application/gzip" data-file="{name}">{base64.b64encode(squeezed).decode("ascii")}</script>\n'


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

    def script(self, text, attributes=""):
        text = f"\n{harmless(text)}\n"
        self.scripts.append(source_of(text))
        return f"<script{attributes}>{text}</script>"

    def style(self, text):
        self.styles.append(source_of(text))
        return f"<style>{text}</style>"

    def policy(self):
        return (f"default-src 'none'; script-src 'wasm-unsafe-eval' {' '.join(self.scripts)}; style-src {' '.join(self.styles)}; "
                f"img-src data: blob:; connect-src {ELSEWHERE}; worker-src blob:; base-uri 'none'; form-action 'none'")


def single_page(site):
    page = Page(site)
    files = list(PROGRAMS) + sorted(f"assets/{name}" for name in os.listdir(os.path.join(site, "assets")))
    blocks = "".join(data_block(site, name) for name in files)
    # The licences ask to go wherever the program goes. The type is none that a browser would run; the page reads the text.
    blocks += "".join(f'<script type="text/plain" data-file="{name}">{harmless(read(site, name))}</script>\n' for name in TEXTS)

    page.replace(r'\s*<link rel="(?:manifest|apple-touch-icon)"[^>]*>', lambda _: "")
    # The lessons are pages of their own, which a lone file does not have beside it.
    page.replace(r'\s*<a class="skip" href="lessons/[^\n]*', lambda _: "")
    page.replace(r' The <a href="lessons/[^"]*">lessons</a> can be read without.', lambda _: "")
    page.replace(r'<link rel="icon" href="([^"]+)"', lambda m: '<link rel="icon" href="data:image/svg+xml;base64,'
                 + base64.b64encode(read(site, m.group(1)).encode("utf-8")).decode("ascii") + '"')
    page.replace(r'<link rel="stylesheet" href="([^"]+)">', lambda m: page.style(read(site, m.group(1))))
    page.replace(r'\s*<script type="module" src="main.js"></script>', lambda _: "")
    page.replace(r'<script src="([^"]+)"></script>', lambda m: page.script(read(site, m.group(1))))
    # At the end, so that the cover is seen while the rest is read.
    page.replace(r"</body>", lambda _: blocks + page.script(read(site, "index.js")) + "\n"
                 + page.script(bundle(site, "main.js"), ' type="module"') + "\n</body>")
    page.replace(r'(http-equiv="Content-Security-Policy" content=)"[^"]*"', lambda m: f'{m.group(1)}"{page.policy()}"')
    return page.text
