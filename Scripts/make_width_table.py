#!/usr/bin/env python3
"""Writes WidthTable.swift from Unicode's EastAsianWidth.txt.

    Scripts/make_width_table.py EastAsianWidth.txt > Sources/Terminal/Text/WidthTable.swift

The comments of that file contain the general category, which determines the characters of width zero.
So the whole table is generated from one file of the Unicode Character Database.
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script

LAST = 0x10FFFF

# One column, or two if the terminal is configured so.
AMBIGUOUS = 3

# Format characters (Cf) that are drawn: SOFT HYPHEN, the number signs of Arabic, Syriac and Kaithi.
DRAWN_FORMAT = {0xAD, *range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}

# Letters by category that take no column of their own: the Hangul fillers, and the vowels and final
# consonants that join the preceding leading consonant.
EMPTY_LETTERS = [(0x115F, 0x11FF), (0x3164, 0x3164), (0xD7B0, 0xD7FF), (0xFFA0, 0xFFA0)]

# Code points that are not listed, but are wide according to the header of the file.
WIDE_BY_DEFAULT = [
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2FFFD),
    (0x30000, 0x3FFFD),
]


def main(path):
    width = bytearray([1]) * (LAST + 1)
    for first, last in WIDE_BY_DEFAULT:
        width[first : last + 1] = bytes([2]) * (last + 1 - first)
    version = "?"
    line_of = re.compile(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)\s*#\s*(\S+)")
    for line in open(path, encoding="utf-8"):
        if found := re.match(r"# EastAsianWidth-([\d.]+)\.txt", line):
            version = found[1]
        found = line_of.match(line)
        if not found:
            continue
        first, last = int(found[1], 16), int(found[2] or found[1], 16)
        for scalar in range(first, last + 1):
            if found[4] in ("Mn", "Me") or (found[4] == "Cf" and scalar not in DRAWN_FORMAT):
                width[scalar] = 0
            else:
                width[scalar] = {"W": 2, "F": 2, "A": AMBIGUOUS}.get(found[3], 1)
    for first, last in EMPTY_LETTERS:
        width[first : last + 1] = bytes(last + 1 - first)

    changes = [s for s in range(LAST + 1) if s == 0 or width[s] != width[s - 1]]
    words = ["0x%X" % (s << 2 | width[s]) for s in changes]
    print(f"// Made by Scripts/make_width_table.py from EastAsianWidth.txt of Unicode {version}.")
    print("// Do not edit.")
    print()
    print("/// Columns of every Unicode scalar, as the places where the number changes.")
    print("enum WidthTable {")
    print("  /// Sorted. The scalar from which on a width holds, shifted left by two, plus that width: 0, 1")
    print("  /// or 2, or 3 for one that is ambiguous.")
    print("  static let changes: [UInt32] = [")
    row = "   "
    for word in words:
        if len(row) + len(word) + 2 > 100:
            print(row)
            row = "   "
        row += f" {word},"
    print(row)
    print("  ]")
    print("}")


if __name__ == "__main__":
    arguments = script.parser(__doc__)
    arguments.add_argument("file", help="EastAsianWidth.txt")
    main(arguments.parse_args().file)
