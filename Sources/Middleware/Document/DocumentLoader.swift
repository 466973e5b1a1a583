import MillraceSystem

/// Reads a document's log and its readable file, and changes neither.
struct DocumentLoader<Model: DocumentModel>: Sendable {
  /// The result of reading the files.
  struct Loaded: Sendable {
    var log: FileLog
    var content = DocumentContent<Model>()
    /// Whether the log exists.
    var hasLog = false
    /// Whether damaged lines follow the entries that can be read.
    var isDamaged = false
    /// Why the document can only be read; nil if it can be changed.
    var readOnly: PersistenceError?
    /// The result of comparing the readable file with the log.
    var file = FileFinding<Model>.same
    /// The checksum of the readable file if the content was read from it; nil if there is a log.
    var digest: String?
  }

  let path: String
  let storage: any Storage
  let initial: Model
  var format: DocumentFormat<Model> { DocumentFormat(path: path) }

  func load() throws(PersistenceError) -> Loaded {
    let path = try StateFile(reading: path, storage).path
    var loaded = Loaded(log: FileLog(path, storage), content: DocumentContent(initial))
    do throws(PersistenceError) {
      try load(&loaded, path)
    } catch {
      loaded.log.close()
      throw error
    }
    return loaded
  }

  private func load(_ loaded: inout Loaded, _ path: Path) throws(PersistenceError) {
    guard let batch = try loaded.log.read() else {
      let bytes = try read(path)
      if let bytes {
        loaded.content = try content(of: bytes, self.path, &loaded.readOnly)
        loaded.digest = Checksum(bytes).text
      }
      return try OlderJournal.check(of: path, bytes, storage)
    }
    loaded.hasLog = true
    try take(batch, &loaded)
    loaded.isDamaged = (try? loaded.log.isDamaged()) == true
    while true {
      let head = loaded.log.head
      loaded.file = try finding(loaded.log, loaded.content, base: nil)
      if case .same = loaded.file { return }
      // Another process may have exported the file after the log was read. Then the log has another
      // head by now.
      guard let batch = try loaded.log.read() else { return }
      try take(batch, &loaded)
      if loaded.log.head == head { return }
    }
  }

  private func take(_ batch: LogBatch, _ loaded: inout Loaded) throws(PersistenceError) {
    if let snapshot = batch.snapshot {
      loaded.content = try content(of: snapshot, loaded.log.entriesPath, &loaded.readOnly)
    }
    apply(batch.entries, to: &loaded.content, &loaded.readOnly)
  }

  private func read(_ path: Path) throws(PersistenceError) -> [UInt8]? {
    try attempt({ .cannotRead(path: path.text, reason: $0) }) {
      try storage.contents(of: path.text)
    }
  }

  /// Decodes a file or a snapshot. If a newer program wrote it, decodes what this program
  /// understands, and sets `readOnly`.
  /// - Parameter path: The path that errors name.
  func content(
    of bytes: [UInt8], _ path: String, _ readOnly: inout PersistenceError?
  ) throws(PersistenceError) -> DocumentContent<Model> {
    let format = DocumentFormat<Model>(path: path)
    do { return try format.content(of: bytes) } catch {
      guard case .newerVersion = error,
        let newer = try? format.content(of: bytes, isAnyVersion: true)
      else { throw error }
      readOnly = error
      return newer
    }
  }

  /// Applies entries to the content, up to the first that this program does not understand; none if
  /// `readOnly` is already set.
  func apply(
    _ entries: [LogEntry], to content: inout DocumentContent<Model>,
    _ readOnly: inout PersistenceError?
  ) {
    for entry in entries where readOnly == nil && entry.number > content.number {
      do {
        for action in try format.actions(of: entry) {
          content.number = entry.number - 1
          content.apply(action, by: entry.author)
        }
        content.number = entry.number
        content.remember(entry.position, of: entry.writer)
      } catch {
        readOnly =
          error as? PersistenceError
          ?? .cannotRead(path: path, reason: "entry \(entry.number): \(explain(error))")
      }
    }
  }

  /// Compares the readable file with the log.
  /// - Parameters:
  ///   - base: The document in the file as it was exported or merged last; nil to read it from the
  ///     log.
  ///   - isKnown: Whether a file with the given checksum counts as unchanged.
  func finding(
    _ log: FileLog, _ content: DocumentContent<Model>, base: DocumentVersion<Model>?,
    isKnown: (String) -> Bool = { _ in false }
  ) throws(PersistenceError) -> FileFinding<Model> {
    guard let bytes = try read(log.path) else { return .missing }
    let digest = Checksum(bytes).text
    if digest == log.head?.export || isKnown(digest) { return .same }
    if digest == log.head?.previous || content.merged.contains(digest) { return .stale }
    do {
      let theirs = try format.content(of: bytes).version
      let known: DocumentVersion<Model>
      if let origin = format.origin(of: bytes), let head = log.head, origin.log == head.log,
        origin.number != head.exported
      {
        let read = log.export(origin.number)
          .flatMap { format.origin(of: $0)?.log == head.log ? $0 : nil }
        if read == bytes { return .older(digest: digest) }
        // If that export is no longer kept, nothing counts as removed, and each difference is a
        // conflict.
        known = read.flatMap { try? format.content(of: $0).version } ?? DocumentVersion()
      } else if let base {
        known = base
      } else {
        known = try version(ofFileOf: log)
      }
      return .foreign(DocumentPatch(from: known, to: theirs), digest: digest, theirs)
    } catch {
      return .unreadable(error)
    }
  }

  /// Returns the document in the readable file; nil if the file is not the last export of a log.
  func version(ofExportOf head: FileLog.Head?) -> DocumentVersion<Model>? {
    guard let head, let bytes = try? storage.read(path, from: 0),
      Checksum(bytes).text == head.export
    else { return nil }
    return try? format.content(of: bytes).version
  }

  /// Returns the document as the log exported it last, with the later entries that merge files of
  /// other programs.
  private func version(
    ofFileOf log: FileLog
  ) throws(PersistenceError) -> DocumentVersion<Model> {
    var log = FileLog(log.path, storage)
    defer { log.close() }
    guard let batch = try log.read(), let snapshot = batch.snapshot else {
      return DocumentVersion()
    }
    var version = try format.content(of: snapshot).version
    for entry in batch.entries {
      if case .merge(let patch, _)? = try? format.actions(of: entry).first { version.apply(patch) }
    }
    return version
  }
}

/// The readable file of a document, compared with its log.
enum FileFinding<Model: DocumentModel>: Sendable {
  /// The file is as the log exported it or merged it last.
  case same
  /// The file is the previous export, or a file of another program that was merged. A process was
  /// killed before the newest export replaced the file.
  case stale
  /// The file is an earlier export, which somebody has put back.
  case older(digest: String)
  case missing
  /// Another program wrote the file. The patch has that program's changes; the version is the
  /// content of the file.
  case foreign(DocumentPatch<Model>, digest: String, DocumentVersion<Model>)
  /// Another program wrote the file, and it cannot be read.
  case unreadable(PersistenceError)
}
