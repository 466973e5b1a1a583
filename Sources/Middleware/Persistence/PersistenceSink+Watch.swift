import MillraceStore
import MillraceSystem

extension PersistenceSink {
  /// Restores a state that this store will not save.
  func restoreOnce(_ initial: State, because reason: PersistenceError?) throws -> State? {
    progress.withLock { $0.isReadOnly = true }
    var attempts = 0
    while true {
      attempts += 1
      do throws(PersistenceError) {
        var file = try StateFile(reading: settings.path, settings.storage)
        let loaded = try loader.load(&file, initial: initial, isAnyVersion: true)
        report(.readOnly(path: file.path.text, because: reason))
        var log = loaded.log
        log?.close()
        return loaded.bytes == nil && log == nil ? nil : loaded.state
      } catch {
        // The process that writes the file may have removed the log between two steps.
        if case .cannotRead = error, attempts < 5 { continue }
        if settings.access == .readOnly { throw error }
        return nil
      }
    }
  }

  /// Looks for changes of the file by other programs.
  func checkForExternalChanges() {
    do { try throwIfChanged() } catch { recordResult(.failure(error)) }
  }

  /// Calls `checkForExternalChanges` when the file changes.
  func watch() {
    guard settings.storage is SystemFiles, settings.access != .bestEffort,
      let path = saving.withLock({ $0?.file.path })
    else { return }
    let stop = FileWatch.begin(path.text, on: runBlocking) { [weak self] in
      self?.checkForExternalChanges()
    }
    if let stop { watches.withLock { $0.append(stop) } }
  }

  func stopWatching() {
    let stops = watches.withLock { watches in
      defer { watches = [] }
      return watches
    }
    for stop in stops { stop() }
  }
}
