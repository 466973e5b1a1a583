import MillraceRender
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceWidgets

/// An editor whose program keeps the history.
private struct DocumentEditor: Component {
  let states: [String]
  @Local var current = 0

  var body: Node {
    TextEditor(
      EditedText(states[current]), label: "Note", onUndo: { current -= 1 },
      onRedo: { current += 1 }, onEdit: { _ in }
    ).node
  }
}

@MainActor
@Suite("The caret of an editor whose program keeps the history", .timeLimit(.minutes(20)))
struct EditorUndoTests {
  @Test("undo and redo put the caret at the end of the text that they change")
  func caret() {
    let stage = NodeStage(columns: 20, rows: 3, DocumentEditor(states: ["one two", "one, two"]))
    stage.terminal.send(.control("y"))
    #expect(stage.rows == ["one, two"] && stage.cursor == [4, 0])
    stage.terminal.send(.control("z"))
    #expect(stage.rows == ["one two"] && stage.cursor == [3, 0])
  }

  @Test(
    "the first change by the program after an undo sets the caret; others move it with its text",
    arguments: 1...rounds(50, long: 5_000) as ClosedRange<UInt64>)
  func change(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func text(_ count: Int) -> String {
      String((0..<count).map { _ in "abcd".randomElement(using: &generator) ?? "a" })
    }
    var buffer = EditorBuffer()
    buffer.update(EditedText(text(Int.random(in: 0...8, using: &generator))), from: .init())
    for step in 0..<20 {
      let (old, caret) = (buffer.text, Int.random(in: 0...buffer.text.count, using: &generator))
      buffer.move(to: caret, isSelecting: false)
      buffer.movesCaretToNextChange = Bool.random(using: &generator)
      let isUndo = buffer.movesCaretToNextChange
      let start = Int.random(in: 0...old.count, using: &generator)
      let end = Int.random(in: start...old.count, using: &generator)
      var new = old
      new.apply(TextEdit(start..<end, text(Int.random(in: 0...4, using: &generator))))
      buffer.update(new, from: .init())
      // The smallest edit between the texts, as the editor computes it.
      let edit = new.edit(from: old)
      let expected =
        edit.map {
          isUndo ? $0.range.lowerBound + $0.replacement.utf8.count : $0.offset(after: caret)
        } ?? caret
      #expect(buffer.caret == expected, "seed \(seed), step \(step)")
      #expect(buffer.selection.isEmpty, "seed \(seed), step \(step)")
    }
  }
}
