import MillraceStore

/// Why a file cannot be watched, or can no longer be watched. Each error describes itself in one
/// line: what, where, what to do instead.
public enum FileWatchError: Error, Equatable, Sendable {
  /// The path does not end with a name: it is empty, `/`, or ends with `.` or `..`.
  case notAFile(path: String)
  /// The folder of the file does not exist, no longer exists, or is no folder.
  case noSuchFolder(path: String)
  /// The system refuses: the folder is unreadable, or too many files are watched or open.
  case cannotWatch(path: String, reason: String)
}

extension FileWatchError: CustomStringConvertible {
  public var description: String { onOneLine(text) }

  private var text: String {
    switch self {
    case .notAFile(let path):
      "\"\(path)\" cannot be watched: it is not the path of a file. Choose the path of a file."
    case .noSuchFolder(let path):
      """
      \(path) cannot be watched: its folder does not exist. Create the folder and watch again, or \
      choose another file.
      """
    case .cannotWatch(let path, let reason):
      """
      \(path) cannot be watched: \(reason). Check the permissions of its folder; if too many files are watched, watch \
      fewer, or raise the system's limit.
      """
    }
  }
}
