import MillraceSystem

/// One file that is replaced as a whole, with the lock that keeps others off it.
///
/// The new content goes to a temporary file in the same folder, which is put on the device, takes
/// the file's name, and has that name put on the device. Whatever instant the program or the
/// machine stops at, the name leads to the whole old content or to the whole new one.
struct StateFile: Sendable {
  let path: Path
  private let files: any FileSystem
  private let lock: Int32

  /// Makes missing folders, takes the lock, and finds out whether the file could be read and
  /// written.
  init(_ requested: String, files: any FileSystem) throws(PersistenceError) {
    self.files = files
    let path = try StateFile.followLinks(requested, files)
    self.path = path
    try StateFile.makeFolders(path.folder, files)
    do {
      if let status = try files.status(of: path.text) {
        if status.kind != .file { throw PersistenceError.notAFile(path: path.text) }
        if !files.isWritable(path.text) {
          throw PersistenceError.cannotWrite(path: path.text, reason: "it may not be changed")
        }
      }
    } catch let error as SystemError {
      throw .cannotRead(path: path.text, reason: error.description)
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw .cannotRead(path: path.text, reason: "\(error)")
    }
    if !files.isWritable(path.folder) {
      throw .cannotWrite(path: path.text, reason: "its folder may not be changed")
    }
    do {
      guard let lock = try files.lock(path.sibling(".\(path.name).lock")) else {
        throw PersistenceError.inUse(path: path.text)
      }
      self.lock = lock
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw .cannotWrite(path: path.text, reason: "\(error)")
    }
  }

  /// Lets others work on the file.
  func close() { files.unlock(lock) }

  /// The file's content; nil if there is no file.
  func read() throws(PersistenceError) -> [UInt8]? {
    do {
      return try files.status(of: path.text) == nil ? nil : files.read(path.text)
    } catch {
      throw .cannotRead(path: path.text, reason: "\(error)")
    }
  }

  /// Puts new content in the place of the old.
  func replace(with content: [UInt8]) throws(PersistenceError) {
    do {
      // Only the holder of the lock writes here, so one name is enough: what a crash left there is
      // taken away.
      let temporary = path.sibling(".\(path.name).new")
      try files.remove(temporary)
      let permissions = try files.status(of: path.text)?.permissions ?? 0o600
      let file = try files.create(temporary, permissions: permissions)
      do {
        defer { files.close(file) }
        try files.writeAll(content, to: file)
        try files.synchronize(file)
      } catch {
        try? files.remove(temporary)
        throw error
      }
      do {
        try files.rename(temporary, to: path.text)
      } catch {
        try? files.remove(temporary)
        throw error
      }
      try files.synchronizeFolder(path.folder)
    } catch {
      throw .cannotWrite(path: path.text, reason: "\(error)")
    }
  }

  /// Gives the file a name that tells what it is, and that no other file has.
  /// - Returns: The new path.
  func setAside(at time: Timestamp) throws(PersistenceError) -> String {
    do {
      let base = path.sibling("\(path.name).unreadable-\(time.compactText)")
      var target = base
      var number = 1
      while try isTaken(target) {
        number += 1
        target = "\(base)-\(number)"
      }
      try files.rename(path.text, to: target)
      try files.synchronizeFolder(path.folder)
      return target
    } catch {
      throw .cannotSetAside(path: path.text, reason: "\(error)")
    }
  }

  private func isTaken(_ path: String) throws(SystemError) -> Bool {
    if try files.status(of: path) != nil { return true }
    return try files.linkTarget(of: path) != nil
  }
}

extension StateFile {
  /// The file behind a chain of links, so that saving replaces it and not the link.
  private static func followLinks(
    _ requested: String, _ files: any FileSystem
  ) throws(PersistenceError) -> Path {
    var path = Path(requested)
    do {
      // As many as Linux itself follows.
      for _ in 0..<40 {
        guard let target = try files.linkTarget(of: path.text) else { return path }
        path = Path(Path.join(path.folder, target))
      }
    } catch {
      throw .cannotRead(path: requested, reason: "\(error)")
    }
    throw .cannotRead(path: requested, reason: "its links lead in a circle")
  }

  private static func makeFolders(
    _ folder: String, _ files: any FileSystem
  ) throws(PersistenceError) {
    do {
      guard let status = try files.status(of: folder) else {
        try makeFolders(Path(folder).folder, files)
        return try files.makeFolder(folder)
      }
      if status.kind != .folder {
        throw PersistenceError.cannotMakeFolder(
          path: folder, reason: "a file of this name is in the way")
      }
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw .cannotMakeFolder(path: folder, reason: "\(error)")
    }
  }
}
