"""Hand-written trees for Scripts/make_browser_fixtures.py, for cases that are rare in random trees.

Mostly sizes that depend on each other across several levels: heights that are definite because a
distant ancestor's height is, and widths that depend on them.
"""


def box(*children, text=None, **style):
    """Returns a box. In names of styles, _ stands for -."""
    result = {"style": {name.rstrip("_").replace("_", "-"): value for name, value in style.items()}}
    if children:
        result["children"] = list(children)
    if text:
        result["text"] = text
    return result


def row(*children, **style):
    return box(*children, **style)


def column(*children, **style):
    return box(*children, flex_direction="column", **style)


def wrapping(*children, **style):
    """Returns a column that wraps, with five boxes by default."""
    children = children or [box(width=10, height=15) for _ in range(5)]
    return column(*children, flex_wrap="wrap", **style)


SIBLING = box(width=5)
FILLED = {"flex_grow": 1, "flex_basis": 0, "min_height": 0}

CASES = {
    # A wrapping column is as wide as its lines, which depend on its height.
    "column-stretched": row(wrapping(), SIBLING, height=40, width=200),
    "column-stretched-in-padding": row(
        wrapping(padding_top=8, border_left_width=1), SIBLING, height=40, width=100),
    "column-two-levels": row(row(wrapping()), SIBLING, height=40, width=200),
    "column-three-levels": row(row(row(wrapping()), padding_top=3), SIBLING, height=40, width=200),
    "column-two-levels-start": row(row(wrapping(), align_items="start"), SIBLING, height=40, width=200),
    "column-beside-fixed": row(row(wrapping(), box(width=7, height=70)), SIBLING, height=40, width=200),
    "column-percent": row(wrapping(height="100%"), SIBLING, height=40, width=100),
    "column-percent-two-levels": row(
        row(wrapping(height="100%"), height="100%"), SIBLING, height=40, width=200),
    "column-half-of-stretched": row(
        row(wrapping(height="50%")), SIBLING, height=80, width=200),
    "column-half-in-start": row(
        row(wrapping(height="50%"), align_items="start"), SIBLING, height=80, width=200),
    "column-in-stretched-column": row(
        column(wrapping(**FILLED)), SIBLING, height=40, width=200),
    "column-in-limited": row(row(wrapping(), max_height=35), SIBLING, height=60, width=200),
    "column-in-raised": row(row(wrapping(), min_height=50), SIBLING, height=20, width=200),
    "column-max-height": row(wrapping(max_height=40), SIBLING, align_items="start", width=100, height=100),
    "column-max-height-stretched": row(wrapping(max_height=40), SIBLING, width=100, height=100),
    "column-grown": column(box(height=5), wrapping(**FILLED), height=40, width=100, align_items="start"),
    "column-grown-from-auto": column(
        box(height=5), wrapping(flex_grow=1, flex_basis=0), height=40, width=100, align_items="start"),
    "column-grown-twice": column(
        wrapping(*[box(width=20, height=30) for _ in range(3)], height=50, flex_grow=1), height=95,
        width=100, align_items="start"),
    "column-shrunk": column(
        wrapping(*[box(width=20, height=30) for _ in range(3)], overflow="hidden"), height=75,
        width=100, align_items="start"),
    "column-grown-beside-row": column(
        row(wrapping(), SIBLING, **FILLED), height=40, width=100),
    "column-grown-beside-row-start": column(
        box(height=8), row(row(wrapping()), SIBLING, **FILLED), height=40, width=100,
        align_items="start"),
    "column-grown-centered": column(
        wrapping(**FILLED), height=40, width=100, align_items="center"),
    "column-grown-wide": column(
        wrapping(width=12, **FILLED), height=40, width=100, align_items="center"),
    "column-grown-in-wrapping": wrapping(
        wrapping(flex_grow=1, height=10), box(width=3, height=3), height=40, width=100,
        align_items="start", align_content="start"),
    "column-absolute": row(
        wrapping(position="absolute", top=0, bottom=0), height=40, width=100),
    "column-in-absolute": row(
        row(wrapping(), SIBLING, position="absolute", top=0, bottom=0), height=40, width=100),
    "column-in-absolute-height": row(
        row(row(wrapping()), SIBLING, position="absolute", height=40), width=100),
    "column-under-contents": row(
        row(box(wrapping(), display="contents")), SIBLING, height=40, width=200),
    "column-in-wrapping-row": row(
        row(wrapping(), flex_wrap="wrap"), SIBLING, height=40, width=200),
    "column-in-basis": row(row(wrapping(), flex_basis="content"), SIBLING, height=40, width=200),
    "column-in-narrow": row(row(wrapping()), SIBLING, height=40, width=20),
    "column-rest": wrapping(
        box(width=3, height=11), box(width=3, height=42), max_height=100, align_items="start"),

    # The width of a box with a ratio depends on its height.
    "ratio-stretched": row(box(aspect_ratio=2), SIBLING, height=54, width=500),
    "ratio-two-levels": row(row(box(aspect_ratio=2)), SIBLING, height=54, width=500),
    "ratio-three-levels": row(row(row(box(aspect_ratio=2))), SIBLING, height=54, width=500),
    "ratio-two-levels-no-width": row(row(box(aspect_ratio=2)), height=54),
    "ratio-percent-height": row(
        row(box(aspect_ratio=2, height="50%")), SIBLING, height=54, width=500),
    "ratio-percent-height-start": row(
        row(box(aspect_ratio=2, height="50%"), align_items="start"), SIBLING, height=54, width=500),
    "ratio-in-column": row(
        column(box(aspect_ratio=2, height="50%", align_self="start")), SIBLING, height=54, width=500),
    "ratio-grown": column(
        box(height=5), box(aspect_ratio=2, flex_grow=1), height=40, width=100, align_items="start"),
    "ratio-grown-row": column(
        box(height=10), row(box(aspect_ratio=2), SIBLING, flex_grow=1), height=40, width=100),
    "ratio-grown-row-start": column(
        box(height=10), row(box(aspect_ratio=2), SIBLING, flex_grow=1), height=40, width=100,
        align_items="start"),
    "ratio-absolute-insets": row(
        row(box(aspect_ratio=2), SIBLING, position="absolute", top=0, bottom=0), height=40, width=100),
    "ratio-percent-width": row(
        row(box(width="50%", height=20, aspect_ratio=2)), align_items="start", width=100, height=50),
    "ratio-percent-width-alone": row(
        row(box(box(width=7, height=3), width="50%", aspect_ratio=2)), align_items="start",
        width=100, height=50),
    "ratio-percent-width-limits": row(
        row(box(width="50%", min_height=10, aspect_ratio=2)), align_items="start", width=100),
    "ratio-max-width": column(
        box(box(height=46), width=10, max_width=24, aspect_ratio=1), width=100),
    "ratio-max-width-stretched": column(
        box(box(height=46), max_width=24, aspect_ratio=1), width=10),
    "ratio-max-width-wide": column(
        box(box(height=46), max_width=24, aspect_ratio=1), width=100),
    "ratio-max-height": row(
        box(box(width=46, height=3), max_height=24, aspect_ratio=1), width=100, height=10),
    "ratio-max-height-given": row(
        box(box(width=46, height=3), height=10, max_height=24, aspect_ratio=1), width=100, height=60),
    "ratio-min-width": column(
        box(box(height=5), width=10, min_width=24, aspect_ratio=1), width=100),
    "ratio-absolute": row(
        box(box(height=46), position="absolute", width=10, aspect_ratio=1), width=100, height=100),
    "ratio-absolute-limited": row(
        box(box(height=46), position="absolute", width=10, aspect_ratio=1, max_height=20), width=100,
        height=100),
    "ratio-absolute-both": row(
        box(box(height=46), position="absolute", left=0, right=0, aspect_ratio=4), width=100,
        height=100),
    "ratio-absolute-height": row(
        box(box(width=46), position="absolute", height=10, aspect_ratio=1), width=100, height=100),
    "ratio-absolute-hidden": row(
        box(box(height=46), position="absolute", width=10, aspect_ratio=1, overflow="hidden"),
        width=100, height=100),
    "ratio-absolute-text": row(
        box(box(text="xxxx xxxx xxxx", flex_shrink=0), position="absolute", width=10, aspect_ratio=1),
        width=100, height=100),
    "ratio-basis-content": column(
        box(box(width=5, height=3), height=48, aspect_ratio=0.5, flex_basis="content"),
        align_items="start", width=100),
    "ratio-basis-content-empty": column(box(height=48, aspect_ratio=0.5, flex_basis="content")),
    "ratio-basis-content-row": row(
        box(box(width=5, height=3), width=48, aspect_ratio=0.5, flex_basis="content"),
        align_items="start", width=100),
    "ratio-percent-inside": row(box(box(height="33%"), box(height=49), aspect_ratio=1.5)),
    "ratio-percent-inside-alone": row(
        box(box(height="33%", padding_bottom=7), aspect_ratio=4)),

    # Boxes between two insets.
    "insets-too-high": row(
        box(position="absolute", top=0, bottom=0, margin_top="auto", margin_bottom="auto", width=5,
            height=10), width=20, height=4),
    "insets-too-wide": row(
        box(position="absolute", left=0, right=0, margin_left="auto", margin_right="auto", width=15,
            height=10), width=4, height=4),
    "insets-too-high-one-margin": row(
        box(position="absolute", top=0, bottom=0, margin_bottom="auto", width=5, height=10), width=20,
        height=4),

    "insets-negative-stretched": row(
        box(position="absolute", top=30, bottom=11, height=12, align_self="stretch")),
    "insets-negative-clipped": row(
        box(position="absolute", top=3, bottom=11, height=33, align_self="baseline"),
        overflow="hidden"),
    "insets-negative": row(
        box(position="absolute", top=3, bottom=11, height=33, align_self="baseline")),
    "insets-ratio-limited": row(
        box(position="absolute", top=-5, bottom=21, max_width=20, aspect_ratio=1.5,
            overflow="hidden"), width=72, height=116),

    # Lines.
    "lines-small-basis": row(box(width=22, flex_basis=0), flex_wrap="wrap"),
    "lines-small-basis-hidden": row(
        box(text="xx", overflow="hidden", flex_basis=0), flex_wrap="wrap"),
    "lines-small-bases": row(
        box(width=22, flex_basis=3), box(width=9, flex_basis=0), box(width=12, flex_basis=20),
        flex_wrap="wrap"),
    "lines-auto-margin": wrapping(
        box(text="xxxxx x", margin_right="auto"), box(width=85), width=46),
    "lines-auto-margin-start": wrapping(
        box(text="xxxxx x", margin_right="auto", align_self="start"), box(width=85), width=46),
    "lines-auto-margin-center": wrapping(
        box(text="xxxxx x", margin_left="auto", align_self="center"), box(width=85), width=46),
    "lines-of-given-height": column(
        wrapping(box(height=42), box(height=20), height=22, flex_basis="fit-content")),
    "lines-margin-percent": wrapping(
        box(text="xxxx", margin_top="75%"), box(text="xxx xx x", margin_top=7, margin_right=1),
        box(width=41, height=34, padding_top=2, margin_bottom=15), height=138),
    "lines-of-ratio": wrapping(
        box(height=32, aspect_ratio=1.5, flex_basis="50%", margin_right="auto"), max_width=11),
    "lines-ratio-limited-percent": row(
        box(height="100%", max_height="75%", aspect_ratio=1), height=69),

    # Keywords for heights.
    "keyword-fit-empty": row(box(max_height="fit-content", width=5), height=84),
    "keyword-max-empty": row(box(max_height="max-content", width=5), height=84),
    "keyword-min-empty": row(box(max_height="min-content", width=5), height=84),
    "keyword-fit-filled": row(box(box(height=9), max_height="fit-content", width=5), height=84),
    "keyword-max-in-height": row(box(box(text="xxx"), height=44, max_height="max-content")),
    "keyword-max-in-start": row(
        box(text="xxx", max_height="max-content", height=44), align_items="start"),
    "keyword-max-in-line": row(box(text="xxx", max_height="max-content"), box(height=58)),
    "keyword-min-in-line": row(box(text="xxx", max_height="min-content"), box(height=58)),
    "keyword-fit-box-in-line": row(
        box(box(height=9), max_height="fit-content", width=5), box(height=58)),
    "keyword-min-height-in-line": row(
        box(text="xxx", min_height="max-content"), box(height=8)),
    "keyword-max-root": row(box(), height=74, max_height="max-content"),

    # Free space.
    "free-height-in-row": row(box(height="stretch"), box(height=58)),
    "free-height-in-start": row(box(height="stretch"), box(height=58), align_items="start"),
    "free-height-in-given": row(
        box(height="stretch", margin_top=3, width=4), align_items="start", height=30),
    "free-width-in-column": column(
        box(width="stretch", height=4, margin_left=3), align_items="start", width=30),
    "free-width-in-content": column(
        box(width="stretch", height=4), box(width=11), align_items="start"),
    "free-basis": row(box(flex_basis="stretch"), width=44),
    "free-basis-and-width": row(box(width=6, flex_basis="stretch"), box(width=6), width=44),
    "free-basis-in-content": column(box(height=7, flex_basis="stretch"), width=5),

    # Lines of columns on a shared baseline.
    "baseline-columns": wrapping(
        box(text="xxxxxx"), box(margin_left="75%"), align_items="baseline"),
    "baseline-columns-reversed": column(
        box(text="xxxxxx"), box(margin_left="75%"), align_items="baseline", flex_wrap="wrap-reverse"),
    "baseline-columns-margin": wrapping(
        box(width=60, height=5), box(margin_left=20, width=5, height=5), align_items="baseline",
        width=100),
    "baseline-clipped": row(
        box(width=3),
        row(box(height=36), align_items="baseline", max_height=10, overflow="hidden"),
        align_items="baseline"),
}


def placed(trees):
    """Yields pairs of a name and a tree whose root is at the origin."""
    for name, tree in trees.items():
        # The root always has this position.
        tree["style"]["position"] = "absolute"
        yield name, tree
