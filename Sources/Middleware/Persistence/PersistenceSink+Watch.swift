import MillraceStore
import MillraceSystem

extension PersistenceSink {
  /// Restores a state that this store will not save.
  func restoreOnce(_ initial: State, because reason: PersistenceError?) throws -> State? {
    progress.withLock { $0.isReadOnly = true }
    let limit = 20
    for attempt in 1...limit {
      do throws(PersistenceError) {
        var file = try StateFile(reading: settings.path, settings.storage)
        let loaded = try loader.load(&file, initial: initial, isAnyVersion: true)
        report(.readOnly(path: file.path.text, because: reason))
        var log = loaded.log
        log?.close()
        return loaded.bytes == nil && log == nil ? nil : loaded.state
      } catch {
        // When the writer saves the state, it renames or removes files of lines.
        if case .cannotRead = error, attempt < limit { continue }
        if settings.access == .readOnly { throw error }
        return nil
      }
    }
    return nil
  }

  /// Looks for changes of the file by other programs.
  func checkForExternalChanges() {
    do { try throwIfChanged() } catch { recordResult(.failure(error)) }
  }

  /// Calls `checkForExternalChanges` when the file changes.
  func watch() {
    guard settings.storage is SystemFiles, settings.access != .bestEffort,
      let path = saving.withLock({ $0?.file.path }),
      let listening = try? FileWatch.begin(path.text)
    else { return }
    watches.withLock { $0.append(listening.stop) }
    Task.detached { [weak self, runBlocking] in
      var events = listening.events.makeAsyncIterator()
      while (try? await events.next()) != nil {
        runBlocking { [weak self] in self?.checkForExternalChanges() }
      }
    }
  }

  func stopWatching() {
    let stops = watches.withLock { watches in
      defer { watches = [] }
      return watches
    }
    for stop in stops { stop() }
  }
}
