#!/usr/bin/env python3
"""Generates random trees of boxes, lays them out in Chromium, and writes the trees and their frames.

    Scripts/make_browser_fixtures.py [SEED] > Tests/LayoutTests/Fixtures/browser-flexbox.json
    Scripts/make_browser_fixtures.py --check Tests/LayoutTests/Fixtures/browser-flexbox.json
    Scripts/make_browser_fixtures.py --uses Tests/LayoutTests/Fixtures/browser-flexbox.json

The first form uses the seed 1 by default. The file contains the seed and the browser's version. The
trees depend on the seed alone (support/flexbox_trees.py). Each tree is laid out with its root from left
to right and from right to left. Where browser and specification differ, the file has the browser's
result.

--check generates and lays out the trees of the file's seed again, lists the cases that differ from the
file, and ends with status 1 if there are any. Use it after a change of the generator or with another
version of the browser, to review the differences before writing a new file.

--uses prints, for each style, how often the file has it, and how often a frame changes without it: this
shows how well the file detects an engine that lacks that style.

Needs Chromium and fontTools. As root on Debian, missing ones are installed:

    apt-get install --no-install-recommends chromium-headless-shell python3-fonttools

The browser runs headless, without a network, a driver or a profile: the page measures its own boxes
and writes the frames into its document, which the browser prints.
"""
import base64
import collections
import copy
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Leaves no bytecode files in this folder.
sys.dont_write_bytecode = True

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import flexbox_trees
import script

BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]

# The allowed difference from the browser's frames, in px: see the notes.
TOLERANCE = 0.1

NOTES = (
    "number = px; \"N%\" = percent; \"A / B\" = a ratio; the rest as in CSS. A style that is not "
    "given has CSS's initial value (defaults), but display, which is flex. The root is "
    "position:absolute at the origin, with undefined available size, and direction ltr or rtl; a "
    "box inherits its direction. *-inline-start/-end are of the box's own direction, and beat the "
    "physical side. left and top are relative to the border box of the nearest ancestor that has a "
    "box; what has none (display none or contents, and all in a box of display none) is 0 0 0 0. "
    "children is left out where there are none. text: each character is 10x10, ascent 8; lines "
    "break at spaces and at nothing else, a space at the end of a line takes no room; a text is "
    "the only child of its box, as an anonymous flex item. Numbers of expected are multiples of "
    "1/64: the browser cuts off there after each step, hence the tolerance, in px."
)

# CSS's initial values of the properties used in the file.
DEFAULTS = {
    "display": "flex", "box-sizing": "content-box", "position": "static", "flex-direction": "row",
    "flex-wrap": "nowrap", "justify-content": "normal", "align-items": "normal",
    "align-content": "normal", "align-self": "auto", "flex-grow": 0, "flex-shrink": 1,
    "flex-basis": "auto", "width": "auto", "height": "auto", "min-width": "auto",
    "min-height": "auto", "max-width": "none", "max-height": "none", "aspect-ratio": "auto",
    "row-gap": "normal", "column-gap": "normal", "order": 0, "overflow": "visible",
}

UNITLESS = {"flex-grow", "flex-shrink", "order", "aspect-ratio"}


# --- The page

