import MillraceStore
import MillraceSystem
import Synchronization

/// A service that saves a part of a store's state.
public protocol Durable: Sendable {
  /// Returns when a version of the store is on the device.
  func durable(_ version: UInt64) async throws
}

/// The file in which a store's state is saved: its status, and decisions about it.
public protocol SavedFile: Durable {
  /// Why the newest state is not saved; nil if no obstacle is known.
  var failure: PersistenceError? { get }
  /// Whether the store only reads the file.
  var isReadOnly: Bool { get }
  /// Replaces the state by the file's content; unsaved changes are lost. Does nothing if the file
  /// is missing, if the store has ended or only reads the file, or, with a journal, if the file is
  /// unchanged.
  func reload() throws
  /// Replaces the file's content by the state, even if another program wrote the file.
  func overwrite() throws(PersistenceError)
  /// Looks for changes of the file by other programs. With the system's files this happens
  /// automatically.
  func checkForExternalChanges()
  /// Saves the state to another file, even after the store's end. Replaces the file if it exists.
  func saveCopy(to location: PersistenceLocation) throws(PersistenceError)
}

extension Store {
  /// The file in which the state is saved; the first, if there are several.
  public var savedFile: (any SavedFile)? { services((any SavedFile).self).first }

  /// Returns when all dispatched actions are on the device, in every file of the state.
  /// - Throws: `PersistenceError`. Saving is still retried later.
  public func flush() async throws { try await durable(snapshot.version) }

  /// Returns when a version is on the device, in every file of the state. Concurrent callers share
  /// the work.
  /// - Throws: `PersistenceError`.
  public func durable(_ version: UInt64) async throws {
    for kept in services((any Durable).self) { try await kept.durable(version) }
  }
}

extension PersistenceSink: SavedFile {
  var failure: PersistenceError? { progress.withLock { $0.failure } }
  var isReadOnly: Bool { progress.withLock { $0.isReadOnly } }

  func durable(_ version: UInt64) async throws {
    do {
      try await synchronized(version)
    } catch  where settings.access == .bestEffort {
      // With this access, a failure is reported, and stops nothing.
    }
  }

  private func synchronized(_ version: UInt64) async throws {
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      let (isClosed, isDeleted) = saving.withLock { ($0 == nil, $0?.file.isDeleted ?? false) }
      let answer: Result<Void, any Error>? = progress.withLock { progress in
        if progress.isReadOnly { return .success(()) }
        if progress.durable >= version, !isDeleted { return .success(()) }
        if isClosed { return progress.failure.map { .failure($0) } ?? .success(()) }
        progress.waiters.append((version, waiter))
        return nil
      }
      if let answer { return waiter.resume(with: answer) }
      runBlocking { self.save() }
    }
  }

  func reload() throws {
    let (part, number): (Part?, UInt64) = try saving.withLock { saving throws(PersistenceError) in
      guard var own = saving.take() else { return (nil, 0) }
      defer { saving = own }
      // If loading fails, the file still counts as changed by another program.
      var file = own.file
      guard let bytes = try file.read() else { return (nil, 0) }
      let digest = Checksum(bytes).text
      // With a journal, an unchanged file is not reloaded: the log's later entries are saved
      // changes, too.
      if hasJournal, digest == own.digest { return (nil, 0) }
      let part = try loader.decode(bytes, of: file.path.text, isAnyVersion: false).part
      if hasJournal {
        // From now on, the log begins with the state in this file.
        let location = writing.withLock { own in
          JournalWriter.SnapshotLocation(number: own.log.number, end: own.log.location)
        }
        try saveGeneration(part, of: 0, at: location, export: digest, file)
      }
      (own.file, own.part, own.digest) = (file, part, digest)
      return (part, nextReadNumber())
    }
    if let part { replacePart(with: part, reading: number) }
  }

  /// Returns the number of a new reading. Called while `saving` is held, so a newer reading has a
  /// higher number.
  func nextReadNumber() -> UInt64 { lastReadNumber.add(1, ordering: .relaxed).newValue }

  /// Applies a reading to the state, unless a newer reading was applied. Two threads may call this
  /// out of order, because no lock of the sink is held here: the commit of the replacement takes
  /// those locks.
  func replacePart(with part: Part, reading number: UInt64) {
    store.replaceState(reason: .liveReload) { [self] state in
      let newest = lastAppliedNumber.max(number, ordering: .relaxed).oldValue
      if number > newest { settings.part.merge(&state, part) }
    }
  }

  func overwrite() throws(PersistenceError) {
    let version = store.snapshot.version
    if saving.withLock({ $0 == nil }) {
      throw .cannotWrite(
        path: settings.path, reason: "the store has ended, or is read-only")
    }
    let result = Result { () throws(PersistenceError) in
      try saveState(isForced: true)
      return version
    }
    recordResult(result)
    _ = try result.get()
  }
}
