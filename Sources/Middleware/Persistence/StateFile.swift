import MillraceSystem

/// One file that is replaced as a whole, with the locks that keep other writers off it.
///
/// The new content goes to a temporary file in the same folder, which is put on the device, takes the file's
/// name, and has that name put on the device. Whatever instant the program or the machine stops at, the name
/// leads to the whole old content or to the whole new one.
///
/// There are two locks, so that one that is deleted does not let another writer in: that of a file beside it,
/// and that of the file itself.
struct StateFile: Sendable {
  let path: Path
  let storage: any Storage
  private var lockFile: Int32?
  private var ownLock: Int32?
  /// The file as this program last read or wrote it; nil where there was none.
  var known: FileStatus?

  /// A way to look at a file.
  init(reading requested: String, _ storage: any Storage) throws(PersistenceError) {
    self.storage = storage
    path = try Self.followLinks(requested, storage)
    if let status = try status(), status.kind != .file { throw .notAFile(path: path.text) }
  }

  /// Makes missing folders, for a file that others may write at the same time.
  init(sharing requested: String, _ storage: any Storage) throws(PersistenceError) {
    try self.init(reading: requested, storage)
    try Self.makeFolders(path.folder, storage)
  }

  /// Makes missing folders, takes the locks, and finds out whether the file can be read and written.
  init(writing requested: String, _ storage: any Storage) throws(PersistenceError) {
    try self.init(reading: requested, storage)
    try Self.makeFolders(path.folder, storage)
    if try status() != nil, !storage.isWritable(path.text) {
      throw .cannotWrite(path: path.text, reason: "it may not be changed")
    }
    if !storage.isWritable(path.folder) {
      throw .cannotWrite(path: path.text, reason: "its folder may not be changed")
    }
    lockFile = try lock(path.sibling(".\(path.name).lock"), .any)
    do {
      if try status() != nil { ownLock = try lock(path.text, .existing) }
    } catch {
      close()
      throw error
    }
  }

  /// Whether a writer has the file.
  static func isHeld(_ requested: String, _ storage: any Storage) -> Bool {
    do {
      var file = try StateFile(writing: requested, storage)
      file.close()
      return false
    } catch {
      if case .inUse = error { return true }
      return false
    }
  }

  private func lock(_ name: String, _ mode: OpenMode) throws(PersistenceError) -> Int32 {
    try attempt({ .cannotWrite(path: path.text, reason: $0) }) {
      // The name may lead to another file by the time that the lock is taken.
      while true {
        let file = try storage.open(name, mode)
        let isTaken = try !storage.lock(file)
        let isNamed = try storage.status(of: name)?.identity == storage.status(of: file).identity
        if !isTaken, isNamed { return file }
        storage.close(file)
        if isTaken { throw PersistenceError.inUse(path: path.text) }
      }
    }
  }

  /// Lets others write the file.
  mutating func close() {
    for file in [ownLock, lockFile] { file.map { storage.close($0) } }
    (ownLock, lockFile) = (nil, nil)
  }

  func status() throws(PersistenceError) -> FileStatus? {
    try attempt({ .cannotRead(path: path.text, reason: $0) }) { try storage.status(of: path.text) }
  }

  /// Whether somebody else has changed the file, or put another in its place. That it is gone is no change.
  func isChangedByOthers() throws(PersistenceError) -> Bool {
    guard let status = try status() else { return false }
    return known.map { !$0.isSame(as: status) } ?? true
  }

  /// Somebody has deleted it since this program read or wrote it last.
  var isDeleted: Bool {
    if known == nil { return false }
    do { return try status() == nil } catch { return false }
  }

  /// - Throws: `changedByOthers`.
  func checkForOthers() throws(PersistenceError) {
    if try isChangedByOthers() { throw .changedByOthers(path: path.text, copy: nil) }
  }

  /// The file's content, which counts as known from now on; nil if there is no file.
  mutating func read() throws(PersistenceError) -> [UInt8]? {
    let before = try status()
    let bytes = try attempt({ .cannotRead(path: path.text, reason: $0) }) {
      before == nil ? nil : try storage.read(path.text, from: 0)
    }
    known = before
    return bytes
  }

  /// Puts new content in the place of the old.
  /// - Parameter isForced: Whether what somebody else has written may be overwritten.
  mutating func replace(with content: [UInt8], isForced: Bool = false) throws(PersistenceError) {
    if !isForced { try checkForOthers() }
    try Self.makeFolders(path.folder, storage)
    try attempt({ .cannotWrite(path: path.text, reason: $0) }) {
      // Only the holder of the lock writes here, so one name is enough: what a crash left there is
      // taken away.
      let temporary = path.sibling(".\(path.name).new")
      try storage.remove(temporary)
      let permissions = try storage.status(of: path.text)?.permissions ?? 0o600
      let file = try storage.open(temporary, .new(permissions: permissions))
      do {
        try storage.writeAll(content, to: file)
        try storage.synchronize(file)
        // Nobody can have it: the name is new.
        _ = try storage.lock(file)
        try storage.rename(temporary, to: path.text)
      } catch {
        // An error may come after the work was done; then the new file is the known one.
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

  private mutating func takeOver(_ file: Int32) {
    known = try? storage.status(of: file)
    ownLock.map { storage.close($0) }
    ownLock = file
  }

  /// Gives a file or a folder beside this one a name that tells what it is, and that no other has.
  /// - Returns: The new path.
  func setAside(_ name: String, as what: String) throws(PersistenceError) -> String {
    try attempt({ .cannotSetAside(path: path.sibling(name), reason: $0) }) {
      let target = try freePath(as: what)
      try storage.rename(path.sibling(name), to: target)
      try storage.synchronizeFolder(path.folder)
      return target
    }
  }

  /// A name beside this one that no file has.
  func freePath(as what: String) throws(SystemError) -> String {
    let base = path.sibling("\(path.name).\(what)-\(Date().nameText)")
    var target = base
    var number = 1
    while try storage.status(of: target) != nil {
      number += 1
      target = "\(base)-\(number)"
    }
    return target
  }

  /// What earlier starts set aside, and what is still there.
  func paths(as kinds: [String]) -> [String] {
    let names = (try? storage.names(in: path.folder)) ?? []
    return names.filter { name in kinds.contains { name.hasPrefix("\(path.name).\($0)-") } }
      .sorted().map { path.sibling($0) }
  }
}

extension StateFile {
  /// The file behind a chain of links, so that saving replaces it and not the link.
  private static func followLinks(
    _ requested: String, _ storage: any Storage
  ) throws(PersistenceError) -> Path {
    try attempt({ .cannotRead(path: requested, reason: $0) }) {
      var path = Path(requested)
      // As many as Linux itself follows.
      for _ in 0..<40 {
        guard let target = try storage.linkTarget(of: path.text) else { return path }
        path = Path(Path.join(path.folder, target))
      }
      throw PersistenceError.cannotRead(path: requested, reason: "its links lead in a circle")
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
          path: folder, reason: "a file of this name is in the way")
      }
    }
  }
}
