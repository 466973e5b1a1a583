import MillraceStore
import MillraceSystem
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings of persistence.
struct PersistenceSettings<State: Sendable, Part: Codable & Sendable>: Sendable {
  var location: PersistenceLocation
  var version: Int
  var get: @Sendable (State) -> Part
  var set: @Sendable (inout State, Part) -> Void
  var unreadable: UnreadablePolicy
  var saveAfter: Duration
  var maximumWait: Duration
  var files: any FileSystem
  var migrate: (@Sendable (SavedState) throws -> Part)?
  var onEvent: @Sendable (PersistenceEvent) -> Void
}

/// Restores the state of one store from a file, then keeps the file up to date.
///
/// A change starts a timer; when it fires the newest state is encoded and written, on the
/// scheduler's thread. While changes keep coming the timer is set again, but never past the longest
/// wait.
final class Saver<State: Sendable, Action: Sendable, Part: Codable & Sendable>: Sendable {
  private struct Timing: Sendable {
    var isScheduled = false
    var firstChange = Duration.zero
    var lastChange = Duration.zero
    var isClosed = false
  }

  /// What the file holds, to know whether there is anything to write.
  private enum Saved: Sendable {
    case unknown
    case part(Part)
    /// For a part that has no equality.
    case bytes([UInt8])
  }

  private struct Opened: Sendable {
    let file: StateFile
    let token: Subscription
  }

  private let settings: PersistenceSettings<State, Part>
  private let store: StoreContext<State, Action>
  private let scheduler: any Scheduler
  private let opened = Guarded<Opened?>(nil)
  private let timing = Guarded(Timing())
  /// Held while writing: writes never overlap, and the end waits for one that is under way.
  private let saved = Guarded(Saved.unknown)

  init(_ settings: PersistenceSettings<State, Part>, _ store: StoreContext<State, Action>) {
    self.settings = settings
    self.store = store
    scheduler = store.dependencies.clock.scheduler
  }

  func start(initial: State) throws -> State? {
    let file = try StateFile(settings.location.path, files: settings.files)
    let restored: Part?
    do {
      restored = try restore(file, initial: settings.get(initial))
    } catch {
      file.close()
      throw error
    }
    let token = store.observeCommits { [weak self] _ in self?.noteChange() }
    opened.withLock { $0 = Opened(file: file, token: token) }
    return restored.map { part in
      var state = initial
      settings.set(&state, part)
      return state
    }
  }

  /// The last chance to save, and then nothing more.
  func finish() {
    timing.withLock { $0.isClosed = true }
    save()
    let last = opened.withLock { $0.take() }
    last?.token.cancel()
    // Under the same lock as writing: nobody else may begin while a late timer still writes.
    saved.withLock { _ in last?.file.close() }
  }
}

// Restoring.
extension Saver {
  /// - Returns: What the file holds; nil to begin with the initial state.
  private func restore(_ file: StateFile, initial: Part) throws -> Part? {
    let path = file.path.text
    guard let bytes = try file.read() else {
      remember(initial)
      return nil
    }
    let data = Data(bytes)
    let content: Envelope.Read<Part>
    do {
      content = try Envelope.decode(data, as: Part.self, knownVersion: settings.version)
    } catch {
      let reason = onOneLine(explain(error))
      let target = try file.setAside(at: .now)
      if settings.unreadable == .fail {
        throw PersistenceError.unreadable(path: path, movedTo: target, reason: reason)
      }
      remember(initial)
      tell(.setAside(original: path, to: target, reason: reason))
      return nil
    }
    if content.version > settings.version {
      throw PersistenceError.newerVersion(
        path: path, found: content.version, known: settings.version)
    }
    let part: Part
    if let state = content.state {
      part = state
      remember(part, bytes)
    } else {
      part = try migrate(SavedState(version: content.version, data: data), path)
    }
    tell(.restored(path: path))
    return part
  }

  private func migrate(_ old: SavedState, _ path: String) throws(PersistenceError) -> Part {
    func failure(_ reason: String) -> PersistenceError {
      .cannotMigrate(path: path, found: old.version, known: settings.version, reason: reason)
    }
    guard let migrate = settings.migrate else {
      throw failure("this program has no migration for it")
    }
    do {
      return try migrate(old)
    } catch {
      throw failure(explain(error))
    }
  }
}

extension Saver {
  private func tell(_ event: PersistenceEvent) {
    settings.onEvent(event)
    switch event {
    case .restored, .saved: break
    case .failed(let error): store.report(MiddlewareIssue.persistence(error))
    case .setAside(let path, let target, let reason):
      store.report(
        MiddlewareIssue.persistence(.unreadable(path: path, movedTo: target, reason: reason)))
    }
  }
}

// Timing.
extension Saver {
  private func noteChange() {
    let now = scheduler.elapsed
    let mustSchedule = timing.withLock { timing in
      timing.lastChange = now
      if timing.isScheduled || timing.isClosed { return false }
      timing.isScheduled = true
      timing.firstChange = now
      return true
    }
    if mustSchedule { schedule(after: min(settings.saveAfter, settings.maximumWait)) }
  }

  /// One timer at a time. It is not moved by every change: when it fires it looks whether it has to
  /// wait longer.
  private func schedule(after delay: Duration) {
    scheduler.schedule(after: delay) { [weak self] in self?.fire() }
  }

  private func fire() {
    let now = scheduler.elapsed
    let wait: Duration? = timing.withLock { timing in
      if timing.isClosed { return nil }
      let due = min(
        timing.lastChange + settings.saveAfter, timing.firstChange + settings.maximumWait)
      if due > now { return due - now }
      timing.isScheduled = false
      return .zero
    }
    guard let wait else { return }
    if wait > .zero {
      schedule(after: wait)
    } else {
      store.dependencies.runBlocking { self.save() }
    }
  }
}

// Saving.
extension Saver {
  private func save() {
    let event: PersistenceEvent? = saved.withLock { saved -> PersistenceEvent? in
      // Looked up under the lock: the end may have come while this waited for it.
      guard let file = opened.withLock({ $0?.file }) else {
        return nil
      }
      let snapshot = store.snapshot
      do throws(PersistenceError) {
        guard try write(settings.get(snapshot.state), to: file, &saved) else { return nil }
        return .saved(version: snapshot.version)
      } catch {
        return .failed(error)
      }
    }
    // Outside the lock: what is told may dispatch, or end the store.
    if let event { tell(event) }
  }

  /// - Returns: Whether there was anything to write.
  private func write(
    _ part: Part, to file: StateFile, _ saved: inout Saved
  ) throws(PersistenceError) -> Bool {
    if case .part(let old) = saved, areEqual(old, part) == true { return false }
    let bytes: [UInt8]
    do {
      bytes = try Envelope.encode(part, version: settings.version)
    } catch {
      throw .cannotEncode(path: file.path.text, reason: explain(error))
    }
    if case .bytes(bytes) = saved { return false }
    // If the last step fails, the file may hold either content: then the next attempt must write.
    saved = .unknown
    try file.replace(with: bytes)
    saved = part is any Equatable ? .part(part) : .bytes(bytes)
    return true
  }

  private func remember(_ part: Part, _ bytes: [UInt8]? = nil) {
    saved.withLock { saved in
      if part is any Equatable {
        saved = .part(part)
      } else if let bytes {
        saved = .bytes(bytes)
      }
    }
  }
}
