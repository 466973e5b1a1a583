import MillraceStore
import MillraceSystem

extension PersistenceLocation {
  /// Has an action applied to a state that is kept here with a journal: by the store that has the file open, in
  /// whatever process, through an inbox beside the file; where there is none, by a store of the caller's.
  ///
  /// The action is applied once, whatever happens meanwhile. In a store of the caller's its commands are not
  /// started.
  /// - Parameters:
  ///   - action: What happened.
  ///   - version: The version of the state's type.
  ///   - patience: How long to wait for the store that has the file.
  ///   - clock: What measures the patience.
  ///   - storage: The files.
  ///   - open: Makes a store with `.persistence(to:)` here; the action is applied while it starts.
  /// - Throws: `PersistenceError.noAnswer` if the action stays in the inbox; and what keeps the file from being
  ///   written or opened.
  public func send<State: Sendable, Action: Codable & Sendable>(
    _ action: Action, version: Int, patience: Duration = .seconds(2),
    clock: any Clock<Duration> = ContinuousClock(), storage: any Storage = SystemFiles(),
    open: () throws -> Store<State, Action>
  ) async throws {
    let file = try StateFile(reading: path, storage)
    let journal = Journal(of: file.path, storage)
    let entry = try put(action, version: version, into: journal.inbox, storage)
    let isOver = Self.deadline(after: patience, clock)
    while try storage.status(of: entry) != nil {
      if !StateFile.isHeld(path, storage) {
        let store = try open()
        store.finish()
        let failure = store.startupFailures.first
        // Somebody may have been faster.
        if let failure, (failure as? PersistenceError) != .inUse(path: file.path.text) {
          throw failure
        }
      } else if isOver() {
        throw PersistenceError.noAnswer(path: file.path.text, entry: entry)
      }
      try await clock.sleep(for: .milliseconds(10))
    }
  }

  /// - Returns: Tells whether a time is over, which begins now.
  private static func deadline<C: Clock<Duration>>(
    after time: Duration, _ clock: C
  ) -> () -> Bool {
    let end = clock.now.advanced(by: time)
    return { clock.now >= end }
  }

  private func put(
    _ action: some Encodable, version: Int, into inbox: String, _ storage: any Storage
  ) throws -> String {
    try StateFile.makeFolders(inbox, storage)
    let bytes = InboxEntry.line(
      schema: version, action: try JSONForm.encoder().encode(action))
    // Names in the order in which they come.
    let time = UInt64(Date().timeIntervalSince1970 * 1000)
    let name = "\(time)-\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
    let (temporary, entry) = (Path.join(inbox, name), Path.join(inbox, "\(name).json"))
    do {
      try storage.makeFile(temporary, bytes)
      try storage.rename(temporary, to: entry)
      try storage.synchronizeFolder(inbox)
      // The one who holds the file watches this one.
      let bell = try storage.open(Path.join(inbox, "bell"), .any)
      defer { storage.close(bell) }
      try storage.writeAll([UInt8(ascii: "\n")], to: bell)
    } catch {
      throw PersistenceError.cannotWrite(path: entry, reason: "\(error)")
    }
    return entry
  }
}
