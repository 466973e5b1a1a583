import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@Suite("Recorder: undoable states")
struct RecorderUndoTests {
  @Test("each version is restored, even if an undone step is older than the recorded state")
  func undo() throws {
    let ring = RecordingRing()
    let store = Store(
      initial: Notes(), reducer: notes, middleware: [.recorder(to: .ring(ring))],
      dependencies: Dependencies(clock: ManualClock()))
    var texts = [UInt64: [String]]()
    func dispatch(_ action: NotesAction) {
      store.dispatch(action)
      texts[store.snapshot.version] = store.state.text.map(\.title)
    }
    for number in 0..<60 {
      dispatch(.add("a title that takes its room in a recording, number \(number)"))
      if number % 20 == 19 { for _ in 0..<4 { dispatch(.undo) } }
    }
    dispatch(.redo)
    let recording = try Recording<Notes, NotesAction>(ring)
    for (version, titles) in texts where version.isMultiple(of: rounds(3, long: 1)) {
      let state = try recording.state(at: version, by: notes)
      #expect(state.text.map(\.title) == titles, "version \(version)")
    }
    #expect(throws: RecordingError.self) {
      try Recording<Notes, NotesAction>(path: "/dev/null")
    }
  }
}
