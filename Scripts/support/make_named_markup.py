#!/usr/bin/env python3
"""Writes random markup whose names are keywords of Swift and names of the generator, and a program that compares
what the compiled components show with what the loader shows.

    make_named_markup.py candidates FOLDER SEED COUNT    writes COUNT files
    make_named_markup.py program FOLDER SEED FILE…       writes Program.swift for the files that have no mistakes
"""

import json
import random
import re
import sys
from pathlib import Path

KEYWORDS = """
actor any Any as associatedtype async await borrowing break case catch class consume consuming continue copy default
defer deinit didSet discard distributed do dynamic each else enum extension fallthrough false fileprivate final for
func get guard if import in indirect infix init inout internal is isolated lazy left let macro mutating nil none
nonisolated nonmutating of open operator optional override package postfix precedence precedencegroup prefix private
protocol public read repeat required rethrows return right safe self Self sending set some static struct subscript
super switch then throw throws true try Type typealias unowned unsafe using var weak where while willSet yield Protocol
""".split()
# Names in generated Swift, and names of what generated Swift calls.
GENERATED = """
size _size it _it names _names a arguments _arguments value value0 _value0 markupNames markupName body node content
constraints parent wrappedValue projectedValue key grow shrink basis width height padding margin absolute hidden style
bold dim background foreground environment theme disabled focus focusable autofocus anchored onClick onHover marker
onSelect selection scrollBar gap text title text1 column1 row button item items label placeholder onChange onSubmit
priority overridden component event binding list environmentValues liveMarkup slot revision base
Text Row Column Node Component Local Handler MarkupNames SizeReader Millrace Swift String Int Equatable
""".split()
WORDS = KEYWORDS + GENERATED


class Document:
    """A component: its markup, and the arguments with which the program makes it."""

    def __init__(self, generator, number):
        self.random = generator
        self.name = f"Page{number}"
        word = lambda: generator.choice(WORDS)
        self.title, self.count, self.flag, self.rows = word(), word(), word(), word()
        self.draft, self.press, self.say = word(), word(), word()
        self.markup = self.make(word)

    def maybe(self, text):
        return text if self.random.random() < 0.6 else ""

    def make(self, word):
        row, other, field, box, gap, anchor = word(), word(), word(), word(), word(), word()
        inner, inner_event = word(), self.random.choice(["onGo", "onDefault", "onRepeat"])
        part = self.maybe(f'type="{word().capitalize()}{self.name}" ')
        parts = [
            f'<Text>{{{self.title}}} and {{{self.count}:padded(3)}} {{{self.draft}}}</Text>',
            self.maybe(
                f'<if test="{{{self.flag}}} and width :lt 80"><Text>{{{self.title}:uppercased}}</Text></if>'
                f'<else test="{{{self.title}}} == \'x\' or portrait"><Text>{{{self.count}}}</Text></else>'
                f'<else><Text>none</Text></else>'),
            self.maybe(
                f'<for each="{row}" in="{{{self.rows}}}" key="{{{row}.id}}">'
                f'<Text>{{{row}.title}} of {{{self.count}}}</Text></for>'),
            self.maybe(
                f'<for each="{other}" in="{{{self.rows}}}" key="{{{other}.id}}">'
                f'<Button title="{{{other}.title}}" onPress="{self.say}({other}.title)"/></for>'),
            self.maybe(
                f'<List of="{{{self.rows}}}" as="{row}" height="3"><Text>{{{row}.title}} {{{self.title}}}</Text></List>'),
            self.maybe(f'<TextField field="{field}" text="{{${self.draft}}}" onSubmit="{self.press}"/>'),
            self.maybe(f'<TextField field="{box}" placeholder="{box}"/>'),
            f'<Button title="{{{self.title}}}" onPress="{self.say}({self.title})"/>',
            self.maybe(f'<Checkbox isOn="{{{self.flag}}}" onToggle="{self.press}"/>'),
            self.maybe(
                f'<Constrained height="4"><Text layout:id="{anchor}" layout:left="{gap} = super offset(2) @12.5" '
                f'layout:top="[{{{self.flag}}}] super">a</Text><Text layout:below="{anchor}">b</Text></Constrained>'),
            self.maybe(
                f'<Component {part}{inner}="{{{self.title}}}" {inner_event}="{self.press}">'
                f'<property name="{inner}" type="String"/><event name="{inner_event}"/>'
                f'<Button title="{{{inner}}}!" onPress="{inner_event}"/></Component>'),
        ]
        self.random.shuffle(parts)
        return (
            f'<Component>\n<property name="{self.title}" type="String"/>\n<property name="{self.count}" type="Int"/>\n'
            f'<property name="{self.flag}" type="Bool"/>\n<property name="{self.rows}" type="[Entry]"/>\n'
            f'<state name="{self.draft}" type="String" value="&quot;draft&quot;"/>\n<event name="{self.press}"/>\n'
            f'<event name="{self.say}" type="String"/>\n<Column>\n' + "\n".join(part for part in parts if part)
            + "\n</Column>\n</Component>\n")

    def call(self):
        label = lambda name: f"`{name}`" if name == "inout" else name
        arguments = [
            f'{label(self.title)}: "title {self.title}"', f"{label(self.count)}: {self.random.randrange(99)}",
            f"{label(self.flag)}: {self.random.choice(['true', 'false'])}",
            f'{label(self.rows)}: [Entry(id: 1, title: "one"), Entry(id: 2, title: "two")]',
            f'{label(self.press)}: {{ events.append("press") }}', f'{label(self.say)}: {{ events.append($0) }}',
        ]
        return f"{self.name}({', '.join(arguments)})"


