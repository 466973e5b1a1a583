import MillraceStore
import MillraceSystem

// Opens and repairs a log beside a file.
extension DocumentLog {
  /// Reads the log and the readable file, unless they are open.
  func open(_ files: inout Files, _ mode: DocumentMode) throws(PersistenceError) {
    if files.isOpen { return }
    if let server { return try openCopy(&files, of: server) }
    guard path != nil else {
      (files.isOpen, files.author) = (true, "1")
      return
    }
    var issues: [PersistenceError] = []
    var loaded = try load(mode, &issues)
    var (readOnly, forbidden) = (loaded.readOnly, PersistenceError?.none)
    var seat: Seat?
    do throws(PersistenceError) {
      if readOnly == nil {
        do throws(PersistenceError) {
          seat = try takeSeat(loaded, isCommand: mode != .write)
        } catch {
          // Without a log and without a file, there is no document to read.
          if !loaded.hasLog, loaded.digest == nil { throw error }
          forbidden = error
        }
      }
      // The file is intact, but this program cannot read it: for example, a newer program saved it.
      if case .unreadable(let error) = loaded.file, !error.isUnreadable { readOnly = error }
      if readOnly == nil, forbidden == nil { try repair(&loaded, &issues) }
    } catch {
      seat?.leave(storage)
      loaded.log.close()
      throw error
    }
    files = Files(
      log: loaded.log, isOpen: true, isWriting: readOnly == nil && forbidden == nil, seat: seat,
      author: author(mode, seat, loaded.content), issues: issues,
      base: loaded.digest.map { ($0, loaded.content.version) },
      isRestoring: issues.contains(.restoredFromLog(path: loaded.log.path.text)),
      begunFrom: loaded.digest.map { ($0, true) },
      hasLog: loaded.hasLog)
    shared.withLock { shared in
      shared.content = loaded.content
      (shared.readOnly, shared.forbidden) = (readOnly, forbidden)
      (shared.failure, shared.exportFailure, shared.fileFailure) = (nil, nil, nil)
      for number in shared.members.keys { shared.members[number]?.applyAgain() }
    }
  }

  /// Repairs the log, and keeps an unreadable file under another name.
  private func repair(
    _ loaded: inout DocumentLoader<Model>.Loaded, _ issues: inout [PersistenceError]
  ) throws(PersistenceError) {
    if loaded.isDamaged {
      try loaded.log.repair()
      issues += loaded.log.takeRepairs()
    }
    let path = loaded.log.path
    switch loaded.file {
    // A program that was killed may have exported nothing yet.
    case .missing where loaded.log.head?.export == nil: break
    case .missing, .older: issues.append(.restoredFromLog(path: path.text))
    case .unreadable(let error):
      issues.append(try setAside(path.name, beside: path, error))
      issues.append(.restoredFromLog(path: path.text))
    case .same, .stale, .foreign: break
    }
  }

  /// Returns the author of the first store; nil if there is no seat for it.
  private func author(_ mode: DocumentMode, _ seat: Seat?, _ content: Content) -> String? {
    switch mode {
    case .write: seat?.author
    case .command(let kind): Self.author(of: kind, hasSeat: seat != nil, content)
    }
  }

  /// Reads the files. A store that writes renames an unreadable file.
  private func load(
    _ mode: DocumentMode, _ issues: inout [PersistenceError]
  ) throws(PersistenceError) -> DocumentLoader<Model>.Loaded {
    do { return try loader.load() } catch {
      guard case .unreadable(let found, _, _) = error, mode == .write else { throw error }
      let path = try StateFile(reading: path ?? "", storage).path
      let log = FileLog(path, storage)
      // If there is no log and the readable file cannot be decoded, the store has no document.
      guard found == log.entriesPath else { throw try setAside(path.name, beside: path, error) }
      issues.append(try setAside(Path.join(Path(log.folder).name, "entries"), beside: path, error))
      return try loader.load()
    }
  }

  func setAside(
    _ name: String, beside path: Path, _ error: PersistenceError
  ) throws(PersistenceError) -> PersistenceError {
    guard case .unreadable(let found, _, let reason) = error else { return error }
    let target = try StateFile(reading: path.text, storage).setAside(name, as: "unreadable")
    return .unreadable(path: found, movedTo: target, reason: reason)
  }

  /// - Throws: The reason why the document can only be read.
  private func takeSeat(
    _ loaded: DocumentLoader<Model>.Loaded, isCommand: Bool
  ) throws(PersistenceError) -> Seat? {
    let log = loaded.log
    // A file that the user made read-only is not replaced.
    if try attempt(
      { .cannotRead(path: log.path.text, reason: $0) },
      {
        try storage.status(of: log.path.text) != nil && !storage.isWritable(log.path.text)
      })
    {
      throw .cannotWrite(path: log.path.text, reason: "it is not writable")
    }
    if !loaded.hasLog, storage.exists(log.path.sibling(".\(log.path.name).lock")) {
      // Older programs lock the file while they have it open. Taking the lock for a moment checks
      // that no older program has the file open.
      var old = try StateFile(writing: log.path.text, storage)
      old.close()
    }
    try StateFile.makeFolders(log.folder, storage)
    return try attempt({ .cannotWrite(path: log.folder, reason: $0) }) {
      isCommand
        ? try Seat.take(in: log.folder, storage, upTo: 1, attempts: 1)
        : try Seat.take(in: log.folder, storage)
    }
  }
}
