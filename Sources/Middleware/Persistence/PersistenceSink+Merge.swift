import MillraceStore
import MillraceSystem
import Synchronization

/// Counts the commits that a merge makes, to distinguish them from commits of other threads.
final class MergeCommits: Sendable {
  @TaskLocal static var current: MergeCommits?

  private let sink: ObjectIdentifier
  private let number = Atomic<UInt64>(0)

  init(of sink: AnyObject) { self.sink = ObjectIdentifier(sink) }

  var count: UInt64 { number.load(ordering: .relaxed) }

  /// Counts a commit that this file's sink reports; other files of the state have their own sinks.
  func note(_ sink: AnyObject) {
    if ObjectIdentifier(sink) == self.sink { number.add(1, ordering: .relaxed) }
  }
}

extension PersistenceSink {
  /// The file as another program wrote it; empty without a file.
  struct ExternalVersion: Sendable {
    var known: FileStatus?
    var part: Part?
    var digest: String?
    var size = 0
  }

  var notWritable: PersistenceError {
    .cannotWrite(path: settings.path, reason: "the store has ended, or is read-only")
  }

  func merge<Content: Decodable & Sendable>(
    as type: Content.Type, _ merge: (_ theirs: Content, _ base: Content?) -> Bool
  ) throws(PersistenceError) {
    if saving.withLock({ $0 == nil }) { throw notWritable }
    let result = Result { () throws(PersistenceError) in try mergeInRounds(as: type, merge) }
    recordResult(result)
    _ = try result.get()
  }

  /// - Returns: The version of the store that is in the file.
  private func mergeInRounds<Content: Decodable & Sendable>(
    as type: Content.Type, _ merge: (_ theirs: Content, _ base: Content?) -> Bool
  ) throws(PersistenceError) -> UInt64 {
    var last: Content?
    var round = 1
    while true {
      let (found, theirs, base) = try readExternalVersion(as: type)
      let before = store.snapshot.version
      let commits = MergeCommits(of: self)
      let mustWrite = MergeCommits.$current.withValue(commits) {
        theirs.map { merge($0, base ?? last) } ?? true
      }
      last = theirs
      let version = store.snapshot.version
      do throws(PersistenceError) {
        if mustWrite || round == 5 {
          try saveState(taking: found)
          return version
        }
        // Another thread may have committed after `merge` returned.
        let answered = before + commits.count
        if try acceptUnchanged(found, at: answered) { return answered }
      } catch {
        guard case .changedByOthers = error, round < 5 else { throw error }
      }
      round += 1
    }
  }

  /// Reads the file. The file counts as known, and may be overwritten, only once the state includes
  /// all of its content.
  private func readExternalVersion<Content: Decodable>(
    as type: Content.Type
  ) throws(PersistenceError) -> (ExternalVersion, theirs: Content?, base: Content?) {
    guard let (old, base) = saving.withLock({ own in own.map { ($0.file, $0.part as? Content) } })
    else { throw notWritable }
    var file = old
    guard let bytes = try file.read() else { return (ExternalVersion(), nil, base) }
    let path = file.path.text
    let theirs = try attempt({ .cannotRead(path: path, reason: $0) }, in: bytes) {
      let found = try SnapshotFormat.decode(bytes, as: type, known: settings.version)
      if let state = found.state { return state }
      throw PersistenceError.newerVersion(
        path: path, found: found.version, known: settings.version)
    }
    let found = ExternalVersion(
      known: file.known, part: theirs as? Part, digest: Checksum(bytes).text, size: bytes.count)
    return (found, theirs, base)
  }

  /// Marks the found file as known. The journal's lines belong to the file that it replaced, so the
  /// state must be saved before the next line.
  /// - Throws: `changedByOthers` if the file was changed again.
  func accept(_ found: ExternalVersion, _ own: inout Saving) throws(PersistenceError) {
    own.file.known = found.known
    (own.part, own.digest, own.size) = (found.part, found.digest, found.size)
    (own.base, own.migratedFrom) = (nil, nil)
    if hasJournal {
      writing.withLock { writing in
        writing.needsState = true
        writing.journal.markUnreliable()
      }
    }
    try own.file.throwIfChanged()
  }

  /// Leaves the file unchanged, because it has all of the state.
  /// - Returns: False if the store has a later version, which the file may lack.
  private func acceptUnchanged(_ found: ExternalVersion, at version: UInt64)
    throws(PersistenceError) -> Bool
  {
    try saving.withLock { saving throws(PersistenceError) in
      guard var own = saving.take() else { throw notWritable }
      defer { saving = own }
      try accept(found, &own)
      // Checked after `accept`, which makes a later commit save the state.
      if store.snapshot.version != version { return false }
      // Unwritten lines wait for the next snapshot, because undo needs them.
      let entries = pending.withLock { pending in
        pending.lines.prefix { $0.version <= version }.compactMap(\.entry)
      }
      writing.withLock { writing in
        writing.applied.formUnion(entries)
        writing.written = max(writing.written, version)
        writing.hasFailed = false
        writing.journal.markReliable()
      }
      return true
    }
  }
}
