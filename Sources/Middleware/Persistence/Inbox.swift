import MillraceStore
import MillraceSystem
import Synchronization

/// Distinguishes entries that one process makes in the same millisecond.
private let entryNumber = Atomic<UInt64>(0)

extension PersistenceLocation {
  /// Applies an action to the state that is saved at this location with a journal. The store that
  /// has the file open, in any process, takes the action from an inbox beside the file. If no store
  /// has the file open, a store made by `open` applies the action.
  ///
  /// The action is applied exactly once. A store made by `open` does not start the action's
  /// commands.
  /// - Parameters:
  ///   - action: An action of the store, or its line in the journal.
  ///   - version: The version of the state's type.
  ///   - timeout: How long to wait for the store that has the file open.
  ///   - clock: The clock that measures `timeout`.
  ///   - storage: The file system.
  ///   - open: Makes a store with `.persistence(to:)` at this location. It applies the action while
  ///     it starts.
  /// - Throws: `PersistenceError.noAnswer` if the action stays in the inbox; errors of writing or
  ///   opening the file.
  public func send<State: Sendable, Action: Sendable>(
    _ action: some Encodable & Sendable, version: Int, timeout: Duration = .seconds(2),
    clock: any Clock<Duration> = ContinuousClock(), storage: any Storage = SystemFiles(),
    open: () throws -> Store<State, Action>
  ) async throws {
    let entry = try enqueue(action, version: version, storage: storage)
    try await wait(for: entry, timeout: timeout, clock: clock, storage: storage, open: open)
  }

  /// Puts an action into the inbox; the action is on the device when this returns.
  ///
  /// Actions of one process are applied in the order of these calls.
  /// - Returns: The path of its entry, for ``wait(for:timeout:clock:storage:open:)``.
  package func enqueue(
    _ action: some Encodable & Sendable, version: Int, storage: any Storage = SystemFiles()
  ) throws -> String {
    let file = try StateFile(reading: path, storage)
    return try writeEntry(
      action, version: version, into: Journal(of: file.path, storage).inbox, storage)
  }

  /// Waits until an entry is applied. If no store has the file open, a store made by `open` applies
  /// it.
  package func wait<State: Sendable, Action: Sendable>(
    for entry: String, timeout: Duration = .seconds(2),
    clock: any Clock<Duration> = ContinuousClock(), storage: any Storage = SystemFiles(),
    open: () throws -> Store<State, Action>
  ) async throws {
    let file = try StateFile(reading: path, storage)
    let isOver = Self.deadline(after: timeout, clock)
    while try storage.status(of: entry) != nil {
      if !StateFile.isHeld(path, storage) {
        let store = try open()
        store.finish()
        let failure = store.startupFailures.first
        // Another process may have taken the file first.
        if let failure, (failure as? PersistenceError) != .inUse(path: file.path.text) {
          throw failure
        }
      } else if isOver() {
        throw PersistenceError.noAnswer(path: file.path.text, entry: entry)
      }
      try await clock.sleep(for: .milliseconds(10))
    }
  }

  /// - Returns: A function that returns whether the time has passed since this call.
  private static func deadline<C: Clock<Duration>>(
    after time: Duration, _ clock: C
  ) -> () -> Bool {
    let end = clock.now.advanced(by: time)
    return { clock.now >= end }
  }

  private func writeEntry(
    _ action: some Encodable, version: Int, into inbox: String, _ storage: any Storage
  ) throws -> String {
    try StateFile.makeFolders(inbox, storage)
    let bytes = InboxEntry.line(
      schema: version, action: try JSONFormat.encode(action))
    // Names sort in the order of the entries.
    let time = UInt64(Date().timeIntervalSince1970 * 1000)
    let number = entryNumber.add(1, ordering: .relaxed).newValue
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let name = "\(time)-\(10_000_000 + number % 10_000_000)-\(random)"
    let (temporary, entry) = (Path.join(inbox, name), Path.join(inbox, "\(name).json"))
    do {
      try storage.makeFile(temporary, bytes)
      try storage.rename(temporary, to: entry)
      try storage.synchronizeFolder(inbox)
      // The store that has the file open watches the file `bell`.
      let wakeFile = try storage.open(Path.join(inbox, "bell"), .any)
      defer { storage.close(wakeFile) }
      try storage.writeAll([UInt8(ascii: "\n")], to: wakeFile)
    } catch {
      throw PersistenceError.cannotWrite(path: entry, reason: "\(error)")
    }
    return entry
  }
}
