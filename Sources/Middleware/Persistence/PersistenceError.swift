import MillraceStore

/// Why a state could not be saved or restored. Each error describes itself in one line: what,
/// where, and what to do instead.
public enum PersistenceError: Error, Hashable, Sendable {
  /// Another store, in this or another process, has the file open.
  case inUse(path: String)
  /// The path leads to a folder, or to something else that is not a plain file.
  case notAFile(path: String)
  /// The file exists but may not be read.
  case cannotRead(path: String, reason: String)
  /// The file could not be written, temporarily or permanently.
  case cannotWrite(path: String, reason: String)
  /// The folder for the file could not be made.
  case cannotMakeFolder(path: String, reason: String)
  /// The file was saved by a newer program. It was not touched.
  case newerVersion(path: String, found: Int, known: Int)
  /// The file was saved by an older program, and a migration is missing or failed. It was not
  /// touched.
  case cannotMigrate(path: String, found: Int, known: Int, reason: String)
  /// The file's content is unreadable. The file was renamed to `movedTo`; if that is nil, the file
  /// was left in place.
  case unreadable(path: String, movedTo: String?, reason: String)
  /// The file's content is unreadable, and it could not be renamed. It was not touched.
  case cannotSetAside(path: String, reason: String)
  /// The state, or an action, could not be encoded as JSON.
  case cannotEncode(path: String, reason: String)
  /// Another program has changed the file since it was last read or written. It was not
  /// overwritten; when the store ends, the state is saved in a copy beside the file.
  case changedByOthers(path: String, copy: String?)
  /// A log is damaged. Everything up to the entry `recovered` is restored; the rest is kept
  /// elsewhere.
  case logDamaged(path: String, movedTo: String, recovered: UInt64, bytes: Int)
  /// A log has changes that do not follow the file, because another program replaced the file. The
  /// log is kept elsewhere.
  case logUnused(path: String, movedTo: String)
  /// A file that could not be used, and that an earlier start renamed, still exists.
  case stillSetAside(path: String)
  /// The file has other names (hard links), which keep the old content when it is saved.
  case hasOtherLinks(path: String, count: Int)
  /// Another process has held the lock of a log for seconds.
  case isLocked(path: String, process: String?)
  /// A file was gone, unreadable or an older copy, and is restored from its log.
  case restoredFromLog(path: String)
  /// An older program has left changes in a journal that are not in the file.
  case olderJournal(path: String)
  /// A document on a server cannot be used, at present or at all.
  case cannotUseServer(address: String, reason: String)
  /// The server does not have all changes yet. They are kept in a folder of this machine until a
  /// program on it opens the document again.
  case notSent(address: String, count: Int, folder: String)
  /// The server refuses a change. It is kept elsewhere, and the other changes are saved.
  case refusedByServer(address: String, reason: String, keptAs: String)
  /// A document on a server was deleted, and another one begun under its address. The deleted
  /// document is kept as a file.
  case replacedOnServer(address: String, keptAs: String)
}

extension PersistenceError {
  var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
}

extension PersistenceError: CustomStringConvertible {
  public var description: String { onOneLine(text) }

  private var text: String {
    switch self {
    case .inUse(let path):
      "\(path) is in use by another store, in this or another process. End the other store first, or choose another file."
    case .notAFile(let path):
      "\(path) is not a plain file. Choose the path of a file."
    case .cannotRead(let path, let reason):
      "\(path) cannot be read: \(reason). Check its permissions, or choose another file."
    case .cannotWrite(let path, let reason):
      "\(path) cannot be written: \(reason). Check its permissions and the space left, or choose another file."
    case .cannotMakeFolder(let path, let reason):
      "The folder \(path) cannot be created: \(reason). Create it yourself, or choose another file."
    case .newerVersion(let path, let found, let known):
      """
      \(path) was saved by a newer program (version \(found); this program knows version \(known)); it was not touched. \
      Update this program, or choose another file.
      """
    case .cannotMigrate(let path, let found, let known, let reason):
      """
      \(path) was saved by an older program (version \(found); this program knows version \(known)) and cannot be \
      migrated: \(reason); it was not touched. Choose another file, or move this one away.
      """
    case .unreadable(let path, nil, let reason):
      "\(path) is not a valid saved state: \(reason). Repair it, or choose another file."
    case .unreadable(let path, let movedTo?, let reason):
      """
      \(path) is not a valid saved state: \(reason). It is kept as \(movedTo): repair it and move it back, or start again \
      without it.
      """
    case .cannotSetAside(let path, let reason):
      """
      \(path) is not a valid saved state, and cannot be renamed: \(reason); it was not touched. Move it away yourself, or choose \
      another file.
      """
    case .cannotEncode(let path, let reason):
      "The state cannot be saved to \(path): \(reason). The file keeps what was saved before."
    case .changedByOthers(let path, nil):
      """
      \(path) was changed by another program, and is not overwritten: nothing is saved to it. Reload it, \
      overwrite it, or save elsewhere.
      """
    case .changedByOthers(let path, let copy?):
      "\(path) was changed by another program; the state was saved as \(copy). Merge the two by hand."
    case .logDamaged(let path, let movedTo, let recovered, let bytes):
      """
      \(path) is damaged: everything up to entry \(recovered) is restored; \(bytes) bytes after it are kept as \
      \(movedTo). Remove that file when you do not need it.
      """
    case .logUnused(let path, let movedTo):
      """
      \(path) was replaced by another program, and the changes in its log do not fit it. They are kept \
      as \(movedTo): remove that folder when you do not need it.
      """
    case .stillSetAside(let path):
      "An earlier start could not use a file or folder, and renamed it to \(path). Repair it and move it back, or remove it."
    case .hasOtherLinks(let path, let count):
      """
      \(path) has \(count) other names (hard links), which keep the old content when the file is saved. Use a symbolic \
      link instead.
      """
    case .isLocked(let path, let process):
      """
      \(path) cannot be changed: process \(process ?? "(unknown)") holds the lock of its log, and may be stopped. Continue or end it.
      """
    case .restoredFromLog(let path):
      "\(path) was gone, unreadable or an older copy, and is restored from its log. To begin anew, remove \(path).log, too."
    case .olderJournal(let path):
      """
      \(path).journal has changes of an older program that are not in \(path). Open it once with a version before the \
      log, such as 0.9, and quit; or remove the folder to give them up.
      """
    case .cannotUseServer(let address, let reason): "\(address): \(reason)"
    case .notSent(let address, let count, let folder):
      """
      \(address) does not have \(count == 1 ? "1 change" : "\(count) changes") yet. \(count == 1 ? "It is" : "They are") kept in \
      \(folder), and sent when the document is opened again on this machine.
      """
    case .refusedByServer(let address, let reason, let path):
      "\(address) refuses a change: \(reason). It is kept as \(path); all other changes are saved."
    case .replacedOnServer(let address, let path):
      "\(address) was deleted and begun again; what you had is kept as \(path)."
    }
  }
}

/// Runs a body. Rethrows a `PersistenceError`, and converts any other error by `meaning`.
/// - Parameter bytes: The text being decoded, to locate a fault in it.
func attempt<Result>(
  _ meaning: (_ reason: String) -> PersistenceError, in bytes: [UInt8] = [],
  _ body: () throws -> Result
) throws(PersistenceError) -> Result {
  do {
    return try body()
  } catch let error as PersistenceError {
    throw error
  } catch {
    throw meaning(explain(error, in: bytes))
  }
}
