import MillraceSystem

/// A file that is replaced atomically, with locks that exclude other writers.
///
/// The new content goes to a temporary file in the same folder, which is synchronized and renamed;
/// then the folder is synchronized. At whatever instant the program or the machine stops, the name
/// leads either to the whole old content or to the whole new one.
///
/// Two files are locked: this file, and one beside it. If either is deleted, the lock on the other
/// still excludes writers. With ``FileAccess/bestEffort``, only this file is locked: if two
/// programs start without the file, both write it, and the last save remains.
struct StateFile: Sendable {
  let path: Path
  let storage: any Storage
  private var lockFile: Int32?
  private var ownLock: Int32?
  /// The file's status when this program last read or wrote it; nil if there was none.
  var known: FileStatus?

  /// Opens the path for reading only: takes no lock, and creates nothing.
  init(reading requested: String, _ storage: any Storage) throws(PersistenceError) {
    self.storage = storage
    path = try Self.followLinks(requested, storage)
    if let status = try status(), status.kind != .file { throw .notAFile(path: path.text) }
  }

  /// Creates missing folders, takes the locks, and checks that the file can be read and written.
  /// - Parameter hasLockFile: Whether a file beside this one is locked, too.
  init(
    writing requested: String, _ storage: any Storage, hasLockFile: Bool = true
  ) throws(PersistenceError) {
    try self.init(reading: requested, storage)
    try Self.makeFolders(path.folder, storage)
    if try status() != nil, !storage.isWritable(path.text) {
      throw .cannotWrite(path: path.text, reason: "it is not writable")
    }
    if !storage.isWritable(path.folder) {
      throw .cannotWrite(path: path.text, reason: "its folder is not writable")
    }
    if hasLockFile { lockFile = try lock(path.sibling(".\(path.name).lock"), .any) }
    do {
      if try status() != nil { ownLock = try lock(path.text, .existing) }
    } catch {
      close()
      throw error
    }
  }

  private func lock(_ name: String, _ mode: OpenMode) throws(PersistenceError) -> Int32 {
    try attempt({ .cannotWrite(path: path.text, reason: $0) }) {
      // By the time the lock is taken, the name may lead to another file.
      while true {
        let file = try storage.open(name, mode)
        let isTaken = try !storage.lock(file, attempts: 50)
        let isNamed = try storage.status(of: name)?.identity == storage.status(of: file).identity
        if !isTaken, isNamed { return file }
        storage.close(file)
        if isTaken { throw PersistenceError.inUse(path: path.text) }
      }
    }
  }

  /// Releases the locks, so that others can write the file.
  mutating func close() {
    for file in [ownLock, lockFile] { file.map { storage.close($0) } }
    (ownLock, lockFile) = (nil, nil)
  }

  func status() throws(PersistenceError) -> FileStatus? {
    try attempt({ .cannotRead(path: path.text, reason: $0) }) { try storage.status(of: path.text) }
  }

  /// Whether the file was deleted since this program last read or wrote it.
  var isDeleted: Bool {
    if known == nil { return false }
    do { return try status() == nil } catch { return false }
  }

  /// - Throws: `changedByOthers` if another program has changed or replaced the file. Deletion does
  ///   not count.
  func throwIfChanged() throws(PersistenceError) {
    guard let status = try status(), known?.isSame(as: status) != true else { return }
    throw .changedByOthers(path: path.text, copy: nil)
  }

  /// Reads the file, and keeps its status in `known`. Returns nil if there is no file.
  mutating func read() throws(PersistenceError) -> [UInt8]? {
    known = try status()
    if known == nil { return nil }
    return try attempt({ .cannotRead(path: path.text, reason: $0) }) {
      try storage.contents(of: path.text)
    }
  }

