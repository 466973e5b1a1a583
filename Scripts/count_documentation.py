#!/usr/bin/env python3
"""Counts public symbols without documentation, and warnings of DocC; fails unless both are 0.

    Scripts/count_documentation.py [--list]

It makes the pages first, by make_documentation.sh. A witness needs no comment, because that of the
requirement says what it does: a member that a protocol of its type requires (`==`, `body`), a default
implementation, and what `@resultBuilder` and `@propertyWrapper` require (`buildBlock`, `wrappedValue`).
`--list` prints each symbol without a comment, with its location.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = ROOT / ".build/documentation-parts"
# Modules of the system that have protocols to which the library's types conform.
SYSTEM = ["Swift", "_Concurrency", "Observation"]
WRAPPER = ["wrappedValue", "projectedValue", "init(wrappedValue:)"]


def make():
    """Makes the pages and the symbol graphs. Warnings do not end it: they are counted."""
    subprocess.run(["Scripts/make_documentation.sh"], cwd=ROOT, stderr=subprocess.DEVNULL)
    info = subprocess.run(
        ["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    (PARTS / "system").mkdir()
    for module in SYSTEM:
        subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, "-target",
             json.loads(info)["target"]["triple"], "-output-dir", str(PARTS / "system")], check=True)


def read():
    """The symbols of all graphs by their identifiers, and the relationships."""
    symbols, relationships = {}, []
    for path in sorted(PARTS.glob("*/*.symbols.json")):
        graph = json.loads(path.read_text())
        for symbol in graph["symbols"]:
            symbol["isOwn"] = path.parent.name != "system"
            symbols.setdefault(symbol["identifier"]["precise"], symbol)
        relationships += graph["relationships"]
    return symbols, relationships


def undocumented(symbols, relationships):
    """Symbols of the library without a comment that are no witnesses."""
    required, conforms, parents, defaults = {}, {}, {}, set()
    for one in relationships:
        source, target = one["source"], one["target"]
        if one["kind"] == "requirementOf" and source in symbols:
            required.setdefault(target, set()).add(symbols[source]["pathComponents"][-1])
        elif one["kind"] == "conformsTo":
            conforms.setdefault(source, set()).add(target)
        elif one["kind"] == "memberOf":
            parents.setdefault(source, set()).add(target)
        elif one["kind"] == "defaultImplementationOf":
            defaults.add(source)

    def requirements(type, seen):
        """The names of what the protocols of a type require."""
        if type in seen:
            return set()
        seen.add(type)
        found = set(required.get(type, ()))
        for protocol in conforms.get(type, ()):
            found |= requirements(protocol, seen)
        return found

    def is_called_by_compiler(name, parent):
        """Whether a result builder or a property wrapper must have the member."""
        text = "".join(one["spelling"] for one in symbols[parent]["declarationFragments"])
        return (
            text.startswith("@resultBuilder") and name.startswith("build")
            or text.startswith("@propertyWrapper") and name in WRAPPER)

    for identifier, symbol in symbols.items():
        if not symbol["isOwn"] or "docComment" in symbol or identifier in defaults:
            continue
        name = symbol["pathComponents"][-1]
        if not any(
            name in requirements(parent, set()) or is_called_by_compiler(name, parent)
            for parent in parents.get(identifier, ()) if parent in symbols
        ):
            yield symbol


def location_text(symbol):
    location = symbol.get("location")
    if location is None:
        return "?"
    path = location["uri"].split("/Sources/")[-1]
    return f"Sources/{path}:{location['position']['line'] + 1}"


def main():
    if "--help" in sys.argv:
        print(__doc__.strip())
        return
    make()
    symbols, relationships = read()
    missing = sorted(undocumented(symbols, relationships), key=location_text)
    if "--list" in sys.argv:
        for symbol in missing:
            print(location_text(symbol), ".".join(symbol["pathComponents"]))
    warnings = sum(len(path.read_text().splitlines()) for path in PARTS.glob("*.warnings"))
    own = sum(symbol["isOwn"] for symbol in symbols.values())
    print(f"{own} public symbols, {len(missing)} without documentation")
    print(f"{warnings} warnings of DocC")
    if missing or warnings:
        sys.exit(1)


main()
