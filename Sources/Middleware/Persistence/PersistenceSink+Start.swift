import MillraceStore
import MillraceSystem

extension PersistenceSink {
  /// Reads the file and its log, for a sink that may write them.
  /// - Returns: The state to begin with; nil for the initial one.
  func open(_ file: inout StateFile, _ initial: State) throws(PersistenceError) -> State? {
    reportSetAsideFiles(file)
    var loaded = try load(&file, initial)
    do throws(PersistenceError) {
      if loaded.isDamaged { try loaded.log?.repair() }
      for issue in loaded.log?.takeRepairs() ?? [] { report(.noticed(issue)) }
      if loaded.hasUnusedLog {
        let target = try file.setAside(
          FileLog(file.path, settings.storage).folderName, as: "log-unused")
        report(.noticed(.logUnused(path: file.path.text, movedTo: target)))
      } else if loaded.log == nil {
        // If a log still exists here, the file includes all of its changes.
        try FileLog(file.path, settings.storage).remove()
      }
      if hasJournal, loaded.log != nil { try loaded.log?.hold() }
    } catch {
      loaded.log?.close()
      throw error
    }
    if loaded.bytes == nil, loaded.log?.head?.export != nil {
      report(.noticed(.restoredFromLog(path: file.path.text)))
    }
    let isMigrated = loaded.schemaVersion.map { $0 < settings.version } ?? false
    let digest = loaded.bytes.map { Checksum($0).text }
    let part = loaded.log == nil ? loaded.part ?? settings.part.get(initial) : nil
    saving.withLock {
      $0 = Saving(
        file: file, part: isMigrated ? nil : part, digest: isMigrated ? nil : digest,
        isDue: loaded.isStale, migratedFrom: isMigrated ? loaded.schemaVersion : nil)
    }
    if hasJournal {
      writing.withLock { [settings] own in
        own.log = loaded.log ?? FileLog(file.path, settings.storage)
        (own.isOpen, own.needsState) = (true, isMigrated)
        let (first, entryNumber) = (settings.part.get(loaded.state), loaded.entryNumber)
        if loaded.log == nil {
          own.beginning = (
            snapshot: {
              try SnapshotFormat.snapshot(
                first, schemaVersion: settings.version, entryNumber: entryNumber)
            },
            export: digest, previous: nil
          )
        }
      }
    } else {
      loaded.log?.close()
    }
    if loaded.bytes == nil, loaded.log == nil { return nil }
    report(.restored(path: file.path.text))
    return loaded.state
  }

  /// Reads the file and its log. Renames the file or the log if it is unreadable.
  private func load(
    _ file: inout StateFile, _ initial: State
  ) throws(PersistenceError) -> Loader<State, Part, Action>.Loaded {
    while true {
      do { return try loader.load(&file, initial: initial, isAnyVersion: false) } catch {
        guard case .unreadable(let path, _, let reason) = error else { throw error }
        let log = FileLog(file.path, settings.storage)
        let name = path == log.entriesPath ? log.folderName : file.path.name
        let target = try file.setAside(name, as: "unreadable")
        let issue = PersistenceError.unreadable(path: path, movedTo: target, reason: reason)
        if settings.unreadable == .fail { throw issue }
        report(.noticed(issue))
      }
    }
  }

  /// Reports files that earlier starts set aside and that still exist, and hard links to the file.
  private func reportSetAsideFiles(_ file: StateFile) {
    for path in file.paths(as: ["unreadable", "log-unused", "log-damaged"]) {
      report(.noticed(.stillSetAside(path: path)))
    }
    if let links = ((try? file.status()) ?? nil)?.links, links > 1 {
      report(.noticed(.hasOtherLinks(path: file.path.text, count: links - 1)))
    }
  }
}
