import Millrace
import MillraceInspector
import MillraceMarkupLoader
import MillraceTesting
import MillraceWeb
import Testing

@testable import todos

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The samples of the README, of the articles and of doc comments, so that they are compiled.
// `ReadmeSampleTests` checks that the README and the articles say the same. Long articles have
// files of their own, beside this one, whose names end in `Sample`. The README's program is the example
// `todos`.

@MainActor @Test func addsAnItem() throws {
  let store = Store(initial: Todos(), reducer: todos)
  let app = TerminalApp(store) { state, dispatch in
    TextField(
      state.draft, onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) })
    List(state.items) { TodoRow(todo: $0, dispatch: dispatch) }
  }
  let stage = try TestStage(app, columns: 40, rows: 10)
  stage.terminal.type("milk")
  stage.terminal.send(.enter, .down, .space)
  stage.settle()
  #expect(stage.rows[1].hasPrefix("› [x] milk"))
}

struct Search: Equatable, Sendable {
  var text = ""
  var found: [String] = []
  var problem: String?
}

enum SearchAction: Equatable, Sendable {
  case typed(String), found([String]), failed(String), cleared
}

func search(
  _ find: @escaping @Sendable (String) async throws -> [String]
) -> Reducer<Search, SearchAction> {
  Reducer { state, action -> Command<SearchAction> in
    switch action {
    case .typed(let text):
      state.text = text
      return .task { .found(try await find(text)) }
        .catch { error in .failed("\(error)") }
        .debounce(id: "search", for: .milliseconds(300))
    case .found(let names): state.found = names
    case .failed(let problem): state.problem = problem
    case .cleared:
      state = Search()
      return .cancel(id: "search")
    }
    return .none
  }
}

struct Settings: Equatable, Sendable {
  var path = "settings.json"
  var isWatching = true
  var seconds = 0
  var problem: String?
}

enum SettingsAction: Sendable { case ticked, reload, changed(FileChange), failed(String) }

func settingsStore(
  _ reducer: Reducer<Settings, SettingsAction>
) -> Store<Settings, SettingsAction> {
  Store(
    initial: Settings(),
    reducer: reducer.sources { state in
      guard state.isWatching else { return [] }
      return [
        .timer(id: "clock", every: .seconds(1)) { .ticked },
        .signal(id: "reload", SIGUSR1) { .reload },
        .fileChanges(id: state.path, at: state.path) { .changed($0) }
          .catch { error in .failed("\(error)") },
      ]
    })
}

struct Book: Equatable, Identifiable, Sendable {
  let id: Int
  var pagesRead = 0
}

enum BookAction: Equatable, Sendable { case read(pages: Int) }

let book = Reducer<Book, BookAction> { state, action in
  switch action {
  case .read(let pages): state.pagesRead += pages
  }
}

struct Shelf: Equatable, Sendable {
  var books = IdentifiedList<Book>()
}

enum ShelfAction: Equatable, Sendable {
  case add(Book)
  case book(Book.ID, BookAction)
}

let bookActions = CasePath(ShelfAction.book) {
  if case .book(let id, let action) = $0 { (id, action) } else { nil }
}

let shelf = Reducer<Shelf, ShelfAction>.combine(
  Reducer { state, action in
    if case .add(let book) = action { state.books.append(book) }
  },
  .scope(elements: \.books, action: bookActions, book))

enum MemoAction: Equatable, Sendable { case typed(String), done }

let memo = Reducer<String, MemoAction> { text, action -> Command<MemoAction> in
  switch action {
  case .typed(let new): text = new
  case .done: return .dismiss()
  }
  return .none
}

struct Desk: Equatable, Sendable { var memo: String? }

enum DeskAction: Equatable, Sendable { case memo(MemoAction), memoClosed }

let memoActions = CasePath(DeskAction.memo) {
  if case .memo(let action) = $0 { action } else { nil }
}

let desk = Reducer<Desk, DeskAction>.combine(
  Reducer { desk, action in if action == .memoClosed { desk.memo = nil } },
  .scope(.optional(\.memo), action: memoActions, dismissed: .memoClosed, memo))

let unread = StateSelector(\Shelf.books) { books in books.count { $0.pagesRead == 0 } }