def square_font():
    """Returns a TrueType font in base64 in which each character is a square, as in Ahem."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((0, -200))
    for corner in [(0, 800), (1000, 800), (1000, -200)]:
        pen.lineTo(corner)
    pen.closePath()
    square, nothing = pen.glyph(), TTGlyphPen(None).glyph()
    glyphs = {".notdef": square, "space": nothing, "x": square}
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({ord(" "): "space", ord("x"): "x"})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics({name: (1000, 0) for name in glyphs})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    data = io.BytesIO()
    font.save(data)
    return base64.b64encode(data.getvalue()).decode()


def css(style):
    def text(name, value):
        is_length = isinstance(value, (int, float)) and name not in UNITLESS
        return f"{value}px" if is_length else str(value)
    return ";".join(f"{name}:{text(name, value)}" for name, value in style.items())


def html(node, direction=None):
    inner = "".join(html(child) for child in node.get("children", [])) + node.get("text", "")
    style = {**({"direction": direction} if direction else {}), **node["style"]}
    return f'<div data-count="{len(style)}" style="{css(style)}">{inner}</div>'


# The browser silently drops unknown declarations, so the script reports the styles that contain one.
SCRIPT = """
function frame(element, origin) {
  const hasBox = element.getClientRects().length > 0;
  const rect = hasBox ? element.getBoundingClientRect() : origin;
  const result = hasBox
    ? {left: rect.left - origin.left, top: rect.top - origin.top,
       width: rect.width, height: rect.height}
    : {left: 0, top: 0, width: 0, height: 0};
  const children = [...element.children].map(child => frame(child, rect));
  if (children.length) result.children = children;
  return result;
}
function unknown() {
  return [...document.querySelectorAll('[data-count]')].flatMap(element => {
    const style = element.getAttribute('style');
    const names = style.split(';').filter(text => text).map(text => text.split(':')[0]);
    const lost = names.filter(name => element.style.getPropertyValue(name) == '');
    return lost.length || names.length != element.dataset.count ? [style] : [];
  });
}
document.fonts.load('10px Squares', 'x').then(fonts => {
  const frames = [...document.querySelectorAll('.page')].map(page =>
    frame(page.firstElementChild, page.getBoundingClientRect()));
  const answer = {frames: frames, unknown: unknown(), fonts: fonts.length};
  document.body.textContent = 'ANSWER' + JSON.stringify(answer) + 'END';
});
"""


def page(cases):
    boxes = "".join(
        f'<div class="page">{html(tree, direction)}</div>'
        for _, tree in cases for direction in ("ltr", "rtl"))
    return f"""<!doctype html><meta charset="utf-8"><style>
@font-face {{ font-family: Squares; src: url(data:font/ttf;base64,{square_font()}); }}
body {{ margin: 0; font: 10px/1 Squares; }}
.page {{ position: absolute; left: 0; top: 0; width: 100000px; height: 100000px; }}
.page > div {{ left: 0; top: 0; }}
.page div {{ display: flex; border: 0 solid black; }}
</style><body>{boxes}<script>{SCRIPT}</script>"""


# --- The browser

def complain(problem):
    sys.exit(f"make_browser_fixtures.py: {problem}")


def installed_browser():
    """Returns the browser's command. Installs the browser and fontTools if they are missing, where possible."""
    def found():
        return next(filter(None, map(shutil.which, BROWSERS)), None)

    def has_fonts():
        importlib.invalidate_caches()
        return importlib.util.find_spec("fontTools") is not None

    missing = [] if found() else ["chromium-headless-shell"]
    if not has_fonts():
        missing.append("python3-fonttools")
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in [["update"], ["install", "-y", "--no-install-recommends", *missing]]:
            # Writes to standard error: standard output is the file of cases.
            subprocess.run(["apt-get", *command], env=environment, stdout=sys.stderr, check=True)
    if not found():
        complain("no Chromium: see the beginning of this script")
    if not has_fonts():
        complain("this Python has no fontTools: see the beginning of this script")
    return found()


def solve(cases):
    """Returns the browser's version, and two frames per case: left to right, then right to left."""
    browser = installed_browser()
    version = subprocess.run([browser, "--version"], capture_output=True, text=True, check=True)
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(page(cases))
        file.flush()
        run = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu",
             "--virtual-time-budget=60000", "--dump-dom", f"file://{file.name}"],
            capture_output=True, text=True)
    found = re.search(r"ANSWER(.*)END", run.stdout, re.S)
    if not found:
        complain(f"the browser did not answer: {run.stderr[-2000:]}")
    answer = json.loads(found[1])
    if answer["unknown"]:
        complain("the browser does not know all of these styles: " + answer["unknown"][0])
    if not answer["fonts"]:
        complain("the browser did not take the font")
    if len(answer["frames"]) != 2 * len(cases):
        complain(f"{len(cases)} trees, but frames of {len(answer['frames'])}")
    # Debian's build suffix does not affect the layout.
    return re.sub(r"( [\d.]+).*", r"\1", version.stdout.strip()), answer["frames"]


