import MillraceDifference
import MillraceStore
import MillraceSystem

/// The action counts of the undo histories, by path, for each snapshot by its number.
typealias HistoryCounts = [UInt64: [String: UInt64]]

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
    /// The action counts of the undo histories at the kept snapshots.
    var historyCounts: HistoryCounts = [:]
    /// Whether a brief store has not restored the undo history.
    var lacksHistory = false
    /// Issues to report.
    var issues: [PersistenceError] = []
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
        try migrate(bytes, from: content.version, path)
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
    let mayLackHistory =
      settings.isBrief && !settings.needsHistory && loaded.isKnownToJournal
      && !loaded.isFromJournal && bytes.count > 1_000_000
      && loaded.scan.size(after: loaded.commit) < bytes.count
    if mayLackHistory {
      var brief = loaded
      try replay(&brief, coding)
      // An undo among the lines may need a step from before the file.
      if histories(in: brief.state).values.allSatisfy({ !$0.hasMissedSteps }) {
        brief.lacksHistory = true
        return brief
      }
    }
    if loaded.isKnownToJournal, try replayHistory(&loaded, journal, initial, coding) {
      return loaded
    }
    loaded.historyCounts[loaded.commit] = histories(in: loaded.state).mapValues(\.actionCount)
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
    return try attempt(
      { failure("the result of the last migration is not valid: \($0)") }, in: file
    ) {
      try SnapshotFormat.decode(file, as: Part.self, known: nil).state
        ?? { throw failure("the last migration returned no state") }()
    }
  }

  /// Applies the journal's actions to the state.
  /// - Parameter limit: The last action to apply; nil for all.
  func replay(
    _ loaded: inout Loaded, _ coding: JournalCoding<Action>, through limit: UInt64? = nil
  ) throws(PersistenceError) {
    let decoder = JSONFormat.decoder()
    for line in loaded.scan.lines where line.version > loaded.commit {
      if let limit, line.version > limit { return }
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

  /// Replays from an older snapshot to the present, to rebuild the undo steps.
  /// - Returns: False if that is impossible, or leads to another state than the file's; then
  ///   nothing has changed.
  private func replayHistory(
    _ loaded: inout Loaded, _ journal: Journal, _ initial: State, _ coding: JournalCoding<Action>
  ) throws(PersistenceError) -> Bool {
    let kept = journal.keptSnapshots().filter { $0 < loaded.commit }
    guard !histories(in: initial).isEmpty, let oldest = kept.first, let newest = loaded.part,
      let bytes = try? settings.storage.read(journal.snapshotPath(oldest), from: 0),
      let content = try? SnapshotFormat.decode(bytes, as: Part.self, known: settings.version),
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

  /// Compares the encoded forms of states, because these leave out the undo history.
  private func isSame(_ replayed: Part, as saved: Part, _ loaded: Loaded) -> Bool {
    let bytes = try? SnapshotFormat.encode(
      replayed, version: settings.version, commit: loaded.commit)
    if bytes == loaded.bytes { return true }
    // The order of a set differs each time.
    guard let bytes,
      let part = try? SnapshotFormat.decode(bytes, as: Part.self, known: nil).state
    else { return false }
    return areEqual(part, saved) ?? false
  }
}