func listen(to store: Store<Shelf, ShelfAction>, for lifetime: Lifetime) async {
  store.subscribe(to: unread) { change in print(change.old, change.new) }.store(in: lifetime)
  store.subscribe(to: \.books.count) { change in print(change.new) }.store(in: lifetime)
  let journal = store.observeCommits { commit in
    print(commit.version, commit.cause, commit.origin?.description ?? "")
  }
  for await count in store.values(of: \.books.count) { print(count) }
  journal.cancel()
}

struct Clicks: Feature {
  enum Action: Equatable { case click }

  static var initialState: Int { 0 }

  static func update(_ state: inout Int, _ action: Action) -> Command<Action> {
    state += 1
    return .none
  }

  static func view(_ state: Int, _ dispatch: Dispatcher<Action>) -> Node {
    Button("\(state) clicks") { dispatch(.click) }.node
  }
}

func runClicks() async throws {
  try await TerminalApp(Store(Clicks.self), showing: Clicks.self).run()
}

@MainActor @Test func findsOnTheScreen() async throws {
  let stage = try TestStage(columns: 30, rows: 3) { dependencies in
    TerminalApp(
      Store(
        initial: Search(), reducer: search { text in ["\(text) programming"] },
        dependencies: dependencies)
    ) { state, dispatch in
      TextField(state.text, onChange: { dispatch(.typed($0)) })
      for name in state.found { Text(name).key(name) }
    }
  }
  stage.terminal.type("Swift")
  stage.clock.advance(by: .milliseconds(300))
  await stage.settleEffects()
  #expect(stage.rows == ["Swift", "Swift programming"])
}

@Test func findsBooks() async throws {
  let store = TestStore(initial: Search(), reducer: search { text in ["\(text) programming"] })
  try await store.send(.typed("Swift")) { $0.text = "Swift" }
  store.clock.advance(by: .milliseconds(300))
  try await store.receive(.found(["Swift programming"])) { $0.found = ["Swift programming"] }
  try await store.finish()
}

func title() -> Node { Text("To do").bold() }

@NodeBuilder
func badge(_ count: Int) -> Node {
  switch count {
  case 0: Text("none").dim()
  case 1...9: Text("\(count)")
  default: Button("many") {}
  }
}

/// The table of parts.
@MainActor
func parts(_ store: Store<Todos, TodoAction>, path: String) -> [Node] {
  let scope = store.scope(state: \.draft, action: { .draftChanged($0) })
  let token = store.subscribe(to: \.items.count) { change in _ = change.new }
  let task = store.dispatch { context in context.dispatch(.add) }
  let middleware: [Middleware<Todos, TodoAction>] = [
    .persistence(to: .file(path), version: 1),
    .logging(to: .file(path)),
  ]
  let partial = Middleware<Todos, TodoAction>.persistence(
    to: .file(path), part: .field(\.items), version: 1)
  withExtendedLifetime((scope, token, task, middleware, partial)) {}
  let app = TerminalApp(store) { state, dispatch, terminal in
    Text("\(terminal.size.columns)").onKey { key in
      guard key == .control("s") else { return false }
      terminal.quit()
      return true
    }
  }
  _ = app
  return [
    Connect(store, \.items.count) { count, dispatch in Text("\(count)") }.node,
    Counter().key("id").grow().width(.percent(50)).padding(1).absolute(top: 0),
    Spacer().node.bold().dim().foreground(.rgb(255, 128, 0)).background(.blue),
    Divider().autofocus().focusable().focusStyle(Style(attributes: .inverse)),
    Box { Text("") }.focusScope(.byArrows).focusScope(.contained),
    Renaming(name: "").node,
    Text("").onClick {}.onRightClick {}.onHover { isInside in _ = isInside }
      .onPointer { event in event.phase == .press },
    Text {
      "Read "
      TextSpan("the manual").bold().link("https://example.org/manual")
      "."
    }.truncate(.middle).node,
    Column { Text("Failed").style(\.danger) }.style(\.surface).environment(\.theme, .dark),
  ]
}

struct Renaming: Component {
  let name: String
  @Local var field = FocusHandle()

  var body: Node {
    Column {
      TextField(name, onChange: { _ in }).focus(field)
      Button("Rename") { field.focus() }
    }
  }
}

/// The table of parts with their own actions.
struct Library: Equatable, Sendable {
  enum Page: Equatable, Sendable { case list, note(Search) }

  var search = Search()
  var player: Search?
  var books = IdentifiedList<Book>()
  var page = Page.list
}

