import MillraceDocument

/// The state of one running `notes`: the notes, which all users share, and the state of this
/// process alone.
struct NotesState: Codable, Equatable, Sendable {
  var notes = DocumentState<Notes>()
  var search = ""
  /// The title of a new note; nil if the user is not writing one.
  var draft: String?
  var selected: Note.ID?
}

enum NotesAction: Codable, Equatable, Sendable {
  case notes(DocumentAction<Notes>)
  case search(String)
  case draft(String?)
  case select(Note.ID?)
  /// Opens a note's text in the user's editor.
  case edit(Note.ID)
}

let notesPath = CasePath(NotesAction.notes) { if case .notes(let it) = $0 { it } else { nil } }

let notesReducer = Reducer<NotesState, NotesAction>.combine(
  Reducer { state, action in
    switch action {
    case .search(let text): state.search = text
    case .draft(let text): state.draft = text
    case .select(let id): state.selected = id
    case .edit(let id):
      guard let note = state.notes.value.items[id: id] else { return .none }
      return .run { send in
        let (terminal, editor) = (
          await send.dependencies.terminal, send.dependencies[EditorKey.self]
        )
        var edited = note
        edited.text = try await terminal.edit(note.text, suffix: ".md", by: editor) ?? note.text
        send(.notes(.edit(edited, since: note)))
      }
    case .notes: break
    }
    return .none
  },
  .scope(state: \.notes, action: notesPath, .document()))

func notesStore(
  _ log: DocumentLog<Notes>, dependencies: Dependencies = Dependencies()
) -> Store<NotesState, NotesAction> {
  Store(
    initial: NotesState(), reducer: notesReducer,
    middleware: [.document(\.notes, action: notesPath, in: log)], dependencies: dependencies)
}

@MainActor
func notesApp(
  _ store: Store<NotesState, NotesAction>, _ log: DocumentLog<Notes>
) -> TerminalApp<NotesState, NotesAction> {
  TerminalApp(store) { state, dispatch, terminal in
    if terminal.isInteractive {
      NotesScreen(state: state, dispatch: dispatch, terminal: terminal)
      DocumentDialogs(state.notes, log: log, dispatch: dispatch.wrap(notesPath))
    } else {
      List(state.notes.value.items) { Text($0.title) }
    }
  }
}

/// Titles on the left, the text of the current note on the right.
struct NotesScreen: Component {
  let state: NotesState
  let dispatch: Dispatcher<NotesAction>
  let terminal: TerminalControl
  @Local private var query = ListQuery<Note> { $0.title }
  @Local private var list = FocusHandle()
  @Local private var search = FocusHandle()

  var body: Node {
    let notes = state.notes.value.items
    let filter = ListFilter<Note>(id: state.search) { [words = state.search] in $0.matches(words) }
    Queried(notes, ListRequest(filter: state.search.isEmpty ? nil : filter), by: query) {
      found in
      Column {
        TextField(
          state.search, placeholder: "Words and #tags",
          onChange: { dispatch(.search($0)) }, onSubmit: { list.focus() },
          onCancel: {
            dispatch(.search(""))
            list.focus()
          }
        )
        .focus(search)
        Row(gap: 2) {
          List(found.shown) { Text($0.title).truncate() }.current(
            Binding(
              get: { state.selected }, set: { dispatch(.select($0)) })
          )
          .focus(list).width(.percent(40))
          Text(state.selected.flatMap { notes[id: $0]?.text } ?? "").grow().basis(0)
        }
        .grow().basis(0)
        DocumentNotices(state.notes)
        DocumentMessageLine(state.notes.message)
        KeyHints()
      }
      .grow().basis(0)
      .keys("Notes") { for bind in binds { bind } }
      .onAppear { list.focus() }
    }
    if let draft = state.draft {
      Dialog("New note", onClose: { dispatch(.draft(nil)) }) {
        TextField(
          draft, placeholder: "Title, with #tags",
          onChange: { dispatch(.draft($0)) }, onSubmit: { add(draft) }
        )
        .autofocus().width(40)
      }
    }
  }

  @KeysBuilder @MainActor private var binds: [Bind] {
    // A note that the search hides is out of the keys' reach.
    let selected = state.selected.flatMap { state.notes.value.items[id: $0] }
      .flatMap { state.search.isEmpty || $0.matches(state.search) ? $0 : nil }
    Bind("a", "New") { dispatch(.draft("")) }
    Bind(["e", .enter], "Edit", isEnabled: selected != nil) {
      if let selected { dispatch(.edit(selected.id)) }
    }
    Bind("d", "Delete", isEnabled: selected != nil) {
      if let selected { dispatch(.notes(.change(.remove([selected.id])))) }
    }
    Bind("/", "Search") { search.focus() }
    Bind("u", "Undo", name: "undo", isEnabled: !state.notes.undoNames.isEmpty) {
      dispatch(.notes(.undo))
    }
    Bind("U", "Redo", isShown: false) { dispatch(.notes(.redo)) }
    Bind("m", "Resolve conflict", name: "resolve", isShown: false) {
      dispatch.wrap(notesPath).resolve(state.notes)
    }
    Bind("q", "Quit") { dispatch.wrap(notesPath).quit(state.notes, terminal) }
  }

  @MainActor private func add(_ title: String) {
    dispatch(.draft(nil))
    if title.allSatisfy(\.isWhitespace) { return }
    let note = Note(id: .random(in: 1 ... .max), title: title)
    dispatch(.notes(.change(.add(note))))
    dispatch(.select(note.id))
    dispatch(.edit(note.id))
  }
}
