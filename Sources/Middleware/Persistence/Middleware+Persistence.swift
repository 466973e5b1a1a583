import MillraceStore
import MillraceSystem

extension Middleware where State: Codable {
  /// Keeps the state in a JSON file: restored when the store starts, saved after changes, and at
  /// the store's end.
  ///
  /// The file reads `{"version": 1, "state": …}`. It is replaced as a whole, at one instant: a
  /// crash or a power cut leaves the old content or the new. A missing file means the initial
  /// state. A file that makes no sense is kept under a new name. When the file cannot be used at
  /// all (another process works on it, a newer program wrote it, permissions), the store's
  /// `startupFailures` hold a `PersistenceError`, and the file is never written. Whatever could not be
  /// restored or saved is told as a `MiddlewareIssue` as well.
  ///
  /// Time is the clock of the store's dependencies. The state is encoded and written on a thread of its own.
  ///
  /// What changed in the last moments before a crash (`saveAfter`, at most `maximumWait`) is lost.
  /// - Parameters:
  ///   - location: Where the file is.
  ///   - version: The version of the state's type: raise it when older files no longer fit.
  ///   - unreadable: What becomes of the program when the file makes no sense.
  ///   - saveAfter: How long changes must pause before the state is saved.
  ///   - maximumWait: How long a change waits at most, though others follow it.
  ///   - migrate: Makes a state of what an older version saved. Without it, or if it throws, the
  ///     file is not touched.
  ///   - onEvent: Told what was done; called on any thread, during the start on the one that makes
  ///     the store. The last save comes when the store takes no actions any more: dispatch through
  ///     its `context`, which drops them then.
  public static func persistence(
    to location: PersistenceLocation,
    version: Int,
    unreadable: UnreadablePolicy = .setAside,
    saveAfter: Duration = .milliseconds(300),
    maximumWait: Duration = .seconds(2),
    migrate: (@Sendable (SavedState) throws -> State)? = nil,
    onEvent: @escaping @Sendable (PersistenceEvent) -> Void = { _ in }
  ) -> Middleware {
    persistence(
      PersistenceSettings(
        location: location, version: version, get: { $0 }, set: { $0 = $1 },
        unreadable: unreadable, saveAfter: saveAfter, maximumWait: maximumWait,
        files: SystemFiles(), migrate: migrate, onEvent: onEvent))
  }
}

extension Middleware {
  /// Keeps a part of the state in a JSON file; the rest begins as the initial state has it.
  ///
  /// Otherwise like `persistence(to:version:)`. A change that leaves the part equal writes nothing.
  /// - Parameter part: The part, such as `\.list`.
  public static func persistence<Part: Codable & Sendable>(
    to location: PersistenceLocation,
    part: WritableKeyPath<State, Part> & Sendable,
    version: Int,
    unreadable: UnreadablePolicy = .setAside,
    saveAfter: Duration = .milliseconds(300),
    maximumWait: Duration = .seconds(2),
    migrate: (@Sendable (SavedState) throws -> Part)? = nil,
    onEvent: @escaping @Sendable (PersistenceEvent) -> Void = { _ in }
  ) -> Middleware {
    persistence(
      PersistenceSettings(
        location: location, version: version,
        get: { $0[keyPath: part] }, set: { $0[keyPath: part] = $1 },
        unreadable: unreadable, saveAfter: saveAfter, maximumWait: maximumWait,
        files: SystemFiles(), migrate: migrate, onEvent: onEvent))
  }

  static func persistence<Part: Codable & Sendable>(
    _ settings: PersistenceSettings<State, Part>
  ) -> Middleware {
    Middleware(parts: { store in
      let saver = Saver<State, Action, Part>(settings, store)
      return Parts(start: { try saver.start(initial: $0) }, finish: { saver.finish() })
    })
  }
}
