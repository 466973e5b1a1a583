import MillraceDocument

typealias NotesAction = DocumentAction<NotesInterface>

/// The interface state of one running `notes`.
struct NotesInterface: DocumentInterface {
  typealias Document = Notes

  enum Action: Codable, Equatable, Sendable {
    case search(String)
    case draft(String?)
    case select(Note.ID?)
    /// Opens a note's text in the user's editor.
    case edit(Note.ID)
  }

  var search = ""
  /// The title of a new note; nil if none is being written.
  var draft: String?
  var selected: Note.ID?

  mutating func apply(_ action: Action, in notes: Notes) -> Command<NotesAction> {
    switch action {
    case .search(let text): search = text
    case .draft(let text): draft = text
    case .select(let id): selected = id
    case .edit(let id):
      guard let note = notes.items[id: id] else { return .none }
      return .run { send in
        let (terminal, editor) = (
          await send.dependencies[TerminalKey.self](), send.dependencies[EditorKey.self]
        )
        let text = try await terminal.edit(note.text, suffix: ".md", by: editor)
        if let text { send(.document(.write(id, text))) }
      }
    }
    return .none
  }
}

@MainActor
func notesApp(
  _ file: DocumentFile<NotesInterface>, dependencies: Dependencies = Dependencies()
) -> DocumentApp<NotesInterface> {
  DocumentApp(interface: NotesInterface.self, file: file, dependencies: dependencies) {
    state, dispatch, terminal in
    if terminal.isInteractive {
      NotesScreen(state: state, dispatch: dispatch, terminal: terminal)
    } else {
      List(state.document.items) { Text($0.title) }
    }
  }
}

/// Titles on the left, the text of the current note on the right.
struct NotesScreen: Component {
  let state: DocumentState<NotesInterface>
  let dispatch: Dispatcher<NotesAction>
  let terminal: TerminalControl
  @Local private var query = ListQuery<Note> { $0.title }
  @Local private var list = FocusHandle()
  @Local private var search = FocusHandle()

  var body: Node {
    let (interface, notes) = (state.interface, state.document.items)
    let filter = ListFilter<Note>(id: interface.search) { $0.matches(interface.search) }
    Queried(notes, ListRequest(filter: interface.search.isEmpty ? nil : filter), by: query) {
      found in
      let isEmpty = found.shown.isEmpty
      Column {
        TextField(
          interface.search, placeholder: "Words and #tags",
          onChange: { dispatch(.interface(.search($0))) }, onSubmit: { list.focus() },
          onCancel: { list.focus() }
        )
        .focus(search)
        Row(gap: 2) {
          List(
            found.shown,
            current: Binding(
              get: { interface.selected }, set: { dispatch(.interface(.select($0))) })
          ) { Text($0.title).truncate() }
          .focus(isEmpty ? nil : list).width(.percent(40))
          Text(interface.selected.flatMap { notes[id: $0]?.text } ?? "").grow().basis(0)
        }
        .grow().basis(0)
        // A list without rows takes no focus, but keys must still be handled.
        .focusable(isEmpty).focus(isEmpty ? list : nil)
        DocumentNotices(state)
        DocumentMessageLine(state.message)
        KeyHints()
      }
      .grow().basis(0)
      .keys("Notes") { for bind in binds { bind } }
      .onAppear { list.focus() }
    }
    if let draft = interface.draft {
      Dialog("New note", onClose: { dispatch(.interface(.draft(nil))) }) {
        TextField(
          draft, placeholder: "Title, with #tags",
          onChange: { dispatch(.interface(.draft($0))) }, onSubmit: { add(draft) }
        )
        .autofocus().width(40)
      }
    }
  }

  @KeysBuilder @MainActor private var binds: [Bind] {
    let selected = state.interface.selected.flatMap { state.document.items[id: $0] }
    Bind("a", "New") { dispatch(.interface(.draft(""))) }
    Bind(["e", .enter], "Edit", isEnabled: selected != nil) {
      if let selected { dispatch(.interface(.edit(selected.id))) }
    }
    Bind("d", "Delete", isEnabled: selected != nil) {
      if let selected { dispatch(.document(.remove([selected.id]))) }
    }
    Bind("/", "Search") { search.focus() }
    Bind("u", "Undo", name: "undo", isEnabled: !state.undoNames.isEmpty) { dispatch(.undo) }
    Bind("U", "Redo", isShown: false) { dispatch(.redo) }
    Bind("m", "Resolve conflict", name: "settle", isShown: false) { dispatch.resolve(state) }
    Bind("q", "Quit") { dispatch.quit(state, terminal) }
  }

  @MainActor private func add(_ title: String) {
    dispatch(.interface(.draft(nil)))
    if title.allSatisfy(\.isWhitespace) { return }
    let note = Note(id: .random(in: 1 ... .max), title: title)
    dispatch(.document(.add(note)))
    dispatch(.interface(.select(note.id)))
    dispatch(.interface(.edit(note.id)))
  }
}
