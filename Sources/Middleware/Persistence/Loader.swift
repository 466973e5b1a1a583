import MillraceStore
import MillraceSystem

/// Reads a file and its journal, and changes neither.
struct Loader<State: Sendable, Part: Codable & Sendable, Action: Sendable>: Sendable {
  typealias Settings = PersistenceSettings<State, Part, Action>

  struct Loaded: Sendable {
    var state: State
    /// How many actions the state includes, counted since the file was new.
    var commit: UInt64 = 0
    /// How many of these actions the file includes.
    var fileCommit: UInt64 = 0
    /// The file's content, as bytes and as a value; nil without a file.
    var bytes: [UInt8]?
    var part: Part?
    /// The version of the file.
    var version: Int?
    var scan = JournalScan()
    /// Whether the file is gone or unreadable, and a snapshot of the journal stands for it.
    var isFromJournal = false
    /// Whether the journal has a record of the file.
    var isKnownToJournal = false
  }

  let settings: Settings
  let reduce: @Sendable (inout State, Action) -> Void

  /// - Parameter isAnyVersion: Whether a newer program's file is read, too, as far as possible.
  /// - Throws: `.unreadable` if the file does not contain a state.
  func load(
    _ file: inout StateFile, initial: State, isAnyVersion: Bool
  ) throws(PersistenceError) -> Loaded {
    var loaded = Loaded(state: initial)
    let journal = Journal(of: file.path, settings.storage)
    // The file first: while another process writes, the journal is never older than the file.
    loaded.bytes = try file.read()
    func scan(after commit: UInt64) throws(PersistenceError) -> JournalScan {
      try attempt({ .cannotRead(path: journal.folder, reason: $0) }) {
        try JournalScan(journal, after: commit)
      }
    }
    if loaded.bytes == nil {
      loaded.scan = try scan(after: 0)
      loaded.bytes = newestSnapshot(of: journal, loaded.scan)
      loaded.isFromJournal = loaded.bytes != nil
    }
    guard let bytes = loaded.bytes else { return loaded }
    let path = file.path.text
    let content = try attempt(
      { .unreadable(path: path, movedTo: nil, reason: onOneLine($0)) }, in: bytes
    ) {
      let found = try SnapshotFormat.decode(bytes, as: Part.self, known: settings.version)
      if found.version <= settings.version { return found }
      // A newer file may be readable as this version.
      if isAnyVersion, let newer = try? SnapshotFormat.decode(bytes, as: Part.self, known: nil) {
        return newer
      }
      throw PersistenceError.newerVersion(
        path: path, found: found.version, known: settings.version)
    }
    let part =
      if let state = content.state { state } else {
        try Migration.apply(
          settings.migrations, to: bytes, from: content.version, to: settings.version,
          as: Part.self, path)
      }
    loaded.part = part
    loaded.version = content.version
    settings.part.merge(&loaded.state, part)
    loaded.commit = content.commit ?? 0
    loaded.fileCommit = loaded.commit
    loaded.scan = try scan(after: loaded.commit)
    let digest = Checksum(bytes).text
    loaded.isKnownToJournal = loaded.scan.marks.contains { $0.digest == digest }
    guard let coding = settings.durability.journal else { return loaded }
    if !loaded.isKnownToJournal { return loaded }
    try replay(&loaded, coding)
    return loaded
  }

  /// The newest snapshot that a journal kept and that is as it was written.
  private func newestSnapshot(of journal: Journal, _ scan: JournalScan) -> [UInt8]? {
    for commit in journal.keptSnapshots().reversed() {
      guard let bytes = try? settings.storage.read(journal.snapshotPath(commit), from: 0) else {
        continue
      }
      let digest = Checksum(bytes).text
      if scan.marks.contains(where: { $0.digest == digest }) { return bytes }
    }
    return nil
  }

  /// Applies the journal's actions to the state.
  func replay(
    _ loaded: inout Loaded, _ coding: JournalCoding<Action>
  ) throws(PersistenceError) {
    let decoder = JSONFormat.decoder()
    for line in loaded.scan.lines where line.version > loaded.commit {
      if line.version != loaded.commit + 1 {
        // Lines are missing; later ones cannot be applied.
        loaded.scan.damage = JournalScan.Damage(location: line.location, isTruncated: false)
        return
      }
      let actions = try attempt({ reason in
        .cannotMigrate(
          path: line.location.path, found: line.schema, known: settings.version,
          reason: "action \(line.version): \(reason)")
      }) {
        try coding.actions(
          in: Data(line.bytes), of: line.schema, known: settings.version, decoder)
      }
      for action in actions { reduce(&loaded.state, action) }
      loaded.commit = line.version
    }
  }
}
