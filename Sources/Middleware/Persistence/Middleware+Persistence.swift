import MillraceStore
import MillraceSystem

extension Middleware where State: Codable {
  /// Keeps the state in a JSON file: restores it when the store starts, and saves it after changes
  /// and at the store's end.
  ///
  /// The file has the form `{"state": …, "version": 1}`. It is replaced atomically: a crash or a
  /// power cut leaves either the old content or the new. `durability` decides how much of the
  /// latest changes survives. If neither the file nor its log exists, the state is the initial one.
  /// An unreadable file is renamed, and every start reports it until it is removed. When the file
  /// cannot be used at all (another program has it open, a newer program wrote it, or permissions
  /// are missing), the store's `startupFailures` contain a `PersistenceError`, and the file is
  /// never written. A file that another program has changed since it was last read or written is
  /// not overwritten: see `SavedFile`. Every failure of a save is also a `MiddlewareIssue`. A file
  /// with `FileAccess.bestEffort` has other rules.
  ///
  /// Time is measured by the clock of the store's dependencies. The state is encoded and written on
  /// a separate thread.
  /// - Parameters:
  ///   - location: Where the file is.
  ///   - version: The version of the state's type: raise it when older files no longer fit.
  ///   - durability: `.snapshot`, or `.journal`.
  ///   - access: Whether the file may be written.
  ///   - migrations: The conversions from older versions to this one. If one is missing or fails,
  ///     the file is not touched.
  ///   - unreadable: The reaction to an unreadable file.
  ///   - storage: The file system; tests pass another.
  ///   - onEvent: Called with each event, on any thread; during the start, on the thread that makes
  ///     the store. The last save happens when the store no longer takes actions.
  public static func persistence(
    to location: PersistenceLocation, version: Int,
    durability: Durability<Action> = .snapshot, access: FileAccess = .write,
    migrations: [Migration] = [], unreadable: UnreadablePolicy = .setAside,
    storage: any Storage = SystemFiles(),
    onEvent: @escaping @Sendable (PersistenceEvent) -> Void = { _ in }
  ) -> Middleware {
    persistence(
      to: location, part: .whole, version: version, durability: durability, access: access,
      migrations: migrations, unreadable: unreadable, storage: storage, onEvent: onEvent)
  }
}

extension Middleware {
  /// Keeps a part of the state in a JSON file; the rest begins as in the initial state.
  ///
  /// When the store starts, the saved value replaces this part of the initial state. No other field
  /// is changed. Without a file, the part is that of the initial state, too.
  ///
  /// The other parameters, and all else, are as in
  /// `persistence(to:version:durability:access:migrations:unreadable:storage:onEvent:)`.
  ///
  /// A change that leaves the part equal writes nothing: with `.journal`, its action has no entry
  /// and is not applied again. So changes of the part must depend on the part and the action alone.
  /// A journal of a part makes the reducer copy what it changes, to compare the part before and
  /// after.
  /// - Parameter part: The part that is saved and restored, such as `.field(\.list)`. This argument
  ///   precedes `version`.
  public static func persistence<Part: Codable & Sendable>(
    to location: PersistenceLocation, part: PersistedPart<State, Part>, version: Int,
    durability: Durability<Action> = .snapshot, access: FileAccess = .write,
    migrations: [Migration] = [], unreadable: UnreadablePolicy = .setAside,
    storage: any Storage = SystemFiles(),
    onEvent: @escaping @Sendable (PersistenceEvent) -> Void = { _ in }
  ) -> Middleware {
    if access == .bestEffort, durability.journal != nil {
      programmerError(
        "A file of best effort has no journal. Use .snapshot, or another access.")
    }
    let settings = PersistenceSettings(
      path: location.path, part: part, version: version, durability: durability, access: access,
      migrations: migrations, unreadable: unreadable, storage: storage, onEvent: onEvent)
    return Middleware(parts: { store in
      let sink = PersistenceSink(settings, store)
      return Parts(
        start: { try sink.start($0) }, sink: sink, finish: { sink.finish() },
        service: sink as any SavedFile)
    })
  }
}

struct PersistenceSettings<State: Sendable, Part: Codable & Sendable, Action: Sendable>: Sendable {
  let path: String
  let part: PersistedPart<State, Part>
  let version: Int
  let durability: Durability<Action>
  let access: FileAccess
  let migrations: [Migration]
  let unreadable: UnreadablePolicy
  let storage: any Storage
  let onEvent: @Sendable (PersistenceEvent) -> Void
}