# --- The file

def short(frame):
    """Converts whole numbers in a frame from float to int."""
    return {
        name: [short(child) for child in value] if name == "children"
        else int(value) if value == int(value) else value
        for name, value in frame.items()}


def solved(seed):
    """Returns the browser's version, and the cases in the format of the file."""
    cases = list(flexbox_trees.trees(seed))
    version, frames = solve(cases)
    frames = list(map(short, frames))
    return version, [
        {"name": name, "root": tree, "expected": {"ltr": ltr, "rtl": rtl}}
        for (name, tree), ltr, rtl in zip(cases, frames[0::2], frames[1::2], strict=True)]


def write(seed):
    version, cases = solved(seed)
    head = {
        "format": 1, "origin": f"Scripts/make_browser_fixtures.py {seed}, solved by {version}",
        "seed": seed, "tolerance": TOLERANCE, "defaults": DEFAULTS, "notes": NOTES}
    lines = [json.dumps(case, separators=(",", ":")) for case in cases]
    print(json.dumps(head, separators=(",", ":"))[:-1] + ',"cases":[')
    print(",\n".join(lines) + "\n]}")
    print(f"seed {seed}: {len(cases)} cases, solved by {version}", file=sys.stderr)


def check(path):
    with open(path) as file:
        old = json.load(file)
    version, cases = solved(old["seed"])
    before = {case["name"]: case for case in old["cases"]}
    after = {case["name"]: case for case in cases}
    changed = 0
    for name in sorted(before.keys() | after.keys()):
        one, other = before.get(name), after.get(name)
        if one == other:
            continue
        changed += 1
        what = ("is new" if one is None else "is no longer made" if other is None
                else "has another tree" if one["root"] != other["root"] else "has other frames")
        print(f"{name} {what}")
    print(f"seed {old['seed']}: {len(after)} cases, {changed} changed; solved by {version}")
    sys.exit(1 if changed else 0)


def with_one_style_less(case):
    """Yields each style of a case's boxes as a pair of name and value, with the tree without that style."""
    root = copy.deepcopy(case["root"])
    boxes = [root]
    for box in boxes:
        boxes += box.get("children", [])
    for box in boxes:
        style = box["style"]
        for name, value in style.items():
            # Keeps the root's position: without it, the page would place the root elsewhere.
            if box is not root or name != "position":
                box["style"] = {other: style[other] for other in style if other != name}
                yield (name, value), copy.deepcopy(root)
        box["style"] = style


def uses(path):
    with open(path) as file:
        cases = json.load(file)["cases"]
    used, effective = collections.Counter(), collections.Counter()
    # In batches: a single page would contain tens of thousands of trees.
    for start in range(0, len(cases), 50):
        expected, styles, changed = [], [], []
        for case in cases[start:start + 50]:
            for style, tree in with_one_style_less(case):
                expected.append(case["expected"])
                styles.append(style)
                changed.append((case["name"], tree))
        _, frames = solve(changed)
        for (name, value), frame, ltr, rtl in zip(
                styles, expected, frames[0::2], frames[1::2], strict=True):
            value = re.sub(r"^[-0-9.]+", "N", str(value)) if name != "aspect-ratio" else "N"
            used[f"{name}: {value}"] += 1
            effective[f"{name}: {value}"] += frame != {"ltr": ltr, "rtl": rtl}
    for use in sorted(used):
        print(f"{effective[use]:5} of {used[use]:5}  {use}")
    print(f"{effective.total()} of {used.total()} change a frame")


def main():
    arguments = script.parser(__doc__)
    arguments.add_argument("seed", nargs="?", type=int, default=1)
    arguments.add_argument("--check", metavar="FILE")
    arguments.add_argument("--uses", metavar="FILE")
    given = arguments.parse_args()
    if given.check:
        check(given.check)
    elif given.uses:
        uses(given.uses)
    else:
        write(given.seed)


if __name__ == "__main__":
    main()
