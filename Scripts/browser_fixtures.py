#!/usr/bin/env python3
"""Makes trees of boxes at random, has a browser lay them out, and writes both down.

    Scripts/browser_fixtures.py [SEED] > Tests/LayoutTests/Conformance/browser-flexbox.json

Needs Chromium and a tool to make a font with; on Debian, as root:

    apt-get install --no-install-recommends chromium-headless-shell
    pip install fonttools

The trees follow from the seed alone (it is in the file), the frames from the browser (its version is,
too). Each tree is solved with the root from left to right and from right to left. Where browser and
specification differ, the file has what the browser does.
"""
import base64
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile

BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
TREES_OF_A_FAMILY = 12
TREES_OF_EVERYTHING = 70

NOTES = (
    "number = px; 'N%' = percent; the rest as in CSS. What a style does not say has CSS's initial value, "
    "but display, which is flex. The root is position:absolute at the origin, with undefined available "
    "size. left and top are relative to the border box of the nearest ancestor that has a box; what has "
    "none (display none or contents) is 0 0 0 0. text: each character is 10 x 10, ascent 8; lines break "
    "at spaces; it is an item of its box that no style is for. Browsers cut off at 1/64 after each step: "
    "hence the tolerance, in px."
)


# --- The trees

JUSTIFY = ["flex-start", "flex-end", "center", "space-between", "space-around", "space-evenly"]
JUSTIFY_TEXT = ["start", "end", "left", "right"]
ALIGN = ["stretch", "flex-start", "flex-end", "center"]
LINES = ["stretch", "flex-start", "flex-end", "center", "space-between", "space-around", "space-evenly"]
KEYWORDS = ["min-content", "max-content", "fit-content"]


