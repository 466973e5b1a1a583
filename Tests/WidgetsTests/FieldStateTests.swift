import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceWidgets

/// A simple line editor that follows the documentation: an array of letters, and indices in it.
private struct ModelEditor {
  struct Line: Equatable {
    var letters: [Character] = []
    var cursor = 0
    var anchor = 0
  }

  enum Kind { case letter, erasure, kill, other }

  var line = Line()
  var killed: [Character] = []
  var past: [Line] = []
  var future: [Line] = []
  var last = Kind.other

  var selection: Range<Int> { min(line.cursor, line.anchor)..<max(line.cursor, line.anchor) }

  private static func isWord(_ letter: Character) -> Bool { letter == "a" || letter == "b" }

  func wordStart() -> Int {
    var offset = line.cursor
    while offset > 0, line.letters[offset - 1] == " " { offset -= 1 }
    guard offset > 0 else { return 0 }
    let isWord = Self.isWord(line.letters[offset - 1])
    while offset > 0, line.letters[offset - 1] != " ",
      Self.isWord(line.letters[offset - 1]) == isWord
    {
      offset -= 1
    }
    return offset
  }

  func wordEnd() -> Int {
    let count = line.letters.count
    var offset = line.cursor
    while offset < count, line.letters[offset] == " " { offset += 1 }
    guard offset < count else { return count }
    let isWord = Self.isWord(line.letters[offset])
    while offset < count, line.letters[offset] != " ", Self.isWord(line.letters[offset]) == isWord {
      offset += 1
    }
    return offset
  }

  mutating func move(_ offset: Int, _ isSelecting: Bool) {
    line.cursor = offset
    if !isSelecting { line.anchor = offset }
    last = .other
  }

  mutating func change(_ range: Range<Int>, _ letters: [Character], _ kind: Kind, joins: Bool) {
    if range.isEmpty, letters.isEmpty { return }
    if !(joins && kind == last) { past.append(line) }
    future = []
    last = kind
    line.letters.replaceSubrange(range, with: letters)
    line.cursor = range.lowerBound + letters.count
    line.anchor = line.cursor
  }

  mutating func type(_ letter: Character) {
    let before = line.cursor > 0 ? line.letters[line.cursor - 1] : "a"
    change(selection, [letter], .letter, joins: letter == " " || before != " ")
  }

  mutating func kill(_ range: Range<Int>) {
    if range.isEmpty { return }
    let part = Array(line.letters[range])
    if last != .kill {
      killed = part
    } else if range.upperBound == line.cursor {
      killed = part + killed
    } else {
      killed += part
    }
    change(range, [], .kill, joins: false)
  }

  mutating func undo() {
    guard let line = past.popLast() else { return }
    future.append(self.line)
    (self.line, last) = (line, .other)
  }

  mutating func redo() {
    guard let line = future.popLast() else { return }
    past.append(self.line)
    (self.line, last) = (line, .other)
  }
}

