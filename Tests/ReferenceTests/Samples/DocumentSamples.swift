import MillraceDocument
import MillraceTesting
import Synchronization

/// A document, which participants share.
enum DocumentSamples {
  // sample: DocumentElement, Mergeable
  struct Note: DocumentElement, Equatable {
    enum Field: String, Codable, CaseIterable, Sendable { case title, text }

    let id: Int
    var title: String
    var text = ""

    mutating func assign(_ field: Field, from other: Note) {
      switch field {
      case .title: title = other.title
      case .text: text = other.text
      }
    }

    func text(of field: Field) -> String {
      switch field {
      case .title: title
      case .text: text
      }
    }
  }
  // end

  // sample: DocumentModel, DocumentStep
  struct Notes: DocumentModel {
    var items = IdentifiedList<Note>()

    enum Action: Codable, Equatable, Sendable { case add(Note), remove(Note.ID) }

    mutating func apply(_ action: Action) {
      switch action {
      case .add(let note): items.append(note)
      case .remove(let id): items.remove(id: id)
      }
    }

    func step(for action: Action, since begun: Notes) -> DocumentStep? {
      switch action {
      case .add: DocumentStep("added a note")
      case .remove: DocumentStep("deleted a note")
      }
    }
  }
  // end

  struct Program: Equatable, Sendable {
    var notes = DocumentState<Notes>()
    var search = ""
  }

  enum ProgramAction: Equatable, Sendable { case notes(DocumentAction<Notes>), search(String) }

  static func state() {
    // sample: DocumentState, DocumentAction
    struct Program: Equatable, Sendable {
      var notes = DocumentState<Notes>()
      var search = ""
    }

    enum ProgramAction: Equatable, Sendable { case notes(DocumentAction<Notes>), search(String) }

    let notesActions = CasePath(ProgramAction.notes) {
      if case .notes(let action) = $0 { action } else { nil }
    }

    let program = Reducer<Program, ProgramAction>.combine(
      Reducer { state, action in
        if case .search(let text) = action { state.search = text }
      },
      .scope(state: \.notes, action: notesActions, .document()))

    let store = Store(
      initial: Program(), reducer: program,
      middleware: [.document(\.notes, action: notesActions, in: DocumentLog(file: "notes.json"))])
    // end

    let note = Note(id: 1, title: "Shop")
    // sample: DocumentAction, DocumentState
    store.dispatch(.notes(.change(.add(note))))
    var edited = note
    edited.title = "Shopping"
    store.dispatch(.notes(.edit(edited, since: note)))
    print(store.state.notes.undoNames.first ?? "nothing to undo")
    store.dispatch(.notes(.undo))
    // end
  }

  static func log(note: Note) throws {
    // sample: DocumentLog
    let log = DocumentLog<Notes>(file: "notes.json")
    try log.send(.change(.add(note)))  // a command without a screen
    let titles = try log.read().value.items.map(\.title)
    // end
    print(titles)
  }

  static func status(_ state: DocumentState<Notes>) {
    // sample: DocumentAccess, DocumentOffline, DocumentMessage, DocumentState
    if case .readOnly(let reason) = state.access { print("read only:", reason) }
    if let offline = state.offline { print("offline:", offline.reason) }
    if let failure = state.failure { print("\(state.waiting) changes are not saved: \(failure)") }
    if let message = state.message, message.isUndoable { print(message.text, "(u undoes it)") }
    // end
  }

  static func conflicts(_ store: Store<Program, ProgramAction>) {
    // sample: DocumentConflict, DocumentDialog
    let state = store.state.notes
    for conflict in state.conflicts {
      print(conflict.name(in: state.value))
      print("here:", conflict.ours(in: state.value) ?? "deleted", "there:", conflict.theirs ?? "")
      store.dispatch(.notes(.resolve(conflict.id, takingTheirs: true)))
    }
    store.dispatch(.notes(.show(.conflicts)))  // or let the user choose, in `DocumentDialogs`
    // end
  }

  static func patches(_ store: Store<Program, ProgramAction>) {
    // sample: DocumentPatch
    let token = store.observeCommits { commit in
      // Patches come from the log. A program only observes them.
      if case .notes(.merge) = commit.action { print("another program wrote the file") }
    }
    // end
    token.cancel()
  }

  // sample: OtherFields, DocumentModel, DocumentDifference
  /// A document whose name is merged as one value, beside its list.
  struct Board: DocumentModel {
    var name = "Board"
    var items = IdentifiedList<Note>()

    enum Action: Codable, Equatable, Sendable { case rename(String) }

    mutating func apply(_ action: Action) {
      if case .rename(let name) = action { self.name = name }
    }

    func step(for action: Action, since begun: Board) -> DocumentStep? {
      DocumentStep("renamed the board", group: "name")
    }

    // The text of `OtherFields.all` in a conflict, in place of the whole value.
    func text(of field: OtherFields) -> String { name }
  }
  // end

  static func server() throws {
    // sample: PostgresServer, DocumentServer
    let server = PostgresServer(
      address: "postgresql://alice@db.example/team?sslmode=verify-full", document: "notes")
    let log = DocumentLog<Notes>(server: server, copy: "copies/\(server.localName).json")
    print("\(log.waiting) changes wait for \(server.address)")
    // end
  }

  static func address() throws {
    // sample: PostgresServer, ProgramFolders
    let log = try DocumentLog<Notes>(
      at: "postgresql://db.example/team#recipes", name: "notes",
      folder: ProgramFolders("notes").data("servers"))
    // end
    print(log.waiting)
  }

  // sample: DocumentServer, ServerError
  /// A server that a test takes away.
  struct Switched: DocumentServer {
    let base: any DocumentServer
    let isOn: @Sendable () -> Bool

    var address: String { base.address }

    func connect(
      onNews: @escaping @Sendable () -> Void
    ) throws(ServerError) -> any ServerConnection {
      guard isOn() else { throw .unreachable("the network is off") }
      return try base.connect(onNews: onNews)
    }
  }
  // end

  // sample: ServerConnection, ServerEntry, ServerBatch, ServerSnapshot
  /// A connection to a document in memory, with one log that never ends.
  final class MemoryConnection: ServerConnection {
    private let snapshots = Mutex<ServerSnapshot?>(nil)
    private let entries = Mutex<[(writer: String, entry: ServerEntry)]>([])
    let readOnly: String? = nil

    func begin(_ snapshot: ServerSnapshot) { snapshots.withLock { $0 = $0 ?? snapshot } }

    func snapshot() -> ServerSnapshot? { snapshots.withLock { $0 } }

    func save(_ snapshot: ServerSnapshot) {}

    func read(from number: UInt64) -> ServerBatch? {
      guard let start = snapshot() else { return nil }
      let numbered = entries.withLock { entries in
        zip((start.number + 1)..., entries).map { (number: $0, text: $1.entry.text) }
      }
      return ServerBatch(
        log: start.log, last: start.number + UInt64(numbered.count), snapshot: start.number,
        entries: numbered.filter { $0.number >= number })
    }

    func append(
      _ new: [ServerEntry], by writer: String, to log: String, after number: UInt64
    ) throws(ServerError) -> Bool {
      guard let start = snapshot(), start.log == log else { return false }
      let last = position(of: writer)
      if let first = new.first, first.position <= last { throw .exists }
      return entries.withLock { entries in
        guard start.number + UInt64(entries.count) >= number else { return false }
        entries += new.map { (writer, $0) }
        return true
      }
    }

    func position(of writer: String) -> UInt64 {
      entries.withLock { $0.last { $0.writer == writer }?.entry.position ?? 0 }
    }

    func close() {}
  }
  // end
}
