import MillraceStore
import MillraceSystem
import Synchronization

/// The file in which a store's state is saved: its status, and decisions about it.
public protocol SavedFile: Sendable {
  /// Why the newest state is not saved; nil if no obstacle is known.
  var failure: PersistenceError? { get }
  /// Whether the store only reads the file.
  var isReadOnly: Bool { get }
  /// Whether another store, in this or another process, has the file open for writing.
  /// - Complexity: A few system calls.
  var hasOtherWriter: Bool { get }
  /// Makes a read-only store the writer of the file: takes the lock, and updates the state from the
  /// file, its journal and its inbox. Does nothing in a store that writes,
  /// or that restored a file of best effort.
  /// - Throws: The errors of a start, such as `inUse`; then the store stays read-only.
  func takeOver() throws(PersistenceError)
  /// Returns when a version of the store is on the device.
  func durable(_ version: UInt64) async throws
  /// Merges another program's changes to the file into the state, and saves the state where needed.
  ///
  /// `merge` runs on the calling thread, without a lock. It must dispatch synchronously, because
  /// `theirs` may be overwritten when it returns. If the file was changed again meanwhile, `merge`
  /// is called again, up to five times. If there is no file, `merge` is not called, and the state
  /// is saved to a new file. If the merged state cannot be written, saving is retried as always.
  ///
  /// Do not call it from `onEvent`, which may run on a thread that is saving.
  /// - Parameters:
  ///   - type: The type of the file's state.
  ///   - merge: Dispatches the changes that bring `theirs` into the state. `base` is the common
  ///     ancestor: the content of the file when this store last read, merged or wrote it; nil if
  ///     unknown. With a journal, `base` does not include the lines that follow the file. Returns
  ///     true if the state now has anything that `theirs` lacks, or if an undoable action was
  ///     dispatched. If false, the file is not written: otherwise two machines that synchronize it
  ///     would rewrite it endlessly.
  /// - Throws: `cannotWrite` after the store's end, or in a read-only store; `changedByOthers` if
  ///   the file was changed during each of the five calls; errors of reading and writing.
  func merge<Content: Decodable & Sendable>(
    as type: Content.Type, _ merge: (_ theirs: Content, _ base: Content?) -> Bool
  ) throws(PersistenceError)
  /// Replaces the state by the file's content; unsaved changes are lost.
  func reload() throws
  /// Replaces the file's content by the state, even if another program wrote the file.
  func overwrite() throws(PersistenceError)
  /// Looks for changes of the file, and for entries in the inbox, by other processes. With the
  /// system's files this happens automatically.
  func checkForExternalChanges()
  /// Saves the state to another file, even after the store's end.
  func saveCopy(to location: PersistenceLocation) throws(PersistenceError)
}

extension Store {
  /// The file in which the state is saved; the first, if there are several.
  public var savedFile: (any SavedFile)? { savedFiles.first }

  private var savedFiles: [any SavedFile] { services((any SavedFile).self) }

  /// Returns when all dispatched actions are on the device, in every file of the state.
  /// - Throws: `PersistenceError`. Saving is still retried later.
  public func flush() async throws { try await durable(snapshot.version) }

  /// Returns when a version is on the device, in every file of the state. Concurrent callers share
  /// the work.
  /// - Throws: `PersistenceError`.
  public func durable(_ version: UInt64) async throws {
    for file in savedFiles { try await file.durable(version) }
  }
}

extension PersistenceSink: SavedFile {
  var failure: PersistenceError? { progress.withLock { $0.failure } }
  var isReadOnly: Bool { progress.withLock { $0.isReadOnly } }
  var hasOtherWriter: Bool { isReadOnly && StateFile.isHeld(settings.path, settings.storage) }

  func durable(_ version: UInt64) async throws {
    do {
      try await synchronized(version)
    } catch  where settings.access == .bestEffort {
      // A failure of such a file is reported, and stops nothing.
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
      // If loading fails, the file still counts as another program's.
      var file = own.file
      let loaded = try loader.load(&file, initial: store.state, isAnyVersion: false)
      own.file = file
      (own.part, own.digest) = (loaded.part, loaded.bytes.map { Checksum($0).text })
      // The lines after the file are saved, too.
      let part = loaded.bytes == nil ? nil : settings.part.get(loaded.state)
      return (part, nextReadNumber())
    }
    if let part { replacePart(with: part, reading: number) }
  }

  /// Returns the number of a new reading. Called under the lock of the reading, so a newer reading
  /// has a higher number.
  func nextReadNumber() -> UInt64 { lastReadNumber.add(1, ordering: .relaxed).newValue }

  /// Applies a reading to the state, unless a newer reading was applied. Two threads may call this
  /// out of order, because it holds no lock of the sink: a commit takes those locks.
  func replacePart(with part: Part, reading number: UInt64) {
    store.replaceState(reason: .liveReload) { [self] state in
      let newest = lastAppliedNumber.max(number, ordering: .relaxed).oldValue
      if number > newest { settings.part.merge(&state, part) }
    }
  }

  func overwrite() throws(PersistenceError) {
    let version = store.snapshot.version
    if saving.withLock({ $0 == nil }) { throw notWritable }
    let result = Result { () throws(PersistenceError) in
      try saveState(isForced: true)
      return version
    }
    recordResult(result)
    _ = try result.get()
  }
}