@MainActor
@Suite("Line editor")
struct FieldStateTests {
  @Test("random keys give the same line as a simple model", arguments: 0..<40)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var editor = FieldState()
    var model = ModelEditor()
    for step in 0..<80 {
      let key = Self.keys.randomElement(using: &generator) ?? .left
      let isUsed = editor.apply(key)
      #expect(isUsed)
      Self.apply(key, to: &model)
      let line = ModelEditor.Line(
        letters: Array(editor.text), cursor: editor.line.cursor, anchor: editor.line.selectionAnchor
      )
      #expect(line == model.line, "seed \(seed), step \(step): \(key)")
      if line != model.line { return }
    }
  }

  /// Letters that occur once make differences unique.
  @Test(
    "an edit of the host and a change of the program in another part are both kept",
    arguments: 0..<100)
  func merge(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let base = (0..<UInt8.random(in: 0...6, using: &generator)).map {
      Character(UnicodeScalar(97 + $0))
    }
    let ends = (0..<4).map { _ in Int.random(in: 0...base.count, using: &generator) }.sorted()
    var changes = [(ends[0]..<ends[1], Array("AB")), (ends[2]..<ends[3], Array("XY"))]
    for index in 0..<2 { changes[index].1.removeLast(Int.random(in: 0...2, using: &generator)) }
    // Of two insertions at one offset, the program's is first.
    let isOneOffset = ends[0] == ends[3]
    let (host, program) = !isOneOffset && Bool.random(using: &generator) ? (0, 1) : (1, 0)
    func changed(_ indices: Int...) -> String {
      String(
        indices.sorted(by: >).reduce(into: base) {
          $0.replaceSubrange(changes[$1].0, with: changes[$1].1)
        })
    }
    var editor = FieldState()
    editor.update(changed(program), from: FieldDescription())
    let caret = changes[host].0.lowerBound + changes[host].1.count
    editor.take(
      LineEdit(base: String(base), text: changed(host), anchor: caret, cursor: caret))
    #expect(editor.text == changed(0, 1), "seed \(seed)")
    let growth = host == 0 ? 0 : changes[0].1.count - changes[0].0.count
    // A caret without an edit moves behind what the program inserts there.
    let isEdited = changed(host) != String(base)
    #expect(!isEdited || editor.line.cursor == caret + growth, "seed \(seed)")
    if editor.text != changed(program) {
      let isUsed = editor.apply(.control("_"))
      #expect(isUsed)
      #expect(editor.text == changed(program), "seed \(seed)")
    }
  }

  @Test("edits of the host at other offsets are steps of their own, and so is a replaced selection")
  func hostUndo() {
    var editor = FieldState()
    func type(_ text: String, cursor: Int) {
      editor.take(LineEdit(base: editor.text, text: text, anchor: cursor, cursor: cursor))
    }
    func undone() -> String? { editor.apply(.control("_")) ? editor.text : nil }
    for (end, text) in ["a", "ab", "abc"].enumerated() { type(text, cursor: end + 1) }
    type("xabc", cursor: 1)
    type("xyabc", cursor: 2)
    #expect(undone() == "abc")
    #expect(undone() == "")
    type("hello world", cursor: 11)
    type("heZrld", cursor: 3)
    type("heZZrld", cursor: 4)
    #expect(undone() == "hello world")
    type("hello worl", cursor: 10)
    type("hello wor", cursor: 9)
    type("ello wor", cursor: 0)
    #expect(undone() == "hello wor")
    #expect(undone() == "hello world")
  }

  @Test(
    "a change by the program elsewhere keeps the cursor at its position in the text, and is taken once",
    arguments: 0..<100)
  func elsewhere(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (model, editor) = (TextWithCaret(), FieldState())
    for step in 0..<20 {
      model.moveCaret(&generator)
      editor.buffer.move(to: model.caret, isSelecting: false)
      model.change(keepsEnd: true, &generator)
      let description = FieldDescription()
      editor.update(model.text, from: description)
      let isSame =
        editor.text == model.text && editor.line.cursor == model.caret
        && editor.line.selection.isEmpty
      #expect(isSame, "seed \(seed), step \(step)")
      let before = "\(editor)"
      editor.update(model.text, from: description)
      #expect("\(editor)" == before, "seed \(seed), step \(step)")
    }
  }

  private static let moves: [Key] = [
    .left, .right, .home, .end, Key(.left, .control), Key(.right, .control),
  ]

  private static let keys: [Key] =
    ["a", "b", " ", "+"].map { Key.character($0) } + moves + moves.map { $0.with(.shift) }
    + [.character("a"), .character(" "), .backspace, .delete, .control("w"), .control("u")]
    + [.control("k"), .alt("d"), .control("y"), .alt("a"), .control("_"), .control("_"), .alt("_")]

  private static func apply(_ key: Key, to model: inout ModelEditor) {
    let (cursor, count, selection) = (
      model.line.cursor, model.line.letters.count, model.selection
    )
    let isSelecting = key.modifiers.contains(.shift)
    let isLeaving = !isSelecting && !selection.isEmpty
    switch Key(key.code, key.modifiers.subtracting(.shift)) {
    case .left: model.move(isLeaving ? selection.lowerBound : max(0, cursor - 1), isSelecting)
    case .right: model.move(isLeaving ? selection.upperBound : min(count, cursor + 1), isSelecting)
    case .home: model.move(0, isSelecting)
    case .end: model.move(count, isSelecting)
    case Key(.left, .control): model.move(model.wordStart(), isSelecting)
    case Key(.right, .control): model.move(model.wordEnd(), isSelecting)
    case .backspace:
      let range = selection.isEmpty ? max(0, cursor - 1)..<cursor : selection
      model.change(range, [], .erasure, joins: true)
    case .delete:
      let range = selection.isEmpty ? cursor..<min(count, cursor + 1) : selection
      model.change(range, [], .erasure, joins: true)
    case .control("w"): model.kill(selection.isEmpty ? model.wordStart()..<cursor : selection)
    case .control("u"): model.kill(0..<cursor)
    case .control("k"): model.kill(cursor..<count)
    case .alt("d"): model.kill(cursor..<model.wordEnd())
    case .control("y"): model.change(selection, model.killed, .other, joins: false)
    case .alt("a"):
      model.move(0, false)
      model.move(count, true)
    case .control("_"): model.undo()
    case .alt("_"): model.redo()
    default: if let letter = key.text { model.type(letter) }
    }
  }
}
