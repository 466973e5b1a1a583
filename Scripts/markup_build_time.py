#!/usr/bin/env python3
"""Measures how much longer a program with markup views takes to build than the same program written by hand.

    Scripts/markup_build_time.py [RUNS] [FILES]

Creates a package with two programs: one with FILES markup files of about 25 elements each, and one with the Swift code
generated from them, without the mapping to the markup and without the code that reloads markup at run time. Builds both,
then rebuilds only their own modules in turn, RUNS times each. Prints the medians in seconds and their ratio, and the time
of the tool for all files.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Millrace", path: "{root}")],
  targets: [
    .executableTarget(
      name: "markup-views", dependencies: [.product(name: "Millrace", package: "Millrace")],
      plugins: [.plugin(name: "MillraceMarkupPlugin", package: "Millrace")]),
    .executableTarget(
      name: "swift-views", dependencies: [.product(name: "Millrace", package: "Millrace")]),
  ])
"""

PROGRAM = """import Millrace

struct Item: Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
  var isDone = false
  var price = 0.0
}

@main
struct App {
  static func main() async throws {
    let store = Store(initial: 0, reducer: Reducer<Int, Never> { _, _ in })
    try await TerminalApp(store) { _, _ in Text("\\(ViewList.all.count)") }.run()
  }
}

enum ViewList { static let all = [%s] }
"""

STYLES = """<styleGroup name="common">
  <TextStyle name="title" bold="true" look="accent" />
  <TextStyle name="hint" look="muted" italic="true" />
  <Style name="wide" grow="1" minWidth="10" />
</styleGroup>
"""

VIEW = """<Component>
  <property name="title" type="String" />
  <property name="items" type="[Item]" />
  <property name="isBusy" type="Bool" default="false" />
  <state name="draft" type="String" value="&quot;&quot;" />
  <state name="isOpen" type="Bool" value="false" />
  <event name="onAdd" type="String" />
  <event name="onRemove" type="Int" />
  <event name="onPick" type="Item" />
  <event name="onToggle" />

  <Text field="head" style=":common:title" layout:top="super" layout:fillHorizontally="super">
    {title} %(number)d: {items.count} items</Text>
  <Column gap="1" layout:below="head offset(1)" layout:fillHorizontally="super inset(1)"
    layout:bottom="super">
    <Row gap="2" justify="spaceBetween">
      <Text style=":common:hint">New</Text>
      <TextField text="{$draft}" placeholder="A name" onSubmit="onAdd(draft)" grow="1" />
      <Button title="Add" onPress="onAdd(draft)" disabled="{draft} == ''" />
    </Row>
    <if test="{isBusy} and !{isOpen}">
      <Spinner title="Loading" />
    </if>
    <else test="width :lt 40">
      <Text dim="true">Little room</Text>
    </else>
    <else>
      <List of="{items}" as="item" onSelect="onPick" style=":common:wide" bar="true">
        <Row gap="1">
          <Checkbox isOn="{item.isDone}" onToggle="onToggle" />
          <Text strikethrough="{item.isDone}" grow="1">{item.title}</Text>
          <Text align="right" width="8">{item.price:fixed(2)}</Text>
          <Button title="Remove" onPress="onRemove(item.id)" />
        </Row>
      </List>
    </else>
    <Divider />
    <for each="item" in="{items}" key="{item.id}">
      <Row gap="1" paddingHorizontal="1">
        <Text bold="true">{item.id}</Text>
        <Text>{item.title:uppercased}</Text>
      </Row>
    </for>
    <Box title="Summary" border="single">
      <Text>Total of <Span bold="true">{items.count}</Span> things</Text>
      <ProgressBar share="0.%(number)d" showsPercent="true" />
      <Text wrap="truncateEnd" foreground="#88aa00">View %(number)d says "hello"</Text>
    </Box>
%(use)s  </Column>
</Component>
"""

USE = """    <Component type="View%(other)d" title="{title}" items="{items}" onAdd="onAdd" onRemove="onRemove"
      onPick="onPick" onToggle="onToggle" />
"""


def build(package, program):
    start = time.monotonic()
    done = subprocess.run(
        ["swift", "build", "--package-path", package, "--product", program],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit("\n".join(line for line in done.stdout.splitlines() if line[:1] != "["))
    return time.monotonic() - start


def by_hand(text):
    """Returns the generated code as if written by hand: without source locations and code that reloads markup."""
    text = re.sub(r"^ *#sourceLocation.*\n", "", text, flags=re.M)
    return re.sub(r"\n#if DEBUG\n.*?\n#endif\n", "", text, flags=re.S)


def remove_module(package, program):
    """Makes the next build rebuild the program's own module completely, and nothing else."""
    kept = ("output-file-map.json", "sources")
    module = program.replace("-", "_")
    files = [*package.glob(f".build/*/debug/{module}.build/*"),
             *package.glob(f".build/*/debug/Modules/{module}.swiftmodule"),
             *package.glob(f".build/plugins/outputs/*/{program}/**/*.swift")]
    for file in files:
        if file.is_file() and file.name not in kept:
            file.unlink()


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder)
        sources = {name: package / "Sources" / name for name in ("markup-views", "swift-views")}
        (package / "Package.swift").write_text(MANIFEST.format(root=ROOT))
        names = ", ".join(f'"View{number}"' for number in range(count))
        for source in sources.values():
            source.mkdir(parents=True)
            (source / "App.swift").write_text(PROGRAM % names)
        styles = sources["markup-views"] / "common.styles.xml"
        styles.write_text(STYLES)
        for number in range(count):
            use = USE % {"other": number - 1} if number % 2 else ""
            (sources["markup-views"] / f"View{number}.ui.xml").write_text(VIEW % {"number": number, "use": use})
        build(package, "markup-views")
        made = sorted((package / ".build/plugins/outputs").rglob("*.ui.swift"))
        assert len(made) == count, f"{len(made)} files were made"
        for file in made:
            (sources["swift-views"] / file.name.replace(".ui.", ".")).write_text(by_hand(file.read_text()))
        build(package, "swift-views")

        seconds = {name: [] for name in sources}
        for _ in range(runs):
            for name in sources:
                remove_module(package, name)
                seconds[name].append(build(package, name))
        medians = {name: statistics.median(all) for name, all in seconds.items()}
        for name in sources:
            print(f"{name}: {medians[name]:.2f} s", [round(one, 2) for one in seconds[name]])
        print(f"ratio: {medians['markup-views'] / medians['swift-views']:.2f}", flush=True)

        tool = next(package.glob(".build/debug/markup-tool"), package / ".build/debug/markup")
        start = time.monotonic()
        for file in sources["markup-views"].glob("*.ui.xml"):
            subprocess.run(
                [tool, "compile", file, "--output", package / "out.swift", "--styles", styles], check=True)
        print(f"the tool, {count} files one after another: {time.monotonic() - start:.2f} s")


main()
