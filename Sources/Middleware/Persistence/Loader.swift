import MillraceDifference
import MillraceStore
import MillraceSystem

/// How many actions each history had counted, at the snapshots with these numbers.
typealias HistoryCounts = [UInt64: [String: UInt64]]

/// Reads a file and its journal. It changes neither.
struct Loader<State: Sendable, Part: Codable & Sendable, Action: Sendable>: Sendable {
  typealias Settings = PersistenceSettings<State, Part, Action>

  struct Loaded: Sendable {
    var state: State
    /// How many actions it has in it, counted from the file's first day.
    var commit: UInt64 = 0
    /// How many of them the file has in it.
    var fileCommit: UInt64 = 0
    /// The file's content, as its bytes and as a value; nil where there is none.
    var bytes: [UInt8]?
    var part: Part?
    /// Of the file.
    var version: Int?
    var scan = JournalScan()
    /// The file is one of those that the journal tells of.
    var follows = false
    /// How many actions the histories had counted at the snapshots that are kept.
    var historyCounts: HistoryCounts = [:]
    /// What is to be told.
    var issues: [PersistenceError] = []
  }

  let settings: Settings
  let reduce: @Sendable (inout State, Action) -> Void

  /// - Parameter isAnyVersion: Whether a newer program's file is read, too, as far as it can be.
  /// - Throws: `.unreadable` where the file is no state.
  func load(
    _ file: inout StateFile, initial: State, isAnyVersion: Bool
  ) throws(PersistenceError) -> Loaded {
    var loaded = Loaded(state: initial)
    let journal = Journal(of: file.path, settings.storage)
    // First the file: while somebody writes, the journal is never older.
    loaded.bytes = try file.read()
    func scan(after commit: UInt64) throws(PersistenceError) -> JournalScan {
      try attempt({ .cannotRead(path: journal.folder, reason: $0) }) {
        try JournalScan(journal, after: commit)
      }
    }
    guard let bytes = loaded.bytes else {
      loaded.scan = try scan(after: 0)
      return loaded
    }
    let path = file.path.text
    let content = try attempt(
      { .unreadable(path: path, movedTo: nil, reason: onOneLine($0)) }, in: bytes
    ) {
      let found = try SnapshotForm.decode(bytes, as: Part.self, known: settings.version)
      if found.version <= settings.version { return found }
      // A newer one may well be read as this program's.
      if isAnyVersion, let newer = try? SnapshotForm.decode(bytes, as: Part.self, known: nil) {
        return newer
      }
      throw PersistenceError.newerVersion(
        path: path, found: found.version, known: settings.version)
    }
    let part =
      if let state = content.state { state } else {
        try migrate(bytes, from: content.version, path)
      }
    loaded.part = part
    loaded.version = content.version
    settings.part.merge(&loaded.state, part)
    loaded.commit = content.commit ?? 0
    loaded.fileCommit = loaded.commit
    loaded.scan = try scan(after: loaded.commit)
    let digest = Checksum(bytes).text
    loaded.follows = loaded.scan.marks.contains { $0.digest == digest }
    guard let coding = settings.durability.journal else { return loaded }
    if loaded.follows, try replayHistory(&loaded, journal, initial, coding) { return loaded }
    loaded.historyCounts[loaded.commit] = histories(in: loaded.state).mapValues(\.actionCount)
    if !loaded.follows { return loaded }
    try replay(&loaded, coding)
    return loaded
  }

  private func migrate(
    _ bytes: [UInt8], from found: Int, _ path: String
  ) throws(PersistenceError) -> Part {
    func failure(_ reason: String) -> PersistenceError {
      .cannotMigrate(path: path, found: found, known: settings.version, reason: reason)
    }
    var file = bytes
    for version in found..<settings.version {
      guard let step = settings.migrations.first(where: { $0.version == version }) else {
        throw failure("this program has no migration from version \(version)")
      }
      file = try attempt({ failure("from version \(version): \($0)") }, in: file) {
        try step.migrate(file)
      }
    }
    return try attempt({ failure("what its last step made: \($0)") }, in: file) {
      try SnapshotForm.decode(file, as: Part.self, known: nil).state
        ?? { throw failure("its last step made no state") }()
    }
  }

  /// Applies the journal's actions to the state.
  /// - Parameter limit: The last action to be applied; nil for all.
  func replay(
    _ loaded: inout Loaded, _ coding: JournalCoding<Action>, through limit: UInt64? = nil
  ) throws(PersistenceError) {
    let decoder = JSONForm.decoder()
    for line in loaded.scan.lines where line.version > loaded.commit {
      if let limit, line.version > limit { return }
      if line.version != loaded.commit + 1 {
        // Lines are missing; those that are there cannot be applied.
        loaded.scan.damage = JournalScan.Damage(place: line.place, isTornEnd: false)
        return
      }
      let actions = try attempt({ reason in
        .cannotMigrate(
          path: line.place.path, found: line.schema, known: settings.version,
          reason: "action \(line.version): \(reason)")
      }) {
        try coding.actions(
          in: Data(line.bytes), of: line.schema, known: settings.version, decoder)
      }
      for action in actions { reduce(&loaded.state, action) }
      loaded.commit = line.version
    }
  }

  /// Comes to the present from an older snapshot, so that what can be undone is known again.
  /// - Returns: False if that cannot be done, or leads elsewhere than the file; then nothing has changed.
  private func replayHistory(
    _ loaded: inout Loaded, _ journal: Journal, _ initial: State, _ coding: JournalCoding<Action>
  ) throws(PersistenceError) -> Bool {
    let kept = journal.keptSnapshots().filter { $0 < loaded.commit }
    guard !histories(in: initial).isEmpty, let oldest = kept.first, let newest = loaded.part,
      let bytes = try? settings.storage.read(journal.snapshotPath(oldest), from: 0),
      let content = try? SnapshotForm.decode(bytes, as: Part.self, known: settings.version),
      let part = content.state
    else { return false }
    var other = loaded
    other.state = initial
    settings.part.merge(&other.state, part)
    other.commit = oldest
    for commit in kept + [loaded.commit] {
      try replay(&other, coding, through: commit)
      other.historyCounts[commit] = histories(in: other.state).mapValues(\.actionCount)
    }
    guard other.commit == loaded.commit else { return false }
    guard isSame(settings.part.get(other.state), as: newest, loaded) else {
      loaded.issues.append(
        .notRepeatable(path: journal.folder, from: oldest, through: loaded.commit))
      return false
    }
    try replay(&other, coding)
    loaded = other
    return true
  }

  /// Compares as the file has it: a history is in none.
  private func isSame(_ replayed: Part, as saved: Part, _ loaded: Loaded) -> Bool {
    let bytes = try? SnapshotForm.encode(
      replayed, version: settings.version, commit: loaded.commit)
    if bytes == loaded.bytes { return true }
    // A set has another order each time.
    guard let bytes,
      let part = try? SnapshotForm.decode(bytes, as: Part.self, known: nil).state
    else { return false }
    return areEqual(part, saved) ?? false
  }
}
