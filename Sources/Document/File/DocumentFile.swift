import MillraceSystem

/// The file of a document. Commands without a screen can use it while programs have it open.
public struct DocumentFile<Interface: DocumentInterface>: Sendable {
  typealias State = DocumentState<Interface>
  typealias Action = DocumentAction<Interface>

  /// The path of the file.
  public let path: String
  let storage: any Storage

  /// - Parameters:
  ///   - path: A JSON file, which need not exist. Beside it there may be `.NAME.interface`, and the
  ///     files of `PersistenceLocation.file`.
  ///   - storage: The file system; a test passes another one.
  public init(_ path: String, storage: any Storage = SystemFiles()) {
    (self.path, self.storage) = (path, storage)
  }

  var location: PersistenceLocation { .file(path) }

  /// Returns the current document, even while another process has it open. Changes nothing.
  /// - Parameter includingUndo: Whether the undo history is needed. Without it, a large file is read in
  ///   half of the time.
  /// - Throws: `PersistenceError`.
  public func read(includingUndo: Bool = true) throws -> DocumentState<Interface> {
    let store = store(access: .readOnly, isBrief: !includingUndo)
    defer { store.finish() }
    if let failure = store.startupFailures.first { throw failure }
    return store.state
  }

  /// Applies an action, in the process that has the document open, or else in this one.
  ///
  /// In a file of more than 1 MB, the change is a line of the journal until a program that has the
  /// document open saves it.
  /// - Parameters:
  ///   - action: An action that changes the document.
  ///   - timeout: How long to wait for the program that has the document open.
  /// - Throws: `PersistenceError.noAnswer` if the action waits in the inbox and is applied later;
  ///   another `PersistenceError` if the file cannot be read or written: then nothing is changed.
  public func send(
    _ action: DocumentAction<Interface>, timeout: Duration = .seconds(3)
  ) async throws {
    let needsHistory = action == .undo || action == .redo
    let store = store(access: .write, isBrief: true, needsHistory: needsHistory)
    guard let failure = store.startupFailures.first else {
      store.dispatch(action)
      store.finish()
      if let failure = store.savedFile?.failure { throw failure }
      return
    }
    store.finish()
    guard case PersistenceError.inUse? = failure as? PersistenceError else { throw failure }
    // Finds an unreadable file before the action is in the inbox.
    _ = try read(includingUndo: false)
    try await location.send(
      action, version: Interface.Document.version, timeout: timeout, storage: storage
    ) { self.store(access: .write, isBrief: true, needsHistory: needsHistory) }
  }

  /// A store on the document, without a saved interface.
  func store(
    access: FileAccess, isBrief: Bool = false, needsHistory: Bool = false,
    onEvent: @escaping @Sendable (PersistenceEvent) -> Void = { _ in }
  ) -> Store<State, Action> {
    Store(
      initial: State(), reducer: .document(),
      middleware: [
        persistence(access, isBrief: isBrief, needsHistory: needsHistory, onEvent)
      ],
      onIssue: { _ in })
  }

  /// Saves the document in the file, and each change as a line of the journal.
  func persistence(
    _ access: FileAccess, isBrief: Bool = false, needsHistory: Bool = false,
    _ onEvent: @escaping @Sendable (PersistenceEvent) -> Void
  ) -> Middleware<State, Action> {
    .persistence(
      PersistenceSettings(
        path: path,
        part: .projection(
          { SavedDocument(version: $0.version, history: $0.history) },
          merge: { ($0.version, $0.history) = ($1.version, $1.history) }),
        version: Interface.Document.version,
        durability: .journal(
          of: { $0.changesDocument ? $0 : nil }, as: { (action: Action) in action }),
        access: access, unreadable: .fail, storage: storage, isBrief: isBrief,
        needsHistory: needsHistory, onEvent: onEvent))
  }

  /// Saves the interface beside the file, ignoring failures.
  var interfacePersistence: Middleware<State, Action> {
    let path = Path(path)
    let pause = Duration.milliseconds(500)
    return .persistence(
      to: .file(path.sibling(".\(path.name).interface")), part: .field(\.interface), version: 1,
      durability: .snapshot(saveAfter: pause, maximumWait: pause), access: .bestEffort,
      storage: storage)
  }
}

/// The content of the file: the document's own fields, and any conflicts. The history is not
/// encoded: replaying the journal restores it, even in processes that follow the file.
struct SavedDocument<Interface: DocumentInterface>: Codable, Equatable, Sendable {
  typealias State = DocumentState<Interface>

  var version: State.Version
  var history: UndoHistory<State.Version>

  private enum CodingKeys: CodingKey { case conflicts }

  init(version: State.Version, history: UndoHistory<State.Version>) {
    (self.version, self.history) = (version, history)
  }

  init(from decoder: any Decoder) throws {
    let conflicts = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent([State.Conflict].self, forKey: .conflicts)
    version = State.Version(
      document: try Interface.Document(from: decoder), conflicts: conflicts ?? [])
    history = UndoHistory()
  }

  func encode(to encoder: any Encoder) throws {
    try version.document.encode(to: encoder)
    guard !version.conflicts.isEmpty else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version.conflicts, forKey: .conflicts)
  }
}

extension DocumentState: EditableState {
  package struct Editable: Codable, Equatable {
    struct Version: Codable, Equatable { var document: Interface.Document }
    var version: Version
    var interface: Interface
  }

  package var editable: Editable {
    get { Editable(version: .init(document: document), interface: interface) }
    set { (version.document, interface) = (newValue.version.document, newValue.interface) }
  }
}

/// For recordings: the document and the interface, without the history and the state of one run.
extension DocumentState: Codable {
  private enum CodingKeys: CodingKey { case document, interface }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(interface: try container.decode(Interface.self, forKey: .interface))
    version = try container.decode(SavedDocument<Interface>.self, forKey: .document).version
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      SavedDocument<Interface>(version: version, history: history), forKey: .document)
    try container.encode(interface, forKey: .interface)
  }
}