enum LibraryAction: Sendable { case search(SearchAction), book(Book.ID, BookAction) }

func scopes(of store: Store<Library, LibraryAction>, child: Reducer<Search, SearchAction>, id: Int)
{
  let path = CasePath(LibraryAction.search) {
    if case .search(let action) = $0 { action } else { nil }
  }
  let books = CasePath(LibraryAction.book) {
    if case .book(let id, let action) = $0 { (id, action) } else { nil }
  }
  let note = CasePath(Library.Page.note) { if case .note(let search) = $0 { search } else { nil } }
  let reducer = Reducer<Library, LibraryAction>.combine(
    .scope(state: \.search, action: path, child),
    .scope(.optional(\.player), action: path, child),
    .scope(elements: \.books, action: books, book),
    .scope(.case(note, in: \.page), action: path, child))
  let field = store.scope(state: \.search, action: path)
  let optional = store.scope(.optional(\.player), action: path)
  let element = store.scope(element: id, in: \.books, action: books)
  let part = store.scope(.case(note, in: \.page), action: path)
  withExtendedLifetime((reducer, field, optional, element, part)) {}
}

@MainActor
func observable(_ store: Store<Shelf, ShelfAction>) -> IdentifiedList<Book> {
  let model = ObservableStore(store)
  return model.books
}

/// The sample of `Local`.
struct Counter: Component {
  @Local var count = 0
  var body: Node { Button("\(count)") { count += 1 } }
}

/// The samples of `Bind`, `keys` and `KeyMap`.
@MainActor
func keysSample(_ items: IdentifiedList<Todo>, id: Int, dispatch: Dispatcher<TodoAction>) -> Node {
  let view = Column {
    KeyHints()
    KeyHelp()
  }
  .keys("Items") {
    Bind("d", "Delete", name: "delete", isEnabled: !items.isEmpty) { dispatch(.remove(id)) }
  }
  return view.environment(\.keyMap, KeyMap(["quit": ["ctrl+q"], "delete": []]))
}

/// The sample of `Palette`.
struct Pages: Component {
  @Local var isSearching = false
  @Local var pages = 3

  var body: Node {
    Column { Palette(isSearching) { isSearching = false } }
      .keys("Pages") {
        Bind("ctrl+p", "Commands", name: "palette", isShown: false) { isSearching = true }
        Bind([], "Delete all pages") { pages = 0 }
      }
  }
}

/// The sample of `Form`.
struct Editor: Component {
  let names = ["garden", "home"]
  let colors = ["red", "green"]
  let isSaving: Bool
  @Handler var save: @MainActor () -> Void
  @Handler var close: @MainActor () -> Void
  @Local var title = ""
  @Local var due = ""
  @Local var project = ""
  @Local var color = "red"

  var body: Node {
    Form(onSubmit: { save() }, onCancel: { close() }) {
      FormField("Title", error: title.isEmpty ? "needed" : nil) { TextField($title) }
      FormField("Due", hint: "fri, in 3 days") { TextField($due) }
      FormField("Project") {
        TextField(
          $project,
          completions: { before in
            names.filter { $0.hasPrefix(before) }.map { Completion($0, replacing: before) }
          })
      }
      FormField("Color") { Select(colors, selection: $color) { $0 } }
      Button("Save") { save() }
    }
    .disabled(isSaving)
  }
}

/// The sample of `Connect`.
@MainActor
func connectSample(_ store: Store<Todos, TodoAction>) -> Node {
  Connect(store, \.items.count) { count, dispatch in Text("\(count) items") }.node
}

/// The sample of `TerminalApp`.
struct CountState: Sendable { var count = 0 }
enum CountAction: Sendable { case increment }

let count = Reducer<CountState, CountAction> { state, action in
  switch action {
  case .increment: state.count += 1
  }
}

struct CountApp: TerminalProgram {
  static func run() async throws {
    try await TerminalApp(Store(initial: CountState(), reducer: count)) { state, dispatch in
      Column {
        Text("\(state.count)")
        Button("more") { dispatch(.increment) }
      }
    }.run()
  }
}

@MainActor
func pictureSample(_ stage: TestStage) -> String {
  let picture = stage.svg(title: "todo", background: .light)
  return picture
}

extension EnvironmentValues { var accent: Color { .cyan } }

struct Rating: Component, Equatable {
  let stars: Int
  @Handler var onPick: @MainActor (Int) -> Void
  @Environment(\.accent) var accent

