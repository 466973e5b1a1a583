import MillraceStore

/// Why a state could not be saved or restored. Each describes itself in one line: what, where, what
/// to do instead.
public enum PersistenceError: Error, Hashable, Sendable {
  /// Another store, in this or another process, works on the file.
  case inUse(path: String)
  /// The path leads to a folder, or to something else that is no plain file.
  case notAFile(path: String)
  /// The file is there but may not be read.
  case cannotRead(path: String, reason: String)
  /// The file could not be written, now or at any time.
  case cannotWrite(path: String, reason: String)
  /// The folder for the file could not be made.
  case cannotMakeFolder(path: String, reason: String)
  /// The file was saved by a newer program. It was not touched.
  case newerVersion(path: String, found: Int, known: Int)
  /// The file was saved by an older program, and there is no way to bring it over, or that way
  /// failed. It was not touched.
  case cannotMigrate(path: String, found: Int, known: Int, reason: String)
  /// The file's content made no sense. It was kept under another name.
  case unreadable(path: String, movedTo: String, reason: String)
  /// The file's content made no sense, and it could not be given another name. It was not touched.
  case cannotSetAside(path: String, reason: String)
  /// The state could not be turned into JSON.
  case cannotEncode(path: String, reason: String)
}

extension PersistenceError: CustomStringConvertible {
  public var description: String { onOneLine(text) }

  private var text: String {
    switch self {
    case .inUse(let path):
      "\(path) is in use by another store, here or in another process. End that one first, or choose another file."
    case .notAFile(let path):
      "\(path) is not a plain file. Choose the path of a file."
    case .cannotRead(let path, let reason):
      "\(path) cannot be read: \(reason). Check its permissions, or choose another file."
    case .cannotWrite(let path, let reason):
      "\(path) cannot be written: \(reason). Check its permissions and the space left, or choose another file."
    case .cannotMakeFolder(let path, let reason):
      "The folder \(path) cannot be made: \(reason). Make it yourself, or choose another file."
    case .newerVersion(let path, let found, let known):
      """
      \(path) was saved by a newer program (version \(found), this one knows \(known)); it was not touched. Update \
      this program, or choose another file.
      """
    case .cannotMigrate(let path, let found, let known, let reason):
      """
      \(path) was saved by an older program (version \(found), this one knows \(known)) and cannot be brought over: \
      \(reason); it was not touched. Choose another file, or move this one away.
      """
    case .unreadable(let path, let movedTo, let reason):
      """
      \(path) cannot be understood: \(reason). It is kept as \(movedTo): repair it and move it back, or start again \
      without it.
      """
    case .cannotSetAside(let path, let reason):
      """
      \(path) cannot be understood, nor be moved aside: \(reason); it was not touched. Move it away yourself, or choose \
      another file.
      """
    case .cannotEncode(let path, let reason):
      "The state cannot be saved to \(path): \(reason). The file keeps what was saved before."
    }
  }
}
