import MillraceStore
import MillraceSystem

extension Middleware where State: Codable {
  /// Keeps the state in a JSON file: restored when the store starts, saved after changes, and at the store's end.
  ///
  /// The file reads `{"state": …, "version": 1}`, and is replaced as a whole, at one instant: a crash or a power
  /// cut leaves the old content or the new. How much of what happened last survives a crash is `durability`'s
  /// choice. A missing file means the initial state. A file that makes no sense is kept under a new name, and
  /// every start says where, until it is gone. When the file cannot be used at all (another program has it, a
  /// newer one wrote it, permissions), the store's `startupFailures` hold a `PersistenceError`, and the file is
  /// never written. A file that somebody else has changed since it was read is not overwritten: see `SavedFile`.
  /// Whatever could not be restored or saved is a `MiddlewareIssue`, too.
  ///
  /// Time is the clock of the store's dependencies. The state is encoded and written on a thread of its own.
  /// - Parameters:
  ///   - location: Where the file is.
  ///   - version: The version of the state's type: raise it when older files no longer fit.
  ///   - durability: `.snapshot`, or `.journal`.
  ///   - access: Whether the file may be written.
  ///   - migrations: The steps that bring older files to this version. Where one is missing or fails, the file is
  ///     not touched.
  ///   - unreadable: What becomes of the program when the file makes no sense.
  ///   - storage: The files; a test gives others.
  ///   - onEvent: Told what was done; called on any thread, during the start on the one that makes the store. The
  ///     last save comes when the store takes no actions any more.
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
  /// Keeps a part of the state in a JSON file; the rest begins as the initial state has it.
  ///
  /// Otherwise like `persistence(to:version:)`. A change that leaves the part equal writes nothing. With
  /// `.journal`, what actions do to the part must depend on the part alone: they are applied again to a state
  /// whose rest is the initial one.
  /// - Parameter part: Such as `.field(\.list)`.
  public static func persistence<Part: Codable & Sendable>(
    to location: PersistenceLocation, part: PersistedPart<State, Part>, version: Int,
    durability: Durability<Action> = .snapshot, access: FileAccess = .write,
    migrations: [Migration] = [], unreadable: UnreadablePolicy = .setAside,
    storage: any Storage = SystemFiles(),
    onEvent: @escaping @Sendable (PersistenceEvent) -> Void = { _ in }
  ) -> Middleware {
    let settings = PersistenceSettings(
      path: location.path, part: part, version: version, durability: durability, access: access,
      migrations: migrations, unreadable: unreadable, storage: storage, onEvent: onEvent)
    return Middleware(parts: { store in
      let keeper = Keeper(settings, store)
      return Parts(
        start: { try keeper.start($0) }, sink: keeper, finish: { keeper.finish() },
        service: keeper as any SavedFile)
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
