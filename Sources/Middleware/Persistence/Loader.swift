import MillraceStore
import MillraceSystem

/// Reads a file and its log, and changes neither.
struct Loader<State: Sendable, Part: Codable & Sendable, Action: Sendable>: Sendable {
  typealias Settings = PersistenceSettings<State, Part, Action>

  struct Loaded: Sendable {
    var state: State
    /// The file's content; nil without a file.
    var bytes: [UInt8]?
    /// The value in the file, if the state is read from the file.
    var part: Part?
    /// The schema version of what was read.
    var schemaVersion: Int?
    /// The number of the log's last entry that the state includes.
    var entryNumber: UInt64 = 0
    /// The log from which the state is restored; nil if the file alone is read.
    var log: FileLog?
    /// Whether damaged lines follow the entries that can be read.
    var isDamaged = false
    /// Whether a log has entries, but the state is read from the file alone: another program
    /// changed the file, or the settings have no journal.
    var hasUnusedLog = false

    /// Whether the file is not the newest one that the log exported.
    var isStale: Bool {
      guard let log else { return false }
      return log.head?.export != bytes.map { Checksum($0).text }
    }
  }

  let settings: Settings
  let reduce: @Sendable (inout State, Action) -> Void

  /// - Parameter isAnyVersion: Whether a newer program's file is read, too, as far as possible.
  /// - Throws: `.unreadable` if the file or the log does not contain a state.
  func load(
    _ file: inout StateFile, initial: State, isAnyVersion: Bool
  ) throws(PersistenceError) -> Loaded {
    var loaded = Loaded(state: initial)
    var log = FileLog(file.path, settings.storage)
    var batch: LogBatch?
    var (attempts, isKnown) = (0, false)
    repeat {
      log.close()
      // Another process may replace the file and the log between the two reads. It rarely does so
      // twice in a row.
      attempts += 1
      loaded.bytes = try file.read()
      batch = try log.read()
      let digest = loaded.bytes.map { Checksum($0).text }
      isKnown = digest == nil || [log.head?.export, log.head?.previous].contains(digest)
    } while batch != nil && !isKnown && attempts < 3
    if let batch, isKnown {
      if settings.durability.journal != nil || batch.entries.isEmpty {
        do throws(PersistenceError) {
          try restore(&loaded, &log, batch, isAnyVersion: isAnyVersion)
        } catch {
          log.close()
          throw error
        }
        return loaded
      }
    }
    log.close()
    if let batch {
      loaded.hasUnusedLog = !batch.entries.isEmpty
    } else {
      try OlderJournal.check(of: file.path, loaded.bytes, settings.storage)
    }
    guard let bytes = loaded.bytes else { return loaded }
    let found = try decode(bytes, of: file.path.text, isAnyVersion: isAnyVersion)
    (loaded.part, loaded.schemaVersion, loaded.entryNumber) = found
    settings.part.merge(&loaded.state, found.part)
    return loaded
  }

  /// Decodes a file, a snapshot or an entry with a state. Migrates the state if its schema version
  /// is older.
  func decode(
    _ bytes: [UInt8], of path: String, isAnyVersion: Bool
  ) throws(PersistenceError) -> (part: Part, schemaVersion: Int, entryNumber: UInt64) {
    let content = try attempt(
      { .unreadable(path: path, movedTo: nil, reason: onOneLine($0)) }, in: bytes
    ) {
      let found = try SnapshotFormat.decode(bytes, as: Part.self, known: settings.version)
      if found.schemaVersion <= settings.version { return found }
      // This program may be able to read the file of a newer one.
      if isAnyVersion, let newer = try? SnapshotFormat.decode(bytes, as: Part.self, known: nil) {
        return newer
      }
      throw PersistenceError.newerVersion(
        path: path, found: found.schemaVersion, known: settings.version)
    }
    let part =
      if let state = content.state { state } else {
        try Migration.apply(
          settings.migrations, to: bytes, from: content.schemaVersion, to: settings.version,
          as: Part.self, path)
      }
    return (part, content.schemaVersion, content.entryNumber ?? 0)
  }

  /// Restores the state from a log.
  private func restore(
    _ loaded: inout Loaded, _ log: inout FileLog, _ batch: LogBatch, isAnyVersion: Bool
  ) throws(PersistenceError) {
    let path = log.entriesPath
    let found = try decode(batch.snapshot ?? [], of: path, isAnyVersion: isAnyVersion)
    (loaded.schemaVersion, loaded.entryNumber) = (found.schemaVersion, log.number)
    settings.part.merge(&loaded.state, found.part)
    let decoder = JSONFormat.decoder()
    for entry in batch.entries {
      if entry.writer == JournalWriter.stateWriter {
        let found = try decode(Array(entry.line), of: path, isAnyVersion: isAnyVersion)
        settings.part.merge(&loaded.state, found.part)
        continue
      }
      guard let coding = settings.durability.journal else { continue }
      if entry.schema > settings.version {
        // Applies the entries that can be read as this version, up to the first that cannot.
        guard isAnyVersion else {
          throw .newerVersion(path: path, found: entry.schema, known: settings.version)
        }
        guard let action = try? coding.decode(entry.line, decoder) else { break }
        reduce(&loaded.state, action)
        continue
      }
      let actions = try attempt({ reason in
        .cannotMigrate(
          path: path, found: entry.schema, known: settings.version,
          reason: "action \(entry.number): \(reason)")
      }) {
        try coding.actions(in: entry.line, of: entry.schema, known: settings.version, decoder)
      }
      for action in actions { reduce(&loaded.state, action) }
    }
    loaded.isDamaged = (try? log.isDamaged()) == true
    loaded.log = log
  }
}
