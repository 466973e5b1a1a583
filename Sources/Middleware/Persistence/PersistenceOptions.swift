/// Where the state is kept.
public struct PersistenceLocation: Equatable, Sendable {
  let path: String

  /// A file. Folders that are missing on the way are made, for their owner alone; a symbolic link is followed.
  ///
  /// Beside it there may be `.NAME.lock`, which keeps other writers away, `.NAME.new`, which is being written, and
  /// the folder `NAME.journal`.
  public static func file(_ path: String) -> PersistenceLocation { PersistenceLocation(path: path) }
}

/// What of a state is kept.
public struct PersistedPart<State, Part>: Sendable {
  let get: @Sendable (State) -> Part
  let merge: @Sendable (inout State, Part) -> Void

  /// A field of the state.
  public static func field(_ path: WritableKeyPath<State, Part> & Sendable) -> PersistedPart {
    PersistedPart(get: { $0[keyPath: path] }, merge: { $0[keyPath: path] = $1 })
  }

  /// A value that is made of the state, and brought back into it.
  /// - Parameters:
  ///   - get: Makes what is saved.
  ///   - merge: Puts what was saved into the initial state.
  public static func projection(
    _ get: @escaping @Sendable (State) -> Part,
    merge: @escaping @Sendable (inout State, Part) -> Void
  ) -> PersistedPart { PersistedPart(get: get, merge: merge) }
}

extension PersistedPart where State == Part {
  /// All of the state.
  public static var whole: PersistedPart { PersistedPart(get: { $0 }, merge: { $0 = $1 }) }
}

/// Whether a file may be written.
public enum FileAccess: Equatable, Sendable {
  /// The file is this store's: where it cannot be, the store's `startupFailures` say why.
  case write
  /// The file is only looked at, and followed while somebody else writes it. Nothing is locked, made or moved.
  case readOnly
  /// As `readOnly` where the file is somebody else's at the time, was written by a newer program, or may only be
  /// read; else as `write`.
  case writeOrRead
  /// The file may be written by several programs at once, without a lock: the last save stays, and nobody follows the
  /// others. What cannot be read or written is told by `onEvent` and as an issue, and stops nothing: the state begins as
  /// the initial one, and the next save overwrites the file. For what is convenient to have again, not for what must
  /// not be lost. Not with a journal.
  case shared
}

/// What becomes of a program whose file cannot be understood. The file itself is kept under another
/// name in any case.
public enum UnreadablePolicy: Equatable, Sendable {
  /// It begins with the initial state, and a `noticed` event.
  case setAside
  /// The store's `startupFailures` say so, and nothing is ever saved.
  case fail
}