PROGRAM = """
import Millrace
import MillraceMarkupLoader
import MillraceTesting

struct Entry: Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
}

@MainActor var events: [String] = []

/// What a user sees before and after some keys, and the events that they cause.
@MainActor
func shown(_ node: Node, _ slot: LiveMarkupSlot?) -> [String] {
  events = []
  let stage = NodeStage(columns: 60, rows: 40, node.environment(\\.liveMarkup, slot))
  var shown = stage.rows
  for _ in 0..<8 {
    stage.terminal.send(.tab, .enter, .character("x"))
    shown += stage.rows
  }
  return shown + events
}

@main
struct Program {
  static func main() {
    var files: [String: [UInt8]] = [:]
    for (name, text) in markup { files["\\(name).ui.xml"] = Array(text.utf8) }
    let reload = makeMarkupReload()
    var messages: [String] = []
    let first = reload(files) { messages.append($0) }.message
    // Other offsets make other components, so that every body is replaced.
    let changed = files.mapValues { Array("\\n".utf8) + $0 }
    let (slot, message) = reload(changed) { messages.append($0) }
    messages += [first, message].compactMap { $0 }
    var wrong = 0
    for (name, node) in pages {
      let (compiled, loaded) = (shown(node, nil), shown(node, slot))
      if compiled == loaded, !compiled.isEmpty { continue }
      wrong += 1
      print("FAILED: \\(name): compiled", compiled, "loaded", loaded, separator: "\\n")
    }
    // The bodies are those of the loader, because another text is shown.
    let other = files.mapValues {
      Array(String(decoding: $0, as: UTF8.self).replacing("<Column>", with: "<Column><Text>live</Text>").utf8)
    }
    let otherSlot = reload(other) { messages.append($0) }.slot
    for (name, node) in pages where !shown(node, otherSlot).contains(where: { $0.contains("live") }) {
      messages.append("\\(name) is not live")
    }
    for message in messages { print("FAILED: \\(message)") }
    print("\\(pages.count) pages, \\(wrong) differ")
    if wrong > 0 || !messages.isEmpty || slot == nil { fatalError("the loader and the compiler differ") }
  }
}
"""


def documents(seed, count):
    generator = random.Random(seed)
    return [Document(generator, number) for number in range(count)]


def main():
    verb, folder, seed = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    if verb == "candidates":
        for document in documents(seed, int(sys.argv[4])):
            (folder / f"{document.name}.ui.xml").write_text(document.markup)
        return
    numbers = [int(re.search(r"Page(\d+)", name).group(1)) for name in sys.argv[4:]]
    made = documents(seed, max(numbers) + 1)
    chosen = [made[number] for number in numbers]
    lines = [PROGRAM, "@MainActor let pages: [(String, Node)] = ["]
    lines += [f'  ("{document.name}", page{document.name[4:]}()),' for document in chosen]
    lines += ["]", "", "let markup: [(String, String)] = ["]
    lines += [f'  ("{document.name}", {json.dumps(document.markup, ensure_ascii=False)}),' for document in chosen]
    lines += ["]", ""]
    # A function a page: the compiler checks a long list of calls slowly.
    lines += [
        f"@MainActor func page{document.name[4:]}() -> Node {{ {document.call()}.node }}" for document in chosen]
    (folder / "Program.swift").write_text("\n".join(lines) + "\n")


main()