class Forest:
    """Makes trees whose styles draw on some features of the layout."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.features = set()

    def has(self, feature, chance=0.5):
        return feature in self.features and self.random.random() < chance

    def pick(self, choices):
        return self.random.choice(choices)

    def px(self, low=0, high=60):
        value = self.random.randint(low, high)
        if self.has("fractions", 0.6):
            value += self.pick([0.25, 0.5, 0.75, 0.3, 1 / 3, 0.125])
        return round(value, 4)

    def length(self, low=0, high=60):
        if self.has("percent", 0.4):
            return f"{self.pick([5, 10, 12.5, 20, 25, 33, 50, 75, 100])}%"
        return self.px(low, high)

    def size(self, low=0, high=60):
        if self.has("keywords", 0.6):
            return self.pick(KEYWORDS)
        return self.length(low, high)

    def tree(self, features):
        self.features = set(features)
        root = self.box(self.random.randint(1, 3), is_root=True)
        root["style"]["position"] = "absolute"
        return root

    def box(self, depth, is_root=False):
        node = {"style": self.style(depth, is_root)}
        if depth > 0:
            count = self.random.randint(1, 5 if depth < 3 else 4)
            node["children"] = [self.box(depth - self.random.randint(1, 2)) for _ in range(count)]
        elif self.has("text", 0.75):
            node["text"] = self.words()
        return node

    def words(self):
        return " ".join("x" * self.random.randint(1, 5) for _ in range(self.random.randint(1, 4)))

    def style(self, depth, is_root):
        style = {}
        self.container(style, depth)
        self.sizes(style, depth, is_root)
        if not is_root:
            self.item(style, depth)
            self.place(style)
        self.sides(style, is_root)
        return style

    def container(self, style, depth):
        if depth <= 0:
            return
        choices = ["row", "column"]
        if "reverse" in self.features:
            choices += ["row-reverse", "column-reverse"]
        style["flex-direction"] = self.pick(choices)
        if self.has("wrap", 0.75):
            style["flex-wrap"] = self.pick(["wrap", "wrap", "wrap-reverse"])
        if self.has("justify", 0.8):
            style["justify-content"] = self.pick(JUSTIFY + JUSTIFY_TEXT)
        if self.has("align", 0.8):
            style["align-items"] = self.pick(ALIGN + ["start", "end"])
        if self.has("baseline", 0.7):
            style["align-items"] = "baseline"
        if self.has("lines", 0.9):
            style["align-content"] = self.pick(LINES + ["start", "end"])
        if self.has("gap", 0.7):
            style["row-gap"] = self.length(0, 12)
            style["column-gap"] = self.length(0, 12)

    def sizes(self, style, depth, is_root):
        chance = 0.75 if depth <= 0 and "text" not in self.features else 0.4
        if is_root:
            # Shares of nothing are left to the other boxes.
            if self.random.random() < 0.7:
                style["width"] = self.px(40, 240)
            if self.random.random() < 0.6:
                style["height"] = self.px(40, 240)
            return
        if self.random.random() < chance:
            style["width"] = self.size(5, 90)
        if self.random.random() < chance:
            style["height"] = self.size(5, 90)
        if "limits" in self.features:
            for name, low, high in [("min", 0, 50), ("max", 10, 80)]:
                for axis in ["width", "height"]:
                    if self.has("limits", 0.3):
                        style[f"{name}-{axis}"] = self.size(low, high)
        if self.has("ratio", 0.45):
            style["aspect-ratio"] = self.pick([0.5, 1, 2, 1.5])
        if self.has("box-sizing", 0.5):
            style["box-sizing"] = "border-box"
        if self.has("overflow", 0.4):
            style["overflow"] = "hidden"

    def item(self, style, depth):
        if self.has("flex", 0.6):
            style["flex-grow"] = self.pick([0, 1, 2, 3, 0.2, 0.5])
        if self.has("flex", 0.6):
            style["flex-shrink"] = self.pick([0, 1, 2, 0.3])
        if self.has("basis", 0.7):
            basis = [0, "auto", "content", self.px(0, 80), "0%", "50%", "25%"]
            style["flex-basis"] = self.pick(basis + (KEYWORDS if "keywords" in self.features else []))
        if self.has("align", 0.35):
            style["align-self"] = self.pick(ALIGN + ["auto", "start", "end"])
        if self.has("baseline", 0.3):
            style["align-self"] = self.pick(ALIGN + ["baseline"])
        if self.has("order", 0.5):
            style["order"] = self.random.randint(-2, 2)
        if self.has("none", 0.2):
            style["display"] = "none"
        elif depth > 0 and self.has("contents", 0.3):
            # Not around text: without boxes between them, texts run together.
            style["display"] = "contents"

    def place(self, style):
        if self.has("absolute", 0.35):
            style["position"] = "absolute"
        elif self.has("relative", 0.5):
            style["position"] = "relative"
        if "position" in style:
            for side in ["left", "top", "right", "bottom"]:
                if self.random.random() < 0.4:
                    style[side] = self.length(-10, 30)
            if self.has("logical", 0.5):
                style[f"inset-inline-{self.pick(['start', 'end'])}"] = self.length(-10, 30)

    def sides(self, style, is_root):
        sides = ["left", "top", "right", "bottom"]
        for side in sides:
            if not is_root and self.has("margin", 0.4):
                style[f"margin-{side}"] = self.length(0, 15)
            if not is_root and self.has("negative", 0.3):
                style[f"margin-{side}"] = self.px(-15, -1)
            if not is_root and self.has("auto-margin", 0.3):
                style[f"margin-{side}"] = "auto"
            if self.has("padding", 0.4):
                style[f"padding-{side}"] = self.px(0, 10) if is_root else self.length(0, 10)
            if self.has("border", 0.3):
                style[f"border-{side}-width"] = self.random.randint(1, 5)
        for end in ["start", "end"]:
            if not is_root and self.has("logical", 0.3):
                style[f"margin-inline-{end}"] = self.px(0, 15)
            if self.has("logical", 0.3):
                style[f"padding-inline-{end}"] = self.px(0, 10)
            if self.has("logical", 0.15):
                style[f"border-inline-{end}-width"] = self.random.randint(1, 5)


FAMILIES = {
    "direction": ["reverse"],
    "wrap": ["wrap", "reverse", "lines"],
    "flex": ["flex", "reverse"],
    "flex-limits": ["flex", "limits"],
    "basis": ["flex", "basis"],
    "justify": ["justify", "reverse"],
    "align": ["align", "reverse", "wrap"],
    "baseline": ["baseline", "text", "margin", "padding"],
    "baseline-boxes": ["baseline", "reverse", "wrap", "padding", "border"],
    "lines": ["wrap", "lines", "align", "gap"],
    "gap": ["gap", "flex", "percent", "wrap"],
    "margin": ["margin", "flex", "percent"],
    "negative-margin": ["negative", "margin", "align", "wrap"],
    "auto-margin": ["auto-margin", "justify", "align", "reverse"],
    "padding": ["padding", "border", "flex", "percent"],
    "box-sizing": ["box-sizing", "padding", "border", "flex", "basis", "limits"],
    "limits": ["limits", "percent", "flex", "align"],
    "aspect-ratio": ["ratio", "align", "flex"],
    "aspect-ratio-limits": ["ratio", "limits", "basis", "padding", "box-sizing"],
    "absolute": ["absolute", "justify", "align", "reverse", "margin"],
    "absolute-sides": ["absolute", "relative", "auto-margin", "padding", "border", "percent", "text"],
    "static": ["absolute", "relative", "border", "wrap", "contents"],
    "contents": ["contents", "none", "flex", "gap", "text"],
    "none": ["none", "gap", "justify"],
    "overflow": ["overflow", "text", "flex", "limits"],
    "text": ["text", "flex", "align"],
    "text-wrap": ["text", "wrap", "lines", "padding", "basis"],
    "keywords": ["keywords", "text", "flex", "basis"],
    "keyword-limits": ["keywords", "limits", "text", "align", "padding"],
    "percent": ["percent", "flex", "basis", "text"],
    "order": ["order", "wrap", "reverse", "absolute"],
    "logical": ["logical", "relative", "margin", "padding", "absolute"],
    "fractions": ["fractions", "flex", "gap", "padding", "percent", "justify"],
}


def trees(seed):
    forest = Forest(seed)
    for family, features in FAMILIES.items():
        for number in range(TREES_OF_A_FAMILY):
            yield f"{family}-{number}", forest.tree(features)
    everything = sorted(set().union(*FAMILIES.values()) - {"fractions"})
    for number in range(TREES_OF_EVERYTHING):
        features = forest.random.sample(everything, forest.random.randint(5, 14))
        yield f"everything-{number}", forest.tree(features)


# --- The page

def square_font():
    """A font in which each character is a square, as WOFF-less TrueType in base64."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((0, -200))
    pen.lineTo((0, 800))
    pen.lineTo((1000, 800))
    pen.lineTo((1000, -200))
    pen.closePath()
    square, nothing = pen.glyph(), TTGlyphPen(None).glyph()
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", "space", "x"])
    font.setupCharacterMap({32: "space", 120: "x"})
    font.setupGlyf({".notdef": square, "space": nothing, "x": square})
    font.setupHorizontalMetrics({name: (1000, 0) for name in [".notdef", "space", "x"]})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    data = io.BytesIO()
    font.save(data)
    return base64.b64encode(data.getvalue()).decode()


