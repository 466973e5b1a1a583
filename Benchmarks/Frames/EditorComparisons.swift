import Millrace
import MillraceStoreTesting
import TodoBench

private enum EditorChange: Sendable {
  case edited(TextEdit)
  case restored(EditedText)
}

private let reducer = Reducer<EditedText, EditorChange> { text, change in
  switch change {
  case .edited(let edit): text.apply(edit)
  case .restored(let old): text = old
  }
}

/// A letter at the end of the text, arrows and a paste: in an editor with 10 MB of text, compared
/// with ten lines.
@MainActor
func editorComparisons() -> [Comparison] {
  let line = "The quick brown fox jumps over the lazy dog, again and again.\n"
  let ten = EditedText(String(repeating: line, count: 10))
  let many = EditedText(String(repeating: line, count: 10_000_000 / line.utf8.count))
  let paste = "\u{1B}[200~pasted text\u{1B}[201~"
  func comparison(_ name: String, from start: String, _ keys: [String], shows text: String)
    -> Comparison
  {
    let baseline = "editor: \(name), 10 lines"
    return Comparison(
      key(baseline, ten, start, keys, shows: text, against: nil),
      key("editor: \(name), many lines", many, start, keys, shows: text, against: baseline))
  }
  let (home, end) = ("\u{1B}[1;5H", "\u{1B}[1;5F")
  return [
    comparison("a letter", from: end, ["x"], shows: "xxxx"),
    comparison("Down and Up", from: home, ["\u{1B}[B", "\u{1B}[A"], shows: "quick"),
    comparison("paste", from: end, [paste], shows: "pasted text"),
  ]
}

/// - Parameters:
///   - start: The keys that move to the start position.
///   - shown: The text that must be on the screen afterwards.
@MainActor
private func key(
  _ name: String, _ text: EditedText, _ start: String, _ keys: [String], shows shown: String,
  against baseline: String?
) -> Benchmark {
  Benchmark(
    name, n: text.count, against: baseline, report: .time(.microseconds),
    repeating: .asNeeded(atMost: 80)
  ) {
    let store = Store<EditedText, EditorChange>(initial: text, reducer: reducer)
    let (clock, device) = (ManualClock(), CountingDevice())
    let app = TerminalApp(store) { text, dispatch in
      TextEditor(text, onEdit: { dispatch(.edited($0)) })
    }
    let session = try app.start(on: device, scheduler: clock, runOnMainActor: runSynchronously)
    let inputs = keys.map { Array($0.utf8) }
    return { iterations in
      @MainActor func send(_ input: [UInt8]) {
        clock.advance(by: .seconds(1))
        device.type(input)
      }
      store.dispatch(.restored(text))
      send(Array(start.utf8))
      let time = timed { for number in 0..<iterations { send(inputs[number % inputs.count]) } }
      let isEdited = store.state.count != text.count
      try check(isEdited == (keys.count == 1), "the text has \(store.state.count) bytes")
      if iterations > 4 {
        try check(device.readScreen().contains { $0.contains(shown) }, "\(shown) does not show")
      }
      withExtendedLifetime(session) {}
      return Sample(time: time)
    }
  }
}
