"""Hand-written trees for Scripts/make_browser_fixtures.py: parts of user interfaces, and edge cases of
the specification.
"""
from flexbox_cases import box, column, row, wrapping

T = "xxxx xxxx xxxx"

CASES = {
    "app-shell": column(
        row(
            box(text="xxxx"), box(flex_grow=1), box(text="xx"), padding_left=10, padding_right=10,
            height=20, align_items="center"),
        row(
            box(width=60, flex_shrink=0, text="xxxx xx"),
            column(box(text=T), box(text=T), flex_grow=1, min_width=0, overflow="hidden"),
            box(width="20%", min_width=30), flex_grow=1, min_height=0),
        row(box(text="xx"), box(text="xx", margin_left="auto"), height=20), width=300, height=200),
    "card-grid": row(
        *[
            column(
                box(height=20), box(text=T), box(text="xx", margin_top="auto"), flex_grow=1,
                flex_shrink=1, flex_basis=70, min_width=50, padding_left=4, padding_right=4)
            for _ in range(5)],
        flex_wrap="wrap", column_gap=7, row_gap=5, width=200),
    "chat-bubble": column(
        row(
            column(box(text=T), max_width="70%", padding_left=5, padding_right=5),
            justify_content="flex-end"),
        row(column(box(text="xx"), max_width="70%")), width=120),
    "holy-grail-order": row(
        box(order=2, width=40), box(flex_grow=1, order=1, text=T), box(width=30, order=-1),
        width=200, height=50),
    "media-object": row(
        box(aspect_ratio=1, width=30, flex_shrink=0, align_self="start"),
        column(
            box(text=T), row(box(text="xx"), box(text="xxxx"), column_gap=5, flex_wrap="wrap"),
            flex_grow=1, flex_basis=0),
        column_gap=8, width=110),
    "media-object-min0": row(
        box(aspect_ratio=1, width=30, flex_shrink=0),
        column(box(text="xxxxxxxxxxxxxxxx"), min_width=0, flex_grow=1), width=110),
    "toolbar-wrapreverse": row(
        *[box(text="x" * n) for n in (3, 5, 2, 7, 1)], flex_wrap="wrap-reverse",
        justify_content="space-between", align_content="space-evenly", row_gap=4, column_gap=3,
        width=100, height=70),
    "tabs-overflow": row(
        *[box(text="x" * n, flex_shrink=0) for n in (8, 9, 4)], overflow="hidden", width=100),
    "form-rows": column(
        *[
            row(
                box(text="x" * n, width=50, flex_shrink=0), box(flex_grow=1, height=12),
                align_items="baseline", column_gap=5)
            for n in (3, 5, 2)],
        row_gap=4, width=160),
    "form-baseline-mixed": row(
        box(text="xx", padding_top=6), box(box(text="xx", margin_top=9), border_top_width=2),
        box(height=33, width=5), box(text=T, width=40), align_items="baseline", flex_wrap="wrap",
        width=110),
    "dialog-center": row(
        column(
            box(text=T),
            row(box(text="xx"), box(text="xxxx"), justify_content="end", column_gap=3),
            max_width="80%", max_height="80%", padding_top=5, padding_bottom=5),
        width=100, height=80, align_items="center", justify_content="center"),
    "dialog-abs-center": row(
        column(
            box(text=T), position="absolute", left=0, right=0, top=0, bottom=0,
            margin_left="auto", margin_right="auto", margin_top="auto", margin_bottom="auto",
            width="fit-content", height="fit-content"),
        position="relative", width=100, height=80),
    "abs-auto-both-fit": row(
        box(
            text="xx", position="absolute", left=0, right=0, top=0, bottom=0, margin_left="auto",
            margin_top="auto", width="max-content", height="max-content"),
        width=100, height=80),
    "badge": row(
        box(
            box(text="x", position="absolute", top=-5, right=-5), position="relative", width=30,
            height=30),
        box(text="xxxx"), align_items="center", width=100),
    "badge-logical": row(
        box(
            box(text="x", position="absolute", top=-5, inset_inline_end=-5), position="relative",
            width=30, height=30),
        width=100),
    "footer-sticky": column(
        box(flex_grow=1, flex_shrink=0, flex_basis="auto", text=T), box(height=20, flex_shrink=0),
        min_height=100, width=50),
    "footer-sticky-nested-grow": column(
        column(column(flex_grow=1), flex_grow=1), box(height=20), min_height=100, width=50),
    "minheight-percent-child": column(
        row(box(height="50%", width=10), flex_grow=1), min_height=100, width=50),
    "minheight-stretch-percent": row(row(box(height="50%", width=10)), min_height=100, width=50),
    "list-row-ellipsis": row(
        box(width=10, height=10, flex_shrink=0),
        box(box(text="xxxxxxxxxxxxxxxxxxxx"), flex_grow=1, min_width=0, overflow="hidden"),
        box(text="xx", flex_shrink=0), width=100, column_gap=5),
    "equal-columns-border": row(
        *[
            box(flex_grow=1, flex_basis=0, border_left_width=w, padding_right=w, text="xx")
            for w in (0, 4, 9)],
        width=120),
    "equal-columns-border-bb": row(
        *[
            box(
                flex_grow=1, flex_basis=0, box_sizing="border-box", border_left_width=w,
                padding_right=w)
            for w in (0, 4, 39)],
        width=90),
    "percent-padding-bb": column(
        box(
            width="50%", padding_left="20%", padding_right="40%", padding_top="10%",
            box_sizing="border-box", text="xx"),
        width=100),
    "percent-padding-bb-shrink": row(
        box(width="50%", padding_left="20%", padding_right="40%", box_sizing="border-box"),
        box(width=80), width=100),
    "ratio-card": column(
        box(aspect_ratio="16 / 9", width="100%"), box(text=T, padding_left=4), width=96),
    "ratio-grid": row(
        *[box(aspect_ratio=1, flex_basis="30%", flex_grow=1) for _ in range(4)], flex_wrap="wrap",
        column_gap=4, row_gap=4, width=100),
    "ratio-abs-margin-auto": row(
        box(
            position="absolute", left=0, right=0, top=0, bottom=0, margin_left="auto",
            margin_right="auto", margin_top="auto", margin_bottom="auto", aspect_ratio=2,
            height=20),
        width=100, height=80),
    "ratio-abs-margin-auto-w": row(
        box(
            position="absolute", left=0, right=0, top=10, margin_left="auto", margin_right="auto",
            aspect_ratio=2, max_width=40),
        width=100, height=80),
    "ratio-abs-inset-padding": row(
        box(
            position="absolute", left="10%", top="10%", right="10%", aspect_ratio=2,
            padding_top=6, border_left_width=4),
        width=100, height=80),
    "ratio-stretch-border": row(
        box(aspect_ratio=2, padding_left=10, border_top_width=4), height=40),
    "ratio-stretch-border-bb": row(
        box(aspect_ratio=2, padding_left=10, border_top_width=4, box_sizing="border-box"),
        height=40),
    "ratio-min-max-both": row(
        box(aspect_ratio=2, min_width=30, max_height=10), align_items="start", width=100,
        height=50),
    "ratio-column-stretch-max": column(box(aspect_ratio=2, max_height=20), width=100),
    "ratio-column-start-text": column(
        box(aspect_ratio=2, text=T), align_items="start", width=100),
    "ratio-row-text-shrink": row(
        box(aspect_ratio=2, text=T), box(width=80, flex_shrink=0), align_items="start", width=100),
    "ratio-wrapreverse": row(
        box(aspect_ratio=2, height=10), box(aspect_ratio=1, width=70),
        box(aspect_ratio=0.5, text="xx"), flex_wrap="wrap-reverse", width=90, height=150),
    "rtl-wrapreverse-col": column(
        *[box(width=10 + i, height=20) for i in range(6)], flex_wrap="wrap-reverse", width=100,
        height=50, column_gap=3, align_content="space-evenly"),
    "rtl-wrapreverse-colrev": box(
        *[box(width=10 + i, height=20) for i in range(6)], flex_direction="column-reverse",
        flex_wrap="wrap-reverse", width=100, height=50, column_gap=3, align_content="end",
        align_items="end", justify_content="right"),
    "rtl-wrapreverse-rowrev": box(
        *[box(width=30, height=10 + i) for i in range(6)], flex_direction="row-reverse",
        flex_wrap="wrap-reverse", width=100, height=90, row_gap=3, align_content="start",
        align_items="start", justify_content="left"),
    "evenly-gap-overflow": row(
        *[box(width=40, height=30, flex_shrink=0) for i in range(4)], flex_wrap="wrap", width=50,
        height=60, row_gap=5, align_content="space-evenly"),
    "around-gap-overflow-rev": row(
        *[box(width=40, height=30, flex_shrink=0) for i in range(4)], flex_wrap="wrap-reverse",
        width=50, height=60, row_gap=5, align_content="space-around"),
    "between-overflow-rev": row(
        *[box(width=40, height=30, flex_shrink=0) for i in range(4)], flex_wrap="wrap-reverse",
        width=50, height=60, align_content="space-between"),
    "stretch-overflow-rev": row(
        *[box(width=40, height=30, flex_shrink=0) for i in range(4)], flex_wrap="wrap-reverse",
        width=50, height=60, align_content="stretch"),
    "center-overflow-rev": row(
        *[box(width=40, height=30, flex_shrink=0) for i in range(4)], flex_wrap="wrap-reverse",
        width=50, height=60, align_content="center"),
    "justify-evenly-overflow-rtl": row(
        *[box(width=40, height=30, flex_shrink=0) for i in range(4)], width=50,
        justify_content="space-evenly"),
    "justify-around-overflow-rev": row(
        *[box(width=40, height=30, flex_shrink=0) for i in range(4)], width=50,
        justify_content="space-around", flex_direction="row-reverse"),
    "justify-left-colrev": box(
        *[box(width=10, height=10) for i in range(2)], height=50, justify_content="left",
        flex_direction="column-reverse"),
    "baseline-wrap": row(
        box(text="xxxx", padding_top=5), box(text=T, width=40), box(text="xxxxxx", margin_top=11),
        box(width=20, height=30), align_items="baseline", flex_wrap="wrap", width=100),
    "baseline-wrapreverse": row(
        box(text="xxxx", padding_top=5), box(text=T, width=40), box(text="xxxxxx", margin_top=11),
        box(width=20, height=30), align_items="baseline", flex_wrap="wrap-reverse", width=100),
    "baseline-margin-auto": row(
        box(text="xxxx", padding_top=5), box(text="xx", margin_top="auto"),
        box(text="xx", margin_bottom="auto", padding_top=12), align_items="baseline", width=200,
        height=50),
    "baseline-column-child-order": row(
        column(box(text="xx", order=1), box(height=7, width=3)), box(text="xx", padding_top=22),
        align_items="baseline"),
    "baseline-nested-contents": row(
        box(box(box(text="xx", padding_top=5), display="contents"), box(text="x")),
        box(text="xx", padding_top=22), align_items="baseline"),
    "baseline-abs-first": row(
        box(box(text="x", position="absolute"), box(text="xx", padding_top=9)),
        box(text="xx", padding_top=22), align_items="baseline"),
    "baseline-stretch-mixed": row(
        box(text="xx", padding_top=9, align_self="baseline"), box(text="xx"),
        box(box(text="x"), box(height=44), align_self="baseline", flex_direction="column"),
        width=90),
    "contents-nested-order": row(
        box(
            box(
                box(width=11, height=3, order=2), box(width=12, height=4, order=-1),
                display="contents", order=5),
            box(width=13, height=5), display="contents", order=-7),
        box(width=14, height=6, order=1), column_gap=2),
    "contents-grow": row(
        box(box(flex_grow=1, text="xx"), box(flex_grow=2), display="contents"), box(flex_grow=1),
        width=100, height=20),
    "contents-percent": row(
        box(
            box(width="50%", height="50%"), display="contents", width=10, height=10,
            padding_left=20, margin_left=9),
        width=100, height=20),
    "contents-abs": row(
        box(
            box(position="absolute", width=10, height=10, right=0), display="contents",
            position="relative"),
        width=100, height=20),
    "contents-abs-static": row(
        box(box(position="absolute", width=10, height=10), display="contents"), width=100,
        height=20, align_items="center", justify_content="center"),
    "contents-align": row(
        box(box(width=10, height=10), display="contents", align_items="end"), width=100,
        height=20, align_items="center", justify_content="center"),
    "contents-direction": row(
        box(box(width=10, height=10, margin_inline_start=3), display="contents", direction="rtl"),
        box(width=5), width=100, height=20),
    "contents-in-none": row(
        box(box(box(width=10, height=10), display="contents"), display="none"),
        box(width=5, height=5)),
    "abs-static-too-big": row(
        box(position="absolute", width=200, height=100), width=100, height=50,
        align_items="center", justify_content="center"),
    "abs-static-text": row(
        box(position="absolute", text=T), width=60, height=50, justify_content="end",
        padding_right=10),
    "abs-static-text-center": row(
        box(position="absolute", text=T), width=60, height=50, justify_content="center",
        padding_right=30),
    "abs-static-percent": row(
        row(
            box(position="absolute", width="50%", height="50%"), width=40, height=30,
            padding_left=4),
        width=100, height=80),
    "abs-in-static-scrolling": row(
        row(
            box(position="absolute", right=0, bottom=0, width=10, height=10), overflow="hidden",
            width=40, height=30),
        width=100, height=80),
    "abs-inset-margin-pct": row(
        box(
            position="absolute", left="10%", right="20%", margin_left="5%", margin_right=-10,
            top=0, bottom=0, margin_top="10%"),
        width=100, height=50),
    "abs-inset-min": row(
        box(position="absolute", left=10, right=10, min_width=90, top=5, bottom=5, max_height=20),
        width=100, height=50),
    "abs-inset-min-auto": row(
        box(
            position="absolute", left=10, right=10, max_width=40, top=5, bottom=5, max_height=20,
            margin_left="auto", margin_right="auto", margin_top="auto", margin_bottom="auto"),
        width=100, height=50),
    "abs-inset-one-auto-neg": row(
        box(
            position="absolute", left=10, right=10, width=100, top=5, bottom=5, height=60,
            margin_left="auto", margin_top="auto"),
        width=100, height=50),
    "abs-justify-self": row(
        box(
            position="absolute", left=10, right=10, width=20, top=5, bottom=5, height=10,
            align_self="center"),
        width=100, height=50),
    "abs-align-end": row(
        box(position="absolute", left=10, right=10, text="xx", top=5, bottom=5, align_self="end"),
        width=100, height=50),
    "abs-align-center-auto": row(
        box(position="absolute", top=5, bottom=5, text="xx", align_self="center"), width=100,
        height=50),
    "pct-height-indef": column(box(height="50%", text="xx"), box(height=30)),
    "pct-width-indef": row(box(width="50%", text="xxxx"), box(width=30)),
    "pct-minwidth-indef": row(box(min_width="50%", text="xxxx"), box(width=30)),
    "pct-maxwidth-indef": row(box(max_width="50%", text="xxxx xx"), box(width=30)),
    "pct-basis-indef": row(box(flex_basis="50%", text="xxxx xx"), box(width=30)),
    "pct-basis-indef-col": column(box(flex_basis="50%", text="xxxx xx"), box(height=30)),
    "pct-gap-indef": column(
        box(height=10, width=40), box(height=30), row_gap="50%", column_gap="10%"),
    "pct-gap-indef-row": row(
        box(height=10, width=40), box(width=30), row_gap="50%", column_gap="10%"),
    "pct-gap-wrap-indef": row(
        *[box(height=10, width=40) for _ in range(4)], row_gap="50%", column_gap="10%",
        flex_wrap="wrap", width=100),
    "pct-margin-indef": row(
        box(margin_left="50%", width=20, height=5), box(padding_left="20%", height=5)),
    "pct-height-minmax": column(
        box(min_height="50%", width=5), box(max_height="10%", height=40, width=5), max_height=60),
    "pct-height-flexed-nested": column(
        column(box(height="50%"), flex_grow=1, flex_basis=0), height=80, width=20),
    "pct-height-flexed-indef": column(
        column(box(height="50%", width=5), flex_grow=1, flex_basis=40), min_height=80, width=20),
    "neg-margin-row": row(
        box(width=30, height=10, margin_right=-20), box(width=30, height=10), box(text="xx"),
        flex_wrap="wrap", width=60),
    "neg-margin-center": column(
        box(width=30, height=10, margin_left=-10), box(width=30, height=10, margin_top=-15),
        align_items="center", width=60),
    "neg-margin-stretch": column(
        box(height=10, margin_left=-10, margin_right=-5), width=60, padding_left=10),
    "neg-margin-grow": row(
        box(flex_grow=1, margin_left=-10, height=10), box(flex_grow=1, margin_right=-10),
        width=60),
    "neg-margin-fit": row(
        row(box(width=30, height=10, margin_right=-20), box(width=15)), align_items="start"),
    "min-gt-max": row(
        box(min_width=50, max_width=20, width=30, min_height=9, max_height=2), width=100),
    "min-gt-max-flex": row(
        box(min_width=50, max_width=20, flex_grow=1), box(flex_grow=1, max_width=30),
        box(flex_grow=1), width=150, height=10),
    "min-pct-gt-max": row(box(min_width="50%", max_width=20), width=100, height=10),
    "fit-content-basis": row(
        box(flex_basis="fit-content", text=T), box(width=100, flex_shrink=0), width=130),
    "fit-content-maxw": column(
        box(max_width="fit-content", text=T), box(width="fit-content", text=T, padding_left=5),
        box(min_width="min-content", width=5, text=T), width=100),
    "fit-content-height": row(
        box(height="fit-content", text="xx"), box(height=50, width=3),
        box(min_height="fit-content", text="xx"), width=100),
    "max-content-shrinks": row(box(width="max-content", text=T), box(width=50), width=100),
    "min-content-grow": row(
        box(width="min-content", flex_grow=1, text=T), box(width=20), width=100),
    "overflow-min0": row(
        box(width=80, overflow="hidden", text="xxxxxx"), box(width=80, text="xxxx"), width=60),
    "overflow-min0-col": column(
        box(text=T, overflow="hidden"), box(height=20, flex_shrink=0), height=25, width=40),
    "overflow-scroll-list": column(
        box(height=20, flex_shrink=0),
        column(
            *[box(height=20, flex_shrink=0) for _ in range(6)], overflow="hidden", flex_grow=1),
        box(height=10, flex_shrink=0), height=80, width=40),
    "grow-frac": row(box(flex_grow=0.2), box(flex_grow=0.3), width=100, height=5),
    "shrink-frac": row(
        box(width=100, flex_shrink=0.2), box(width=100, flex_shrink=0.3), width=100, height=5),
    "shrink-padding": row(
        box(width=100, padding_left=50, box_sizing="border-box"), box(width=100), width=100,
        height=5),
    "auto-margin-overflow": row(
        box(width=80, margin_left="auto", margin_right="auto", flex_shrink=0, height=4), width=50),
    "auto-margin-overflow-cross": row(
        box(width=8, margin_top="auto", margin_bottom="auto", height=40), height=20, width=50),
    "auto-margin-wrapreverse": row(
        box(width=8, margin_top="auto", height=10), box(width=90, height=20, flex_shrink=0),
        height=60, width=50, flex_wrap="wrap-reverse"),
    "auto-margin-stretch": row(
        box(width=8, margin_top="auto"), box(width=8, margin_bottom="auto", text="x"), height=60,
        width=50),
    "nested-wrap-rows": row(
        row(*[box(width=20, height=10) for _ in range(5)], flex_wrap="wrap"), box(width=30),
        width=100),
    "nested-wrap-rows-fixed": row(
        row(
            *[box(width=20, height=10) for _ in range(5)], flex_wrap="wrap", flex_grow=1,
            flex_basis=0),
        box(width=30, flex_shrink=0), width=100),
    "relative-pct": column(
        box(position="relative", top="50%", left="-10%", width=10, height=10), height=40,
        width=50),
    "relative-pct-indef": column(
        box(position="relative", top="50%", left="-10%", width=10, height=10), width=50),
    "relative-both-rtl": column(
        box(position="relative", left=5, right=9, top=2, bottom=7, width=10, height=10), width=50),
    "text-in-flex-center": row(
        box(text="xxxx", align_items="center", justify_content="center", width=70, height=40),
        width=100),
    "order-neg-reverse": row(
        box(width=10, height=10, order=3), box(width=11, height=11, order=-3),
        box(width=12, height=12), flex_direction="row-reverse", align_items="end"),
    "rt-col": column(box(aspect_ratio=2, text=T), width=40),
    "rt-col-inner-col": column(
        box(box(text=T), flex_direction="column", aspect_ratio=2), width=40),
    "rt-col-inner-start": column(box(box(text=T), align_items="start", aspect_ratio=2), width=40),
    "rt-row-inner-start": row(
        box(box(text=T), align_items="start", aspect_ratio=2, width=40), align_items="start",
        width=100),
    "rt-row-inner-wrap": row(
        box(box(text=T), flex_wrap="wrap", aspect_ratio=2, width=40), align_items="start",
        width=100),
    "rt-root": box(text=T, aspect_ratio=2, width=40),
    "rt-abs": row(
        box(text=T, position="absolute", aspect_ratio=2, width=40), width=100, height=100),
    "rt-row-stretch": row(box(aspect_ratio=2, text=T, width=40), width=100, height=10),
    "rt-wrap": row(box(aspect_ratio=2, text=T, width=40), width=100, flex_wrap="wrap"),
    "rt-wrap-h": row(
        box(aspect_ratio=2, text=T, width=40), width=100, height=60, flex_wrap="wrap"),
    "pct-in-stretched-item": row(
        column(box(height="50%", width=5), box(flex_grow=1)), box(height=40, width=5), width=100),
    "pct-in-abs-stretched": row(
        row(
            box(height="50%", width="50%"), position="absolute", top=0, bottom=10, left=0,
            right=0),
        width=100, height=60),
    "pct-in-abs-auto": row(
        column(box(height="50%", width=10), box(height=20), position="absolute", top=0),
        width=100, height=60),
    "col-pct-basis-def": column(
        box(flex_basis="30%"), box(flex_basis="70%", text=T), height=100, width=40),
    "col-pct-basis-in-stretch": row(
        column(box(flex_basis="30%", width=5), box(flex_basis="70%", text=T)),
        box(height=70, width=4), width=140),
    "col-shrink-text": column(
        box(text=T, min_height=0), box(text=T, flex_shrink=2, min_height=0), height=30, width=40),
    "col-wrap-grow": wrapping(
        box(height=30, flex_grow=1), box(height=30, flex_grow=2), box(height=50), width=80,
        height=70, column_gap=4, row_gap=4),
    "col-wrap-stretch-text": wrapping(
        box(text=T), box(text="xxxx", height=40), box(text="x"), width=120, height=60),
    "col-wrap-maxheight": wrapping(
        *[box(height=20, width=10) for _ in range(4)], max_height=50, row_gap=5, column_gap=5),
    "col-wrap-minheight": wrapping(
        *[box(height=20, width=10) for _ in range(4)], min_height=50, row_gap=5, column_gap=5),
    "col-wrap-in-col": column(
        wrapping(*[box(height=20, width=10) for _ in range(4)], max_height=50), box(text="xx"),
        align_items="center", width=100),
    "col-wrap-in-row-grow": row(
        wrapping(*[box(height=20, width=10) for _ in range(4)], flex_grow=1), box(width=20),
        width=100, height=50),
    "btn-inline": column(
        row(
            box(text="xx"), box(text="xxxx"), padding_left=8, padding_right=8,
            border_left_width=1, border_right_width=1, column_gap=4, align_self="start"),
        width=200),
    "btn-inline-narrow": column(
        row(
            box(text="xx xx"), box(text="xxxx x"), padding_left=8, padding_right=8, column_gap=4,
            align_self="start"),
        width=70),
    "btn-inline-wrap": column(
        row(
            box(text="xx xx"), box(text="xxxx x"), padding_left=8, column_gap=4, row_gap=2,
            flex_wrap="wrap", align_self="center"),
        width=70),
    "breadcrumb": row(
        *[
            box(text="x" * n, flex_shrink=0 if n < 3 else 1, min_width=0, overflow="hidden")
            for n in (6, 1, 9, 1, 7)],
        column_gap=3, width=120),
    "split-pane": row(
        box(flex_basis="30%", min_width=40, max_width=60), box(width=2, flex_shrink=0),
        box(flex_grow=1, flex_shrink=1, flex_basis="0%"), width=300, height=50),
    "split-pane-col": column(
        box(flex_basis="30%", min_height=10, max_height=20), box(height=2, flex_shrink=0),
        box(flex_grow=1, flex_shrink=1, flex_basis="0%", text=T), width=60, height=100),
    "split-pane-col-indef": column(
        box(flex_basis="30%", min_height=10, max_height=20),
        box(flex_grow=1, flex_shrink=1, flex_basis="0%", text=T), width=60),
    "table-like": column(
        *[
            row(
                *[
                    box(flex_grow=g, flex_shrink=1, flex_basis=0, text="x" * n, padding_left=3)
                    for g, n in zip((2, 1, 1), ns)],
                column_gap=2)
            for ns in ((3, 4, 5), (9, 2, 1), (1, 1, 1))],
        width=150),
    "kanban": row(
        *[
            column(
                box(height=10), *[box(text="xx xxx", padding_top=2) for _ in range(k)], row_gap=3,
                flex_shrink=0, flex_basis=60)
            for k in (1, 3, 0)],
        column_gap=6, height=80, width=150),
    "kanban-start": row(
        *[
            column(
                box(height=10), *[box(text="xx xxx", padding_top=2) for _ in range(k)], row_gap=3,
                max_height="100%", min_width=30)
            for k in (1, 3, 0)],
        column_gap=6, align_items="start", height=40, width=150),
    "masonry-col": wrapping(
        *[box(height=h, width="48%") for h in (20, 35, 15, 40, 10)], height=70, width=100,
        column_gap="4%", row_gap=3, align_content="start"),
    "pill-list-rtl": row(
        *[box(text="x" * n, margin_inline_end=4, margin_bottom=2) for n in (2, 5, 3, 4, 1)],
        flex_wrap="wrap", width=90),
    "toast-abs": column(
        box(text=T, position="absolute", bottom=5, right=5, max_width="60%"), width=100,
        height=60),
    "toast-abs-logical": column(
        box(
            text=T, position="absolute", bottom=5, inset_inline_start=5, max_width="60%",
            margin_inline_start=3),
        width=100, height=60),
    "overlay-center-static": row(
        box(flex_grow=1), row(box(text="xxxx"), position="absolute"), width=100, height=60,
        align_items="center", justify_content="center"),
    "menu-abs-below": row(
        column(
            box(text="xxx"),
            column(
                box(text="xx xx"), box(text="xxxxxx"), position="absolute", top="100%", left=0,
                min_width="100%"),
            position="relative"),
        width=200, height=20),
    "menu-abs-below-right": row(
        box(flex_grow=1),
        column(
            box(text="xxx"),
            column(
                box(text="xx xx"), box(text="xxxxxx"), position="absolute", top="100%", right=0),
            position="relative"),
        width=100, height=20),
    "avatar-stack": row(
        *[box(width=20, aspect_ratio=1, margin_inline_start=-6, flex_shrink=0) for _ in range(4)],
        padding_inline_start=6),
    "avatar-stack-fit": column(
        row(
            *[box(width=20, aspect_ratio=1, margin_inline_start=-6) for _ in range(4)],
            padding_inline_start=6, align_self="end"),
        width=100),
    "input-group": row(
        box(text="xx", padding_left=4, padding_right=4),
        box(
            flex_grow=1, flex_shrink=1, flex_basis="auto", width="1%", min_width=0,
            text="xxxxxxxxxx"),
        box(text="xxx"), align_items="stretch", width=90),
    "navbar-logo-center": row(
        row(box(text="xx"), box(text="xxx"), flex_grow=1, flex_basis=0), box(text="xxxx"),
        row(box(text="x"), flex_grow=1, flex_basis=0, justify_content="end"), width=200),
    "price-baseline": row(
        box(text="xx", padding_top=10), box(text="xxx"),
        row(
            box(text="xx"), flex_direction="column", padding_top=3, justify_content="end",
            height=40),
        align_items="baseline", column_gap=2),
    "last-row-grow": row(
        *[box(flex_grow=1, flex_shrink=0, flex_basis="30%", min_height=10) for _ in range(5)],
        flex_wrap="wrap", width=101, column_gap=2, row_gap=2),
    "stretch-lines": row(
        *[box(text="x" * n) for n in (5, 6, 2, 4)], flex_wrap="wrap", width=100, height=90),
    "stretch-lines-maxh": row(
        *[box(text="x" * n, max_height=15) for n in (5, 6, 2, 4)], flex_wrap="wrap", width=100,
        height=90),
    "stretch-lines-self": row(
        *[
            box(text="x" * n, align_self=a)
            for n, a in ((5, "end"), (6, "center"), (2, "baseline"), (4, "start"))],
        flex_wrap="wrap-reverse", width=100, height=90),
    "zero-container": row(box(text=T), box(width=20, flex_shrink=0), width=0),
    "zero-height-col": column(box(text=T), box(height=20), height=0, width=50),
    "border-larger-than-width": row(
        box(width=5, border_left_width=8, border_right_width=8, box_sizing="border-box"),
        box(flex_grow=1), width=50, height=10),
    "max-width-smaller-than-border": row(
        box(
            width=50, max_width=5, border_left_width=8, border_right_width=8,
            box_sizing="border-box"),
        width=50, height=10),
    "pct-maxheight-grow": column(
        box(flex_grow=1, max_height="40%"), box(flex_grow=1), height=100, width=20),
    "percent-of-padding-root": row(
        row(
            box(width="50%", height="50%"), padding_left=10, padding_top=20, width=60, height=60,
            box_sizing="border-box"),
        width=100),
    "abs-pct-of-padding-box": row(
        box(position="absolute", width="50%", height="50%", left="10%"), padding_left=20,
        border_left_width=10, width=60, height=60),
    "abs-nested-static": row(
        column(
            row(
                box(position="absolute", top=3, inset_inline_end=4, width=5, height=5), width=30,
                height=20),
            padding_left=5),
        position="relative", width=100, height=40),
    "abs-order": row(
        box(width=10, height=10, order=1), box(position="absolute", width=4, height=4, order=0),
        box(width=11, height=11), width=50, justify_content="space-between"),
    "abs-in-wrap-static": row(
        box(width=60, height=10), box(width=60, height=10),
        box(position="absolute", width=4, height=4), flex_wrap="wrap", width=100, height=50,
        align_content="end", align_items="center"),
    "abs-static-rtl-auto": row(
        box(position="absolute", width=10, height=10, margin_left="auto"),
        box(width=30, height=5), width=80, height=20),
    "abs-static-space-between": row(
        box(position="absolute", width=10, height=10), width=80, height=20,
        justify_content="space-between", flex_direction="row-reverse"),
    "abs-static-space-around": row(
        box(position="absolute", width=100, height=10), width=80, height=20,
        justify_content="space-around"),
    "abs-max-content-both-insets": row(
        box(position="absolute", left=0, right=0, width="max-content", text=T), width=80,
        height=20),
    "abs-stretch-kw": row(
        box(
            position="absolute", left=10, width="stretch", height="stretch", margin_left=5,
            margin_top=3),
        width=80, height=20),
    "abs-ratio-text": row(
        box(position="absolute", left=10, aspect_ratio=1, text="xxxx x"), width=80, height=20),
    "abs-ratio-height-pct": row(
        box(position="absolute", height="50%", aspect_ratio=1), width=80, height=20),
    "fit-min": column(box(text=T, width="fit-content", min_width="max-content"), width=60),
    "fit-abs-min": column(
        box(text=T, width="fit-content", position="absolute", left=30), width=60),
    "height-max-content-col-grow": column(
        box(height="max-content", text="x", flex_grow=1), height=50),
    "min-height-fit": row(box(box(height="100%", width=5), min_height=40), align_items="start"),
    "row-in-row-pct-h": row(
        row(box(height="100%", width=5), height="50%"), height=50, width=50, align_items="center"),
    "nested-stretch-definite": row(row(row(box(height="50%", width=10))), height=60, width=40),
    "nested-stretch-wrap-definite": row(
        row(row(box(height="50%", width=10)), flex_wrap="wrap"), height=60, width=40),
    "flex-item-definite-col": column(
        row(box(height="50%", width=10), flex_basis=30, flex_shrink=0), width=40),
    "flex-item-definite-col-h": column(
        row(box(height="50%", width=10), flex_basis=30, flex_shrink=0), width=40, height=100),
    "ratio-text-1": row(box(aspect_ratio=2, text=T, width=40), align_items="start", width=100),
    "ratio-text-2": row(
        box(aspect_ratio=2, text=T, flex_basis=40), align_items="start", width=100),
    "ratio-text-3": row(
        box(aspect_ratio=2, text=T, width=140, min_width=0), box(width=60, flex_shrink=0),
        align_items="start", width=100),
    "ratio-text-4": row(
        box(aspect_ratio=2, text=T), box(width=60, flex_shrink=0), align_items="start", width=100),
    "ratio-text-5": row(
        box(aspect_ratio=2, text=T, max_width=40), align_items="start", width=100),
    "ratio-text-6": row(
        box(box(text=T), aspect_ratio=2), box(width=60, flex_shrink=0), align_items="start",
        width=100),
    "ratio-text-7": row(
        box(box(text=T), aspect_ratio=2, flex_direction="column"), box(width=60, flex_shrink=0),
        align_items="start", width=100),
    "ratio-text-8": row(
        box(box(text=T, width=40), aspect_ratio=2, flex_direction="column"),
        box(width=60, flex_shrink=0), align_items="start", width=100),
    "ratio-text-9": row(
        box(box(height=30, width=40), aspect_ratio=2), box(width=60, flex_shrink=0),
        align_items="start", width=100),
    "ratio-text-10": row(
        box(box(height=30, width=40), box(height=3, width=50, margin_left=-50), aspect_ratio=2),
        box(width=60, flex_shrink=0), align_items="start", width=100),
    "ratio-text-11": row(box(aspect_ratio=2, text=T), box(width=60, flex_shrink=0), width=100),
    "ratio-text-12": row(
        box(aspect_ratio=2, text=T, width=140), box(width=60, flex_shrink=0), align_items="start",
        width=100),
    "ratio-text-13": row(
        box(aspect_ratio=2, text=T, flex_basis="max-content"), box(width=60, flex_shrink=0),
        align_items="start", width=100),
    "ratio-text-14": row(
        box(aspect_ratio=2, text=T, flex_grow=1, flex_basis=0), box(width=60, flex_shrink=0),
        align_items="start", width=100),
}
