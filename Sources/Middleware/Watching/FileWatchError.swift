import MillraceStore
import MillraceSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a file cannot be watched, or not any longer. Each describes itself in one line: what, where,
/// what to do instead.
public enum FileWatchError: Error, Equatable, Sendable {
  /// The path has no name at its end: it is empty, or leads to a folder as `/` and `..` do.
  case notAFile(path: String)
  /// The folder of the file is not there, or is no folder.
  case noSuchFolder(path: String)
  /// The folder of the file was there, and was removed, renamed or unmounted.
  case folderIsGone(path: String)
  /// The system watches as many files for this user, or has as many open, as it may.
  case tooManyWatches(path: String, reason: String)
  /// The system says no for another reason.
  case cannotWatch(path: String, reason: String)
}

extension FileWatchError: CustomStringConvertible {
  public var description: String { onOneLine(text) }

  private var text: String {
    switch self {
    case .notAFile(let path):
      "\"\(path)\" cannot be watched: it names no file. Choose the path of a file."
    case .noSuchFolder(let path):
      "\(path) cannot be watched: its folder does not exist. Make the folder, or choose another file."
    case .folderIsGone(let path):
      "\(path) is not watched any more: its folder was removed or renamed. Make it, and watch again."
    case .tooManyWatches(let path, let reason):
      "\(path) cannot be watched: \(reason). Watch fewer files, or raise the system's limit."
    case .cannotWatch(let path, let reason):
      "\(path) cannot be watched: \(reason). Check the permissions of its folder, or choose another file."
    }
  }

  /// What a failed call of the system means for a path.
  init(_ error: SystemError, path: String) {
    self =
      switch error.code {
      case ENOENT, ENOTDIR: .noSuchFolder(path: path)
      case ENOSPC, EMFILE, ENFILE: .tooManyWatches(path: path, reason: error.description)
      default: .cannotWatch(path: path, reason: error.description)
      }
  }
}
