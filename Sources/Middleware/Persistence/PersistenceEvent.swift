/// What persistence did, for those who want to show or to log it.
public enum PersistenceEvent: Equatable, Sendable {
  /// The state began as the file's.
  case restored(path: String)
  /// The file's content made no sense; it was kept under another name, and the state began as the
  /// initial one.
  case setAside(original: String, to: String, reason: String)
  /// The state of this version of the store is safe on the device.
  case saved(version: UInt64)
  /// The state could not be saved. The file is as it was; the next change, or the end, tries again.
  case failed(PersistenceError)
}

/// Where the state is kept.
public struct PersistenceLocation: Equatable, Sendable {
  let path: String

  /// A file. Folders that are missing on the way are made; a symbolic link is followed.
  ///
  /// Beside it, a lock on a file of the name `.NAME.lock` keeps other stores away, and `.NAME.new`
  /// is what is being written. Either may stay behind, and does no harm.
  public static func file(_ path: String) -> PersistenceLocation { PersistenceLocation(path: path) }
}

/// What becomes of a program whose file cannot be understood. The file itself is kept under another
/// name in any case.
public enum UnreadablePolicy: Equatable, Sendable {
  /// It begins with the initial state, and a `setAside` event.
  case setAside
  /// The store's `startupFailures` say so, and nothing is ever saved.
  case fail
}
