"""Random trees of flex containers and items, for Scripts/make_browser_fixtures.py.

A tree depends only on the seed, the name of its family and its number: a new family, or more trees in
a family, do not change the others (except those of "everything", if it gets a new feature).
"""
import random

import flexbox_cases
import flexbox_screens

CASES_OF_A_FAMILY = 22
CASES_OF_EVERYTHING = 150
DEEPEST = 5

SIDES = ["left", "top", "right", "bottom"]
DIRECTIONS = ["row", "column", "row-reverse", "column-reverse"]
# The values in the second lists are rarer: most of them are defaults.
JUSTIFY = ["flex-end", "start", "end", "left", "right", "center", "space-between", "space-around",
           "space-evenly"] * 2 + ["flex-start", "normal"]
ALIGN = ["flex-start", "flex-end", "start", "end", "center", "baseline"] * 2 + ["stretch", "normal"]
CONTENT = ["flex-start", "flex-end", "start", "end", "center", "space-between", "space-around",
           "space-evenly"] * 2 + ["stretch", "normal", "baseline"]
KEYWORDS = ["min-content", "max-content", "fit-content"]
RATIOS = [1, 2, 0.5, 1.5, 4, "3 / 2", "16 / 9"]

# The families: the probability of each feature where it is possible.
FAMILIES = {
    "direction": {"reverse": 0.6, "align": 0.3, "justify": 0.3},
    "wrap": {"wrap": 0.9, "reverse": 0.4, "align": 0.3, "content": 0.4, "justify": 0.2},
    "flex": {"flex": 0.8, "reverse": 0.2, "limits": 0.15},
    "flex-limits": {"flex": 0.7, "limits": 0.5, "gap": 0.2, "justify": 0.2},
    "basis": {"basis": 0.8, "flex": 0.4, "keywords": 0.3, "text": 0.6, "percent": 0.2},
    "justify": {"justify": 0.9, "reverse": 0.4, "gap": 0.3, "wrap": 0.2},
    "align": {"align": 0.8, "wrap": 0.4, "reverse": 0.3, "margin": 0.2},
    "baseline": {"baseline": 0.6, "text": 0.5, "margin": 0.2, "padding": 0.3, "wrap": 0.3},
    "content": {"content": 0.9, "align": 0.4, "gap": 0.3, "reverse": 0.2},
    "content-gap": {"content": 0.8, "gap": 0.7, "justify": 0.5, "percent": 0.2},
    "placement": {"justify": 0.9, "align": 0.6, "content": 0.7, "reverse": 0.3, "gap": 0.3},
    "gap": {"gap": 0.9, "wrap": 0.5, "percent": 0.3, "flex": 0.3, "justify": 0.2},
    "margin": {"margin": 0.6, "negative": 0.2, "percent": 0.2, "justify": 0.2, "align": 0.2},
    "auto-margin": {"auto": 0.5, "align": 0.3, "justify": 0.3, "wrap": 0.2},
    "padding": {"padding": 0.6, "border-box": 0.4, "percent": 0.2, "flex": 0.3},
    "limits": {"limits": 0.7, "percent": 0.3, "align": 0.3, "border-box": 0.2, "padding": 0.2},
    "keywords": {"keywords": 0.8, "text": 0.7, "align": 0.3, "flex": 0.2},
    "keyword-limits": {"keywords": 0.7, "limits": 0.9, "text": 0.7, "align": 0.2},
    "ratio": {"ratio": 0.6, "align": 0.4, "flex": 0.3, "limits": 0.2, "border-box": 0.2,
              "padding": 0.1},
    "absolute": {"absolute": 0.5, "relative": 0.3, "align": 0.4, "justify": 0.4, "auto": 0.15,
                 "padding": 0.2, "reverse": 0.2, "percent": 0.2, "text": 0.2},
    "display": {"none": 0.15, "contents": 0.4, "gap": 0.4, "flex": 0.3, "text": 0.2,
                "absolute": 0.1},
    "text": {"text": 0.9, "flex": 0.4, "wrap": 0.3, "overflow": 0.3, "align": 0.3,
             "justify": 0.2},
    "order": {"order": 0.8, "wrap": 0.4, "reverse": 0.4, "baseline": 0.2, "gap": 0.2},
    "logical": {"logical": 0.5, "relative": 0.3, "absolute": 0.2, "margin": 0.2, "padding": 0.1,
                "turn": 0.3, "percent": 0.1},
    "percent": {"percent": 0.7, "flex": 0.3, "basis": 0.3, "limits": 0.2, "text": 0.2},
    "fractions": {"fractions": 0.7, "flex": 0.4, "gap": 0.3, "percent": 0.3, "justify": 0.3,
                  "content": 0.3, "padding": 0.2},
}