def css(style):
    def value(name, value):
        is_length = isinstance(value, (int, float)) and name not in (
            "flex-grow", "flex-shrink", "order", "aspect-ratio")
        return f"{value}px" if is_length else str(value)
    return ";".join(f"{name}:{value(name, v)}" for name, v in style.items())


def html(node):
    inner = "".join(html(child) for child in node.get("children", [])) + node.get("text", "")
    return f'<div style="{css(node["style"])}">{inner}</div>'


SCRIPT = """
function round(value) { return Math.round(value * 1e4) / 1e4; }
function frame(element, origin) {
  const rect = element.getBoundingClientRect();
  const display = getComputedStyle(element).display;
  const hasBox = display != 'contents' && display != 'none' && element.getClientRects().length > 0;
  const inner = hasBox ? rect : origin;
  const result = hasBox
    ? {left: round(rect.left - origin.left), top: round(rect.top - origin.top),
       width: round(rect.width), height: round(rect.height)}
    : {left: 0, top: 0, width: 0, height: 0};
  const children = [...element.children].map(child => frame(child, inner));
  if (children.length) result.children = children;
  return result;
}
document.fonts.load('10px Squares', 'x').then(() => {
  const found = [...document.querySelectorAll('.page')].map(page => {
    const origin = page.getBoundingClientRect();
    return frame(page.firstElementChild, origin);
  });
  document.body.textContent = 'FRAMES' + JSON.stringify(found) + 'END';
});
"""


def page(cases):
    boxes = "".join(
        f'<div class="page">{html({**tree, "style": {**tree["style"], "direction": direction}})}</div>'
        for _, tree in cases for direction in ("ltr", "rtl"))
    return f"""<!doctype html><meta charset="utf-8"><style>
@font-face {{ font-family: Squares; src: url(data:font/ttf;base64,{square_font()}); }}
body {{ margin: 0; font: 10px/1 Squares; }}
.page {{ position: absolute; left: 0; top: 0; width: 100000px; height: 100000px; }}
.page > div {{ left: 0; top: 0; }}
.page div {{ display: flex; border: 0 solid black; }}
</style><body>{boxes}<script>{SCRIPT}</script>"""


def solve(cases):
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("browser_fixtures: no Chromium: see the beginning of this script")
    version = subprocess.run([browser, "--version"], capture_output=True, text=True).stdout.strip()
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(page(cases))
        file.flush()
        run = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000",
             "--dump-dom", f"file://{file.name}"], capture_output=True, text=True)
    found = re.search(r"FRAMES(.*)END", run.stdout, re.S)
    if not found:
        sys.exit(f"browser_fixtures: the browser did not answer: {run.stderr[-2000:]}")
    return version, json.loads(found.group(1))


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    cases = list(trees(seed))
    version, frames = solve(cases)
    head = {
        "format": 1, "origin": f"Scripts/browser_fixtures.py {seed}, solved by {version}",
        "defaults": {"position": "static"}, "tolerance": 0.1, "notes": NOTES}
    print(json.dumps(head)[:-1] + ', "cases": [')
    lines = []
    for (name, tree), ltr, rtl in zip(cases, frames[0::2], frames[1::2], strict=True):
        case = {"name": name, "root": tree, "expected": {"ltr": ltr, "rtl": rtl}}
        lines.append(json.dumps(case, separators=(",", ":")))
    print(",\n".join(lines) + "\n]}")


if __name__ == "__main__":
    main()