  var body: Node {
    Row {
      for star in 1...5 {
        Button(star <= stars ? "*" : ".") { onPick(star) }.foreground(accent).key(star)
      }
    }
  }
}

struct Letter: Codable, Equatable, Sendable {
  var text = ""
  var history = UndoHistory<String>()
}

enum LetterAction: Codable, Sendable { case typed(String, at: Duration), undo, redo }

let letter = Reducer<Letter, LetterAction> { state, action in
  if case .typed(let text, _) = action { state.text = text }
}
.undoable(\.text, history: \.history) { state, action in
  switch action {
  case .typed(_, let time): .step("typing", group: "text", at: time)
  case .undo: .undo
  case .redo: .redo
  }
}

/// The sample of persistence: keeps the state in a file, and replays a recording.
func keptStore() async throws {
  let store = Store(
    initial: Todos(), reducer: todos,
    middleware: [.persistence(to: .file("todos.json"), version: 1, durability: .journal)])
  try await store.flush()
  try await store.durable(store.snapshot.version)
  _ = Migration(from: 1) { (old: [String]) in old.count }
  try store.savedFile?.reload()
  try store.savedFile?.overwrite()
  try store.savedFile?.saveCopy(to: .file("other.json"))
  let replay = try Replay(Recording<Todos, TodoAction>(path: "record"), reducer: todos)
  _ = try await replay.run()
}

/// The sample of constraints.
@MainActor
func constraintSample(column: Double) -> Node {
  let letter = Constrained {
    Text("Inbox").bold().anchored("title")
    Text("Nothing new.").anchored("body")
    Divider(.vertical).anchored("line")
    Text("Details").anchored("side")
  } constraints: { it in
    it.title.leading == it.parent.leading + 2
    it.body.below(it.title, gap: 1)
    it.body.width <= it.parent.width / 2
    it.line.after(it.body, gap: 1)
    it.line.fillHeight()
    it.side.after(it.line)
    it.side.width >= 20
    (it.side.trailing == it.parent.trailing.inset(1)).priority(.high)
    it.line.left.suggested(column)
  }
  return letter.node
}

/// Constraints in the engine, without views, and the sample of `Constrained`.
@MainActor
func constraintListSample(list: LayoutNode, text: LayoutNode, message: String) {
  let node = LayoutNode()
  let (sidebar, body): (LayoutItem, LayoutItem) = ("sidebar", "body")
  node.constrain(
    ["sidebar": list, "body": text],
    by: [
      body.leading == sidebar.trailing + 1,
      sidebar.width <= LayoutItem.parent.width / 3,
      (sidebar.width == 24).priority(.high),
    ])
  _ = Constrained {
    Text("Inbox").anchored("title")
    Text(message).anchored("body")
  } constraints: { it in
    it.title.leading == it.parent.leading + 2
    it.body.below(it.title, gap: 1)
    it.body.width <= it.parent.width / 2
    (it.body.width == 40).priority(.high)
  }
}

@MainActor
func liveMarkupSample(_ store: Store<Todos, TodoAction>) async throws {
  try await TerminalApp(store) { state, _ in Text(state.draft) }.liveMarkup(in: "Sources/App").run()
}

@MainActor
func loaderSample(_ response: [UInt8], _ dispatch: Dispatcher<TodoAction>) throws -> Node {
  let loader = NodeLoader(actions: ["open": NodeAction { (id: Int) in dispatch(.toggle(id)) }])
  let items = try loader.items(json: response)
  return List(items) { $0.node }.node
}

@MainActor func serveEach(
  _ makeApp: @escaping @MainActor () -> TerminalApp<Todos, TodoAction>
) async throws {
  try await makeApp().run(serving: PageOptions(port: 4711), session: makeApp)
}

@MainActor func runHiding(
  _ app: TerminalApp<Todos, TodoAction>, _ store: Store<Todos, TodoAction>
) async throws {
  let inspector = Inspector(store, hiding: [.path(\.draft), .type(Todo.self)])
  try await app.inspected(by: inspector).run()
}

@MainActor func reopen(_ path: String, in inspector: Inspector) async throws {
  print(try await inspector.open(path).text)
}

@MainActor func serveInspector(_ inspector: Inspector) throws -> InspectorServer {
  let server = try InspectorServer(inspector, name: "notes")
  print(server.makeLink())
  return server
}
