import Millrace
import MillraceTesting
import Testing

// The program of the article "A first program", as it is after its last step, so that it is
// compiled and tested. `ReadmeSampleTests` checks that the article has no other lines.

struct Note: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
  var isDone = false
}

struct Notebook: Codable, Equatable, Sendable {
  var notes = IdentifiedList<Note>()
  var nextID = 1
}

enum Filter: String, CaseIterable, Sendable { case all, open, done }

struct NotesState: Equatable, Sendable {
  var notebook = Notebook()
  var draft = ""
  var filter = Filter.all
  var history = UndoHistory<Notebook>()

  var shown: IdentifiedList<Note> {
    notebook.notes.filter { filter == .all || $0.isDone == (filter == .done) }
  }
}

enum NotesAction: Equatable, Sendable {
  case draftChanged(String)
  case add
  case toggle(Note.ID)
  case clearDone
  case show(Filter)
  case delete(Note.ID)
  case undo
  case redo
}

let notesReducer = Reducer<NotesState, NotesAction> { state, action in
  switch action {
  case .draftChanged(let text): state.draft = text
  case .add:
    state.notebook.notes.append(Note(id: state.notebook.nextID, text: state.draft))
    state.notebook.nextID += 1
    state.draft = ""
  case .toggle(let id): state.notebook.notes[id: id]?.isDone.toggle()
  case .clearDone: state.notebook.notes.removeAll { $0.isDone }
  case .show(let filter): state.filter = filter
  case .delete(let id): state.notebook.notes.remove(id: id)
  case .undo, .redo: break
  }
}
.undoable(\.notebook, history: \.history) { state, action in
  switch action {
  case .add: .step("add \(state.draft)")
  case .toggle: .step("mark")
  case .clearDone: .step("clear")
  case .delete: .step("delete")
  case .undo: .undo
  case .redo: .redo
  case .draftChanged, .show: .untracked
  }
}

func makeStore(_ storage: any Storage = SystemFiles()) -> Store<NotesState, NotesAction> {
  Store(
    initial: NotesState(), reducer: notesReducer,
    middleware: [
      .persistence(
        to: .file("notes.json"), part: .field(\.notebook), version: 1, storage: storage)
    ])
}

struct NoteRow: Component, Equatable {
  let note: Note
  let dispatch: Dispatcher<NotesAction>

  var body: Node {
    Row(gap: 1) {
      Checkbox(note.isDone) { dispatch(.toggle(note.id)) }
      Text(note.text).strikethrough(note.isDone).grow()
    }
  }
}

struct NotesScreen: Component {
  let state: NotesState
  let dispatch: Dispatcher<NotesAction>
  @Environment(\.terminal) var terminal
  @Local var current: Note.ID?
  @Local var asked: Note?

  var body: Node {
    Column {
      TextField(
        state.draft, placeholder: "Write a note",
        onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) })
      Tabs(Filter.allCases.map { TabItem($0, $0.rawValue) }, selected: state.filter) {
        dispatch(.show($0))
      }
      List(state.shown) { NoteRow(note: $0, dispatch: dispatch) }.current($current)
      Text("\(state.notebook.notes.count) notes").dim()
      KeyHints()
      if let note = asked {
        Dialog("Delete “\(note.text)”?", onClose: { asked = nil }) {
          Row(gap: 1) {
            Button("Cancel") { asked = nil }
            Button("Delete") {
              dispatch(.delete(note.id))
              asked = nil
            }
          }
        }
      }
    }
    .keys("Notes") {
      Bind("c", "Clear done") { dispatch(.clearDone) }
      Bind("d", "Delete", isEnabled: current != nil) {
        asked = current.flatMap { state.shown[id: $0] }
      }
      Bind("u", "Undo", isEnabled: state.history.canUndo) { dispatch(.undo) }
      Bind("ctrl+r", "Redo", isEnabled: state.history.canRedo) { dispatch(.redo) }
      Bind("q", "Quit") { terminal.quit() }
    }
  }
}

@MainActor
func notesApp(_ store: Store<NotesState, NotesAction>) -> TerminalApp<NotesState, NotesAction> {
  TerminalApp(store) { state, dispatch in NotesScreen(state: state, dispatch: dispatch) }
}

struct Jot: TerminalProgram {
  static func run() async throws {
    try await notesApp(makeStore()).run()
  }
}

@MainActor
@Test("a typed note is on the list, and Space marks it as done")
func marksANote() throws {
  let stage = try TestStage(notesApp(makeStore(MemoryStorage())), columns: 40, rows: 8)
  stage.terminal.type("buy milk\r")
  stage.terminal.send(.down, .down, .space)
  stage.settle()
  #expect(stage.terminal.screen.contains("› [x] buy milk"))
}

@MainActor
@Test("a note is still there after a restart, and u undoes the addition of a second one")
func restoresANote() throws {
  let files = MemoryStorage()
  let store = makeStore(files)
  var stage = try TestStage(notesApp(store), columns: 40, rows: 8)
  stage.terminal.type("buy milk\r")
  store.finish()

  stage = try TestStage(notesApp(makeStore(files)), columns: 40, rows: 8)
  #expect(stage.terminal.screen.contains("[ ] buy milk"))
  stage.terminal.type("call Ada\r")
  stage.terminal.send(.down, .down, .character("u"))
  stage.settle()
  #expect(!stage.terminal.screen.contains("call Ada"))
}

/// Lines of earlier steps, which later steps replace.
@MainActor
private func earlierSteps(_ state: NotesState, _ dispatch: Dispatcher<NotesAction>) throws -> Node {
  func makeStore() -> Store<NotesState, NotesAction> {
    Store(initial: NotesState(), reducer: notesReducer)
  }
  let stage = try TestStage(notesApp(makeStore()), columns: 40, rows: 8)
  stage.terminal.send(.down, .space)
  return Node.fragment([
    List(state.notebook.notes) { NoteRow(note: $0, dispatch: dispatch) }
      .node,
    List(state.shown) { NoteRow(note: $0, dispatch: dispatch) }
      .node,
  ])
}
