import MillraceStore
import MillraceSystem

extension PersistenceSink {
  /// Reads the file and its journal, for a sink that may write them.
  /// - Returns: The state to begin with; nil for the initial one.
  func open(_ file: inout StateFile, _ initial: State) throws(PersistenceError) -> State? {
    reportSetAsideFiles(file)
    var loaded: Loader<State, Part, Action>.Loaded
    var isUnreadable = false
    do {
      loaded = try loader.load(&file, initial: initial, isAnyVersion: false)
    } catch {
      guard case .unreadable(let path, _, let reason) = error else { throw error }
      let target = try file.setAside(file.path.name, as: "unreadable")
      let issue = PersistenceError.unreadable(path: path, movedTo: target, reason: reason)
      if settings.unreadable == .fail { throw issue }
      report(.noticed(issue))
      loaded = try loader.load(&file, initial: initial, isAnyVersion: false)
      isUnreadable = true
    }
    if loaded.isFromJournal {
      report(.noticed(.restoredFromJournal(path: file.path.text, through: loaded.commit)))
    }
    try repairJournal(&loaded, file, isUnreadable: isUnreadable)
    let isMigrated = loaded.version.map { $0 < settings.version } ?? false
    let needsState = hasJournal && (loaded.bytes == nil || loaded.isFromJournal || isMigrated)
    let digest = loaded.bytes.map { Checksum($0).text }
    let saving = Saving(
      file: file, part: isMigrated ? nil : loaded.part ?? settings.part.get(initial),
      digest: isMigrated ? nil : digest, size: loaded.bytes?.count ?? 0,
      base: needsState ? loaded.state : nil, migratedFrom: isMigrated ? loaded.version : nil)
    self.saving.withLock { $0 = saving }
    if hasJournal {
      writing.withLock { own in
        own.journal = Journal(of: file.path, settings.storage)
        own.isOpen = true
        own.commit = loaded.commit
        own.mark = SnapshotRecord(
          digest: digest ?? "", snapshot: loaded.fileCommit, schema: settings.version)
        own.needsState = needsState
        own.size = loaded.scan.size(after: loaded.fileCommit)
      }
      // Lines of a killed program may not be on the device.
      if loaded.isKnownToJournal, !loaded.scan.lines.isEmpty {
        try writing.withLock { own throws(PersistenceError) in
          try attempt({ .cannotWrite(path: own.journal.path, reason: $0) }) {
            try own.journal.open(following: own.mark)
            try own.journal.synchronize()
          }
        }
      }
    }
    if loaded.bytes == nil, writing.withLock({ $0.commit }) == 0 { return nil }
    report(.restored(path: file.path.text))
    return loaded.state
  }

  /// Reports files that earlier starts set aside and that still exist.
  private func reportSetAsideFiles(_ file: StateFile) {
    for path in file.paths(as: ["unreadable", "journal-unused", "journal-damaged"]) {
      report(.noticed(.stillSetAside(path: path)))
    }
    if let links = ((try? file.status()) ?? nil)?.links, links > 1 {
      report(.noticed(.hasOtherLinks(path: file.path.text, count: links - 1)))
    }
  }

  /// Removes unreadable parts of a journal, or lines that do not belong to the file, and keeps them
  /// elsewhere.
  /// - Parameter isUnreadable: Whether the file is unreadable: then older lines may be all that is
  ///   left.
  private func repairJournal(
    _ loaded: inout Loader<State, Part, Action>.Loaded, _ file: StateFile, isUnreadable: Bool
  ) throws(PersistenceError) {
    let journal = Journal(of: file.path, settings.storage)
    let name = Path(journal.folder).name
    let usesJournal = loaded.isKnownToJournal && hasJournal
    if !usesJournal {
      // A journal whose actions are all in the state may stay.
      let isSaved = loaded.isKnownToJournal && loaded.scan.size(after: loaded.commit) == 0
      if loaded.scan.hasUnsavedActions && !isSaved || isUnreadable && !loaded.scan.lines.isEmpty {
        let target = try file.setAside(name, as: "journal-unused")
        report(.noticed(.journalUnused(path: file.path.text, movedTo: target)))
      } else if hasJournal {
        try attempt({ .cannotWrite(path: journal.folder, reason: $0) }) {
          for segment in try journal.segments() { try settings.storage.remove(segment.path) }
          for kept in journal.keptSnapshots() {
            try settings.storage.remove(journal.snapshotPath(kept))
          }
        }
      }
      loaded.scan = JournalScan()
      return
    }
    let storage = settings.storage
    for path in loaded.scan.damagedOldSegments {
      let size = (try? storage.status(of: path))??.size ?? 0
      let target = try file.setAside(
        Path.join(name, Path(path).name), as: "journal-damaged")
      report(
        .noticed(
          .journalDamaged(path: path, movedTo: target, recovered: loaded.commit, bytes: size)))
    }
    guard let damage = loaded.scan.damage else { return }
    try attempt({ .cannotWrite(path: journal.folder, reason: $0) }) {
      let all = try journal.segments()
      let first = all.firstIndex { $0.path == damage.location.path } ?? all.endIndex
      var rest: [UInt8] = []
      for segment in all[first...] {
        let isFirst = segment.path == damage.location.path
        rest += try storage.read(segment.path, from: isFirst ? damage.location.offset : 0)
      }
      var target: String?
      if !damage.isTruncated {
        let copy = try file.unusedPath(as: "journal-damaged")
        try storage.makeFile(copy, rest)
        target = copy
      }
      let cut = try storage.open(damage.location.path, .existing)
      defer { storage.close(cut) }
      try storage.resize(cut, to: damage.location.offset)
      try storage.synchronize(cut)
      for segment in all[first...].dropFirst() { try storage.remove(segment.path) }
      report(
        .noticed(
          .journalDamaged(
            path: damage.location.path, movedTo: target, recovered: loaded.commit, bytes: rest.count
          )))
    }
  }
}
