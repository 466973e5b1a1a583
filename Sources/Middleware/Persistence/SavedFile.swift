import MillraceStore
import MillraceSystem
import Synchronization

/// The file that a store's state is kept in: what may be asked of it, and decided about it.
public protocol SavedFile: Sendable {
  /// Why the newest state is not saved; nil if nothing is known to stand in the way.
  var failure: PersistenceError? { get }
  /// The file is only looked at.
  var isReadOnly: Bool { get }
  /// Whether another store, in this or another process, has the file open for writing.
  /// - Complexity: A few system calls.
  var hasOtherWriter: Bool { get }
  /// Makes a store that only looks at the file the one that writes it: takes the lock, and brings the state to what
  /// the file, its journal and its inbox have. Does nothing in a store that writes.
  /// - Throws: What a start throws, `inUse` first of all; then the file is looked at as before.
  func takeOver() throws(PersistenceError)
  /// Returns when a version of the store is on the device.
  func durable(_ version: UInt64) async throws
  /// Brings the state together with what somebody else has written to the file, and saves it where that is needed.
  ///
  /// Nothing is locked while `merge` runs, on the calling thread, and nothing is saved over `theirs` before it returns:
  /// it must dispatch synchronously. Where the file was changed once more meanwhile, it is called again, up to five
  /// times. Where there is no file, it is not called, and the state is saved as one. When the merged state cannot be
  /// written, that is tried again as with every save.
  ///
  /// Do not call it from `onEvent`, which may run on a thread that is saving.
  /// - Parameters:
  ///   - type: What is kept in the file.
  ///   - merge: Dispatches what brings `theirs` into the state. `base` is what the file held when this store read,
  ///     merged or wrote it last, from which both come; nil where that is not known. With a journal it is that
  ///     snapshot without the lines that follow it. Returns whether the state now has anything that `theirs` lacks,
  ///     or whether anything was dispatched that can be taken back. If not, the file is left as it is: otherwise two
  ///     machines that synchronize it would rewrite it without end.
  /// - Throws: `cannotWrite` after the store's end, or where it only looks at the file; `changedByOthers` when the file
  ///   was changed during each of the five calls; what reading and writing throw.
  func merge<Content: Decodable & Sendable>(
    as type: Content.Type, _ merge: (_ theirs: Content, _ base: Content?) -> Bool
  ) throws(PersistenceError)
  /// The state becomes what the file holds now; what is not saved is given up.
  func reload() throws
  /// The file becomes what the state is now, whoever wrote it.
  func overwrite() throws(PersistenceError)
  /// Looks at what others have done to the file and put into the inbox. It is done by itself when they do, if the
  /// files are the system's.
  func lookAround()
  /// Saves the state to another file, also after the store's end.
  func saveCopy(to location: PersistenceLocation) throws(PersistenceError)
}

extension Store {
  /// The file that the state is kept in; the first, where there are several.
  public var savedFile: (any SavedFile)? { savedFiles.first }

  private var savedFiles: [any SavedFile] { services((any SavedFile).self) }

  /// Returns when what was dispatched so far is on the device, in every file that the state is kept in.
  /// - Throws: `PersistenceError`. It is tried again later all the same.
  public func flush() async throws { try await durable(snapshot.version) }

  /// Returns when a version is on the device, in every file that the state is kept in. Those who wait at the same
  /// time share the work.
  /// - Throws: `PersistenceError`.
  public func durable(_ version: UInt64) async throws {
    for file in savedFiles { try await file.durable(version) }
  }
}

extension Keeper: SavedFile {
  var failure: PersistenceError? { progress.withLock { $0.failure } }
  var isReadOnly: Bool { progress.withLock { $0.isReadOnly } }
  var hasOtherWriter: Bool { isReadOnly && StateFile.isHeld(settings.path, settings.storage) }

  func durable(_ version: UInt64) async throws {
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
      store.dependencies.runBlocking { self.save() }
    }
  }

  func reload() throws {
    let (part, number): (Part?, UInt64) = try saving.withLock { saving throws(PersistenceError) in
      guard var own = saving.take() else { return (nil, 0) }
      defer { saving = own }
      // Where that fails, the file stays somebody else's.
      var file = own.file
      let loaded = try loader.load(&file, initial: store.state, isAnyVersion: false)
      own.file = file
      (own.part, own.digest) = (loaded.part, loaded.bytes.map { Checksum($0).text })
      return (loaded.part, nextReading())
    }
    if let part { replacePart(with: part, reading: number) }
  }

  /// The number of what is being read. Called under the lock that it is read under: what is newer has a higher
  /// number.
  func nextReading() -> UInt64 { lastReading.add(1, ordering: .relaxed).newValue }

  /// Puts what was read into the state, unless something newer is there: two threads that read one after the other
  /// may come here in another order, because this holds no lock of the keeper, which a commit needs.
  func replacePart(with part: Part, reading number: UInt64) {
    store.replaceState(reason: .liveReload) { [self] state in
      let newest = lastInstalled.max(number, ordering: .relaxed).oldValue
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
    note(result)
    _ = try result.get()
  }
}