  /// Replaces the content.
  /// - Parameter isForced: Whether another program's content may be overwritten.
  mutating func replace(with content: [UInt8], isForced: Bool = false) throws(PersistenceError) {
    if !isForced { try throwIfChanged() }
    try Self.makeFolders(path.folder, storage)
    try attempt({ .cannotWrite(path: path.text, reason: $0) }) {
      // Only the holder of the lock writes here, so one name is enough: the remains of a crash are
      // removed. Without a lock, each store needs a temporary name of its own.
      let isLocked = lockFile != nil || ownLock != nil
      let own = isLocked ? "" : ".\(UInt64.random(in: .min ... .max))"
      let temporary = path.sibling(".\(path.name)\(own).new")
      try storage.remove(temporary)
      let permissions = try storage.status(of: path.text)?.permissions ?? 0o600
      let file = try storage.open(temporary, .new(permissions: permissions))
      do {
        try storage.writeAll(content, to: file)
        try storage.synchronize(file)
        // The name is new, so nobody else can have the lock.
        _ = try storage.lock(file)
        try storage.rename(temporary, to: path.text)
      } catch {
        // An error may come after the rename succeeded: then the new file is at the path.
        if try storage.status(of: path.text)?.identity == storage.status(of: file).identity {
          takeOver(file)
        } else {
          storage.close(file)
          try? storage.remove(temporary)
        }
        throw error
      }
      takeOver(file)
      try storage.synchronizeFolder(path.folder)
    }
  }

  /// Writes or replaces a file that no store has open. Another program may have written it.
  static func write(
    _ content: [UInt8], to path: String, _ storage: any Storage
  ) throws(PersistenceError) {
    var file = try StateFile(writing: path, storage, hasLockFile: false)
    defer { file.close() }
    try file.replace(with: content, isForced: true)
  }

  private mutating func takeOver(_ file: Int32) {
    known = try? storage.status(of: file)
    ownLock.map { storage.close($0) }
    ownLock = file
  }

  /// Renames a file or a folder beside this one, to an unused name that contains `what`.
  /// - Returns: The new path.
  func setAside(_ name: String, as what: String) throws(PersistenceError) -> String {
    try attempt({ .cannotSetAside(path: path.sibling(name), reason: $0) }) {
      let target = try unusedPath(as: what)
      try storage.rename(path.sibling(name), to: target)
      try storage.synchronizeFolder(path.folder)
      return target
    }
  }

  /// An unused name beside this file.
  func unusedPath(as what: String) throws(SystemError) -> String {
    let base = path.sibling("\(path.name).\(what)-\(Date().fileNameText)")
    var target = base
    var number = 1
    while try storage.status(of: target) != nil {
      number += 1
      target = "\(base)-\(number)"
    }
    return target
  }

  /// The files that earlier starts set aside, and that still exist.
  func paths(as kinds: [String]) -> [String] {
    let names = (try? storage.names(in: path.folder)) ?? []
    return names.filter { name in kinds.contains { name.hasPrefix("\(path.name).\($0)-") } }
      .sorted().map { path.sibling($0) }
  }
}

extension StateFile {
  /// The file behind a chain of links, so that saving replaces the file and not the link.
  private static func followLinks(
    _ requested: String, _ storage: any Storage
  ) throws(PersistenceError) -> Path {
    try attempt({ .cannotRead(path: requested, reason: $0) }) {
      var path = Path(requested)
      // Linux follows at most 40 links.
      for _ in 0..<40 {
        guard let target = try storage.linkTarget(of: path.text) else { return path }
        path = Path(Path.join(path.folder, target))
      }
      throw PersistenceError.cannotRead(path: requested, reason: "its symbolic links form a loop")
    }
  }

  static func makeFolders(
    _ folder: String, _ storage: any Storage
  ) throws(PersistenceError) {
    try attempt({ .cannotMakeFolder(path: folder, reason: $0) }) {
      guard let status = try storage.status(of: folder) else {
        try makeFolders(Path(folder).folder, storage)
        return try storage.makeFolder(folder)
      }
      if status.kind != .folder {
        throw PersistenceError.cannotMakeFolder(
          path: folder, reason: "a file with this name exists")
      }
    }
  }
}
