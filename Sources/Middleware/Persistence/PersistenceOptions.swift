import MillraceSystem

/// Where the state is saved.
public struct PersistenceLocation: Equatable, Sendable {
  let path: String

  /// A file. Missing folders are created, for their owner alone; a symbolic link is followed.
  ///
  /// Beside it there may be `.NAME.lock`, whose lock excludes other writers, `.NAME.new`, which is
  /// the new content while it is written, and the folder `NAME.log`.
  public static func file(_ path: String) -> PersistenceLocation { PersistenceLocation(path: path) }

  /// A hidden file beside another one: `.NAME.KIND` beside `NAME`. For a program's own state beside
  /// a document.
  public static func hidden(beside path: String, as kind: String) -> PersistenceLocation {
    let path = Path(path)
    return PersistenceLocation(path: path.sibling(".\(path.name).\(kind)"))
  }
}

/// The persisted part of a state.
public struct PersistedPart<State, Part>: Sendable {
  let get: @Sendable (State) -> Part
  let merge: @Sendable (inout State, Part) -> Void
  var isWhole = false

  /// A field of the state.
  public static func field(_ path: WritableKeyPath<State, Part> & Sendable) -> PersistedPart {
    PersistedPart(get: { $0[keyPath: path] }, merge: { $0[keyPath: path] = $1 })
  }

  /// A value computed from the state, and merged back into it.
  /// - Parameters:
  ///   - get: Makes the value to save.
  ///   - merge: Puts a saved value into a state: the initial one, or the present one when the file
  ///     is reloaded.
  public static func projection(
    _ get: @escaping @Sendable (State) -> Part,
    merge: @escaping @Sendable (inout State, Part) -> Void
  ) -> PersistedPart { PersistedPart(get: get, merge: merge) }
}

extension PersistedPart where State == Part {
  /// All of the state.
  public static var whole: PersistedPart {
    PersistedPart(get: { $0 }, merge: { $0 = $1 }, isWhole: true)
  }
}

/// Whether a file may be written.
public enum FileAccess: Equatable, Sendable {
  /// The store writes the file, and no other store can. A store that cannot write the file has the
  /// error among its `startupFailures`.
  case write
  /// The file is read once. Nothing is locked, created or moved.
  case readOnly
  /// The store writes the file if it can: for state that a program can do without, such as the size
  /// of its window. If another store has the file, in this process or in another, the state is
  /// restored from it and not saved. A version that another program wrote meanwhile is overwritten.
  /// Failures are reported to `onEvent` alone, and stop nothing. A journal with this access is a
  /// programmer's error.
  case bestEffort
}

/// The reaction to an unreadable file. The file itself is kept: under another name, or in place if
/// the store may not write it.
public enum UnreadablePolicy: Equatable, Sendable {
  /// If the file is unreadable, the store begins with the state in its log; if the log is, with the
  /// state in the file; without either, with the initial state. The error is reported as a
  /// `noticed` event.
  case setAside
  /// The store's `startupFailures` have the error, and nothing is ever saved.
  case fail
}