class Tree:
    """A tree whose styles use some features of the layout."""

    def __init__(self, seed, features, most):
        self.random = random.Random(seed)
        self.features = features
        self.root = {"style": {}, "children": []}
        self.grow(self.random.randint(3, most))
        self.dress(self.root, is_root=True)
        # Set last, because no feature may change the position of the root.
        self.root["style"]["position"] = "absolute"

    def has(self, feature, share=1.0):
        return self.random.random() < self.features.get(feature, 0) * share

    def pick(self, choices):
        return self.random.choice(choices)

    def grow(self, count):
        """Adds boxes to boxes in groups, because a single child has no siblings to share space with."""
        leaves = [(self.root, 1)]
        while count > 1 and leaves:
            parent, depth = leaves.pop(self.random.randrange(len(leaves)))
            group = min(self.random.choices([1, 2, 3, 4, 5], [2, 3, 4, 3, 2])[0], count - 1)
            for _ in range(group):
                child = {"style": {}, "children": []}
                parent["children"].append(child)
                if depth + 1 < DEEPEST:
                    leaves.append((child, depth + 1))
            count -= group

    # Values

    def px(self, low, high):
        value = self.random.randint(low, high)
        if self.has("fractions"):
            value = round(value + self.pick([0.25, 0.5, 0.75, 0.1, 0.3, 0.6, 0.015625, 1 / 3]), 6)
        return value

    def length(self, low, high):
        if self.has("percent"):
            return f"{self.pick([5, 10, 12.5, 20, 25, 33, 50, 75, 100, 120])}%"
        return self.px(low, high)

    def size(self, low, high):
        return self.pick(KEYWORDS) if self.has("keywords") else self.length(low, high)

    # Styles

    def dress(self, node, is_root=False):
        style, children = node["style"], node["children"]
        if children:
            self.container(style)
        elif self.has("text"):
            node["text"] = " ".join(
                "x" * self.random.randint(1, 6) for _ in range(self.random.randint(1, 4)))
            if self.random.random() < 0.25:
                self.container(style)
        if is_root:
            self.root_sizes(style)
        else:
            self.sizes(style, has_content=bool(children) or "text" in node)
            self.item(style, may_vanish="text" not in node)
            self.place(style)
        self.edges(style, is_root)
        for child in children:
            self.dress(child)
        if not children:
            del node["children"]

    def container(self, style):
        if self.has("reverse"):
            style["flex-direction"] = self.pick(DIRECTIONS[2:])
        elif self.random.random() < 0.4:
            style["flex-direction"] = self.pick(["column"] * 5 + ["row"])
        if self.has("wrap"):
            style["flex-wrap"] = self.pick(["wrap"] * 3 + ["wrap-reverse"] * 2 + ["nowrap"])
        if self.has("justify"):
            style["justify-content"] = self.pick(JUSTIFY)
        if self.has("baseline"):
            style["align-items"] = "baseline"
        elif self.has("align"):
            style["align-items"] = self.pick(ALIGN)
        if self.has("content"):
            style["align-content"] = self.pick(CONTENT)
            style["flex-wrap"] = self.pick(["wrap", "wrap", "wrap-reverse"])
        for name in ["row-gap", "column-gap"]:
            if self.has("gap"):
                style[name] = self.length(1, 15)

    def root_sizes(self, style):
        """Sets none, a number, or a keyword: a percentage of the root's container would be undefined."""
        for axis in ["width", "height"]:
            chance = self.random.random()
            if chance < 0.75:
                style[axis] = self.px(30, 160)
            elif chance < 0.8:
                style[axis] = "max-content"
            if self.has("limits", 0.3):
                style[f"min-{axis}"] = self.px(20, 120)
            if self.has("limits", 0.3):
                style[f"max-{axis}"] = self.px(40, 200)
        if self.has("keywords", 0.4):
            style[self.pick(["width", "height"])] = self.pick(KEYWORDS)
        if self.has("border-box"):
            style["box-sizing"] = "border-box"

    def sizes(self, style, has_content):
        # Keywords that depend on the content have no effect without content.
        size = self.size if has_content or self.random.random() < 0.1 else self.length
        for axis in ["width", "height"]:
            chance = 0.45 if has_content else 0.75
            if self.random.random() < chance or self.has("percent", 0.3):
                style[axis] = size(20, 90) if has_content else size(5, 60)
            if self.has("limits", 0.5):
                style[f"min-{axis}"] = self.pick([0, "auto", *[size(10, 60)] * 9])
            if self.has("limits", 0.5):
                style[f"max-{axis}"] = size(5, 50)
        if self.has("ratio"):
            style["aspect-ratio"] = self.pick(RATIOS)
            # If both sizes are set, the ratio has no effect.
            if len(style.keys() & {"width", "height"}) == 2 and self.random.random() < 0.7:
                del style[self.pick(["width", "height"])]
        if self.has("border-box"):
            style["box-sizing"] = "border-box"
        if self.has("overflow"):
            style["overflow"] = "hidden"

    def item(self, style, may_vanish):
        if self.has("flex"):
            style["flex-grow"] = self.pick([1, 1, 2, 3, 0.2, 0.3, 0.5])
        if self.has("flex"):
            style["flex-shrink"] = self.pick([0, 0, 2, 3, 0.2, 0.5])
        if self.has("basis"):
            style["flex-basis"] = self.pick(
                [0, "auto", "content", "0%", "25%", "50%", *KEYWORDS, *[self.px(5, 80)] * 3])
        if self.has("baseline", 0.3):
            style["align-self"] = "baseline"
        elif self.has("align", 0.5):
            style["align-self"] = self.pick(ALIGN + ["auto", "stretch"])
        if self.has("order"):
            style["order"] = self.random.randint(-2, 2)
        if self.has("turn"):
            style["direction"] = self.pick(["ltr", "rtl"])
        if self.has("none"):
            style["display"] = "none"
        elif may_vanish and self.has("contents"):
            # Never around text: without a box between them, adjacent texts would merge.
            style["display"] = "contents"

    def place(self, style):
        if self.has("absolute"):
            style["position"] = "absolute"
        elif self.has("relative"):
            style["position"] = self.pick(["relative", "relative", "static"])
        if "position" in style:
            for side in SIDES:
                if self.random.random() < 0.35:
                    style[side] = self.length(-10, 30)
            for end in ["start", "end"]:
                if self.has("logical", 0.5):
                    style[f"inset-inline-{end}"] = self.length(-10, 30)

    def edges(self, style, is_root):
        for side in SIDES:
            if not is_root:
                if self.has("auto", 0.7):
                    style[f"margin-{side}"] = "auto"
                elif self.has("negative", 0.7):
                    style[f"margin-{side}"] = self.px(-20, -1)
                elif self.has("margin", 0.6):
                    style[f"margin-{side}"] = self.length(1, 15)
            # A percentage of padding would refer to the page for the root.
            if self.has("padding", 0.5):
                style[f"padding-{side}"] = self.px(1, 10) if is_root else self.length(1, 10)
            if self.has("padding", 0.3):
                style[f"border-{side}-width"] = self.random.randint(1, 5)
        for end in ["start", "end"]:
            if not is_root and self.has("logical", 0.5):
                style[f"margin-inline-{end}"] = self.px(-5, 15)
            if self.has("logical", 0.4):
                style[f"padding-inline-{end}"] = self.px(1, 10)
            if self.has("logical", 0.15):
                style[f"border-inline-{end}-width"] = self.random.randint(1, 5)


def trees(seed):
    """Yields pairs of a name and a tree."""
    for family, features in FAMILIES.items():
        for number in range(CASES_OF_A_FAMILY):
            most = 14 if number % 6 == 5 else 8
            yield f"{family}-{number}", Tree(f"{seed}/{family}/{number}", features, most).root
    every = sorted(set().union(*FAMILIES.values()) - {"fractions"})
    for number in range(CASES_OF_EVERYTHING):
        choice = random.Random(f"{seed}/features/{number}")
        features = {
            feature: choice.choice([0.2, 0.4, 0.7])
            for feature in choice.sample(every, choice.randint(4, 11))}
        features[choice.choice(["justify", "align", "content", "baseline"])] = 0.8
        most = 25 if number % 10 == 9 else 10
        yield f"everything-{number}", Tree(f"{seed}/everything/{number}", features, most).root
    yield from flexbox_cases.placed(flexbox_cases.CASES)
    yield from flexbox_cases.placed(flexbox_screens.CASES)
