import Millrace
import MillraceTesting
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The middleware of the library, and a program's own.
enum MiddlewareSamples {
  struct Todo: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
  }

  struct Todos: Codable, Equatable, Sendable {
    var items = IdentifiedList<Todo>()
    var draft = ""
  }

  enum TodoAction: Codable, Equatable, Sendable { case draft(String), add, remove(Int) }

  static let todos = Reducer<Todos, TodoAction> { _, _ in }

  struct Password: Codable, Equatable, Sendable { var text = "" }

  static func custom() {
    // sample: Middleware, StoreContext, RuntimeIssue
    struct TooManyItems: RuntimeIssue {
      var isReportedOnce: Bool { true }
      var description: String { "there are more than 1,000 items: remove some" }
    }

    let skipsEmptyDrafts = Middleware<Todos, TodoAction> { store, action, next in
      if action == .add, store.state.draft.isEmpty { return }
      next(action)
      if store.state.items.count > 1_000 { store.report(TooManyItems()) }
    }
    // end
    _ = skipsEmptyDrafts
  }

  static func sink() {
    // sample: CommitSink, CommitInterest, Middleware
    final class AuditSink: CommitSink {
      private let noted = Mutex<[String]>([])
      private let writing = Mutex(())

      func interest(in action: TodoAction) -> CommitInterest {
        if case .draft = action { .none } else { .commit }
      }

      func enqueue(_ commit: Commit<Todos, TodoAction>) {
        noted.withLock { $0.append("\(commit.version) \(commit.cause)") }
      }

      func flush(through version: UInt64) {
        writing.withLock { _ in
          let lines = noted.withLock { lines in
            defer { lines = [] }
            return lines
          }
          for line in lines { print(line) }
        }
      }
    }

    let audit = Middleware<Todos, TodoAction>(
      parts: { _ in .init(sink: AuditSink()) })
    // end
    _ = audit
  }

  static func logging() {
    enum Action: Sendable { case draft(String), add }
    // sample: LogDestination, LogLevel, LogFormat, LogField, Redaction
    let logging = Middleware<Todos, Action>.logging(
      to: .file("todo.log", rotatingAt: 1_000_000, keeping: 3), format: .text,
      redacting: [.type(Password.self), .path(\.draft)], showing: [.time, .origin]
    ) { action in
      if case .draft = action { .debug } else { .info }
    }
    // end
    _ = logging
  }

  static func issues(_ store: Store<Todos, TodoAction>) {
    // sample: MiddlewareIssue, LoggingError, RecordingError, PersistenceError
    let token = store.middlewareIssues.observe { issue in
      switch issue {
      case .persistence(.newerVersion(let path, _, _)): print("\(path): update the program")
      case .persistence(let error): print("not saved:", error)
      case .logging(let error): print("not logged:", error)
      case .recording(let error): print("not recorded:", error)
      }
    }
    // end
    token.cancel()
  }

  static func persistence() async throws {
    // sample: PersistenceLocation, Durability, FileAccess, UnreadablePolicy, PersistenceEvent
    let store = Store(
      initial: Todos(), reducer: todos,
      middleware: [
        .persistence(
          to: .file("todos.json"), version: 1, durability: .journal, access: .write,
          unreadable: .setAside,
          onEvent: { event in
            if case .failed(let error) = event { print(error) }
          })
      ])
    for failure in store.startupFailures { print(failure) }
    try await store.flush()  // every action so far is on the device
    // end
  }

  static func part() {
    // sample: PersistedPart, FileAccess
    let items = Middleware<Todos, TodoAction>.persistence(
      to: .file("items.json"), part: .field(\.items), version: 1)

    // The draft is this process's own: it is kept if possible, and stops nothing.
    let draft = Middleware<Todos, TodoAction>.persistence(
      to: .hidden(beside: "items.json", as: "session"),
      part: .projection({ [$0.draft] }, merge: { $0.draft = $1.first ?? "" }),
      version: 1, access: .bestEffort)
    // end
    _ = (items, draft)
  }

  static func migration() {
    // sample: Migration, SavedAction
    struct TitleOnly: Codable {
      let id: Int
      let text: String
    }
    let fromVersion1 = Migration(from: 1) { (old: [TitleOnly]) in
      Todos(items: IdentifiedList(old.map { Todo(id: $0.id, title: $0.text) }))
    }
    let durability = Durability<TodoAction>.journal(syncAfter: .seconds(1)) { saved in
      // Version 1 had an action `{"add": {"_0": "Buy milk"}}`; now it is two actions.
      let old = try saved.decode([String: [String: String]].self)
      return [.draft(old["add"]?["_0"] ?? ""), .add]
    }
    let saving = Middleware<Todos, TodoAction>.persistence(
      to: .file("todos.json"), version: 2, durability: durability, migrations: [fromVersion1])
    // end
    _ = saving
  }

  static func savedFile(_ store: Store<Todos, TodoAction>) async throws {
    // sample: SavedFile, Durable
    if let file = store.savedFile, let failure = file.failure {
      if case .changedByOthers = failure { try file.overwrite() }
      try file.saveCopy(to: .file("todos-copy.json"))
    }
    // end
  }

  static func thunk() async throws {
    struct Search: Sendable { var text = "" }
    enum SearchAction: Sendable { case found(Int), failed(String) }
    let search = Reducer<Search, SearchAction> { _, _ in }
    @Sendable func find(_ text: String) async throws -> Int { text.count }
    // sample: ThunkContext, ThunkError
    let store = Store(initial: Search(), reducer: search, middleware: [.thunk])
    let found = store.dispatch(id: "search", inFlight: .kept, retry: .backOff(attempts: 3)) {
      context in
      let count = try await find(context.state.text)
      context.dispatch(.found(count))
      return count
    }
    do {
      print(try await found.value)
    } catch let error as ThunkError {
      print(error)  // another search is running
    }
    // end
  }

  static func undo() {
    // sample: UndoHistory, UndoRole
    struct Editor: Codable, Equatable, Sendable {
      var text = ""
      var history = UndoHistory<String>()
    }

    enum EditorAction: Codable, Sendable { case typed(String, at: Duration), clear, undo, redo }

    let editor = Reducer<Editor, EditorAction> { state, action in
      switch action {
      case .typed(let text, _): state.text += text
      case .clear: state.text = ""
      case .undo, .redo: break
      }
    }.undoable(\.text, history: \.history) { _, action in
      switch action {
      case .typed(_, let time): .step("typing", group: "typing", at: time)
      case .clear: .step("clear")
      case .undo: .undo
      case .redo: .redo
      }
    }
    // end
    _ = editor

    // sample: UndoLimits
    // For `undoable(_:history:limits:role:)`: at most 200 steps, or about a megabyte of text.
    let limits = UndoLimits<String>(bytes: 1 << 20, steps: 200) { old, new in old.utf8.count }
    // end
    _ = limits
  }

  static func undoTest() async throws {
    struct Editor: Equatable, Sendable {
      var text = ""
      var history = UndoHistory<String>()
    }
    enum EditorAction: Equatable, Sendable { case clear, undo }
    let store = TestStore(initial: Editor(), reducer: Reducer<Editor, EditorAction> { _, _ in })
    // sample: UndoHistory
    try await store.send(.clear) {
      $0.history.append("clear", from: $0.text, to: "")
      $0.text = ""
    }
    try await store.send(.undo) { $0.history.move(by: -1, &$0.text) }
    // end
  }

  static func recordings() async throws {
    // sample: RecordingDestination
    let recorder = Middleware<Todos, TodoAction>.recorder(to: .file("session.jsonl"))
    // end
    _ = recorder

    // sample: RecordingRing, RecordingDestination, Recording
    let ring = RecordingRing()
    let store = Store(initial: Todos(), reducer: todos, middleware: [.recorder(to: .ring(ring))])
    store.dispatch(.add)
    let recent = try Recording<Todos, TodoAction>(ring)
    for version in recent.versions { print(try recent.state(at: version, by: todos)) }
    // end
  }

  static func replays() async throws {
    // sample: Recording, Replay, RecordingDifference
    let recording = try Recording<Todos, TodoAction>(path: "session.jsonl")
    for version in recording.versions { print(try recording.state(at: version, by: todos)) }

    let replay = try Replay(recording, reducer: todos)
    if let difference = try await replay.run(speed: .infinity) {
      print("version \(difference.version), \(difference.action): \(difference.difference)")
    }
    print(replay.store.state)
    // end
  }

  static func watching() {
    // sample: FileChange, FileWatchError, ActionSource
    struct Viewer: Sendable {
      var path = "notes.txt"
      var failure: String?
    }

    enum ViewerAction: Sendable { case fileChanged(FileChange), watchFailed(String), reload }

    let viewer = Reducer<Viewer, ViewerAction> { viewer, action in
      switch action {
      case .fileChanged(.changed), .reload: viewer.failure = nil
      case .fileChanged(.deleted): viewer.failure = "the file is gone"
      case .watchFailed(let reason): viewer.failure = reason
      }
    }
    .sources { state in
      [
        .fileChanges(id: state.path, at: state.path) { .fileChanged($0) }
          .catch { .watchFailed("\($0)") }
      ]
    }
    .sources { _ in [.signal(id: "reload", SIGHUP) { .reload }] }
    // end
    _ = viewer
  }
}
