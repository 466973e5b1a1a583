import MillraceStore
import MillraceSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files in memory, for tests of failing and interrupted writes, killed processes and power
/// failures.
///
/// Folders and names are like those of the file system. There are no symbolic links, and
/// permissions are stored but not enforced.
public final class MemoryStorage: Storage {
  /// An operation on the files, for which a test can set a fault. `access` checks whether a path is
  /// writable: with any fault, it is not.
  public enum Operation: String, Sendable {
    /// An operation; all except `access` have the name of a method of `Storage`. `read` is also
    /// `names(in:)`.
    case access, read, makeFolder, open, write, resize, synchronize, rename, remove,
      synchronizeFolder, lock
  }

  /// How an operation fails.
  public enum Fault: Sendable {
    /// The operation has no effect, and throws an error number of the system, such as `ENOSPC`.
    case fails(Int32)
    /// The operation takes effect, and throws nevertheless.
    case failsAfterwards(Int32)
    /// `write` writes half of the bytes, rounded up, and throws. Other methods ignore this fault.
    case partialWrite(Int32)
    /// `write` writes half of the bytes, rounded up, and returns their number. Other methods ignore
    /// this fault.
    case shortWrite
  }

  private final class File {
    var bytes: [UInt8] = []
    /// The synchronized bytes, which survive a power failure.
    var synced: [UInt8] = []
    let permissions: UInt32
    let identity: FileStatus.Identity
    var modified = 0
    /// The number of the open file that holds the lock; nil if none does.
    var lock: Int32?

    init(_ permissions: UInt32, _ identity: FileStatus.Identity) {
      (self.permissions, self.identity) = (permissions, identity)
    }
  }

  private struct Files {
    var names: [String: File] = [:]
    var folders: Set<String> = ["/", "."]
    /// The synchronized names, which survive a power failure, with their files.
    var syncedNames: [String: File] = [:]
    var open: [Int32: (file: File, path: String)] = [:]
    var counter = 0
    var bytesRead = 0
    var fault: (@Sendable (_ operation: Operation, _ path: String) -> Fault?)?

    mutating func next() -> Int {
      counter += 1
      return counter
    }

    func status(of file: File) -> FileStatus {
      FileStatus(
        kind: .file, permissions: file.permissions, identity: file.identity,
        size: file.bytes.count, links: names.values.count { $0 === file }, modified: file.modified)
    }
  }

  private let files = Guarded(Files())

  /// The number of open files.
  package var openFileCount: Int { files.withLock { $0.open.count } }

  /// The number of bytes that were read from files.
  package var bytesRead: Int { files.withLock { $0.bytesRead } }

  /// Makes a storage with an empty root folder.
  public init() {}

  /// Sets the function that decides how operations fail.
  /// - Parameter fault: Called for each operation, with the path (for `rename`, the new path), or
  ///   with the path of the open file. It returns nil for an operation that succeeds.
  public func setFault(
    _ fault: (@Sendable (_ operation: Operation, _ path: String) -> Fault?)?
  ) { files.withLock { $0.fault = fault } }

  /// The bytes of a file; nil if it does not exist. Setting the bytes writes and synchronizes the
  /// file, and setting nil removes it, so that it stays removed after a power failure. Neither
  /// calls the fault function.
  public subscript(path: String) -> [UInt8]? {
    get { files.withLock { $0.names[path]?.bytes } }
    set {
      files.withLock { files in
        guard let newValue else {
          (files.names[path], files.syncedNames[path]) = (nil, nil)
          return
        }
        let file = files.names[path] ?? Self.makeFile(&files, path, 0o600)
        (file.bytes, file.synced) = (newValue, newValue)
        files.syncedNames[path] = file
        Self.touch(file, &files)
      }
    }
  }

  /// The bytes of all files, by path.
  public var allFiles: [String: [UInt8]] {
    files.withLock { files in files.names.mapValues(\.bytes) }
  }

  /// Simulates a killed process: closes its open files and releases their locks.
  public func killProcess() {
    files.withLock { files in
      // A file may have no name at present, and get it back in a power failure.
      for (file, _) in files.open.values { file.lock = nil }
      files.open = [:]
    }
  }

  /// Simulates a power failure: kills the process, and undoes all changes of bytes and file names
  /// that were not synchronized. Folders, and their new names, stay.
  public func cutPower() {
    killProcess()
    files.withLock { files in
      files.names = files.syncedNames
      for file in files.names.values where file.bytes != file.synced {
        file.bytes = file.synced
        Self.touch(file, &files)
      }
    }
  }

  private static func makeFile(
    _ files: inout Files, _ path: String, _ permissions: UInt32
  ) -> File {
    let identity = FileStatus.Identity(device: 0, number: UInt64(files.next()))
    let file = File(permissions, identity)
    files.names[path] = file
    return file
  }

  private static func touch(_ file: File, _ files: inout Files) {
    file.modified = files.next()
  }

  /// Performs an operation, or makes it fail if the test's fault function says so. Ignores the
  /// faults that only `write` has.
  private func perform<Result: Sendable>(
    _ operation: Operation, _ path: String?, file number: Int32? = nil,
    _ body: (inout Files, File?) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try files.withLock { files throws(SystemError) in
      let open = number.flatMap { files.open[$0] }
      if number != nil, open == nil { throw SystemError(code: EBADF) }
      let fault = files.fault?(operation, path ?? open?.path ?? "")
      if case .fails(let code) = fault { throw SystemError(code: code) }
      let result = try body(&files, open?.file)
      if case .failsAfterwards(let code) = fault { throw SystemError(code: code) }
      return result
    }
  }
}

extension MemoryStorage {
  public func status(of path: String) -> FileStatus? {
    files.withLock { files in
      if files.folders.contains(path) {
        return FileStatus(
          kind: .folder, permissions: 0o700, identity: .init(device: 1, number: 0), size: 0,
          links: 1, modified: 0)
      }
      return files.names[path].map { files.status(of: $0) }
    }
  }

  public func status(of file: Int32) throws(SystemError) -> FileStatus {
    let status = files.withLock { files in
      files.open[file].map { files.status(of: $0.file) }
    }
    guard let status else { throw SystemError(code: EBADF) }
    return status
  }

  public func linkTarget(of path: String) -> String? { nil }

  public func isWritable(_ path: String) -> Bool {
    files.withLock { $0.fault?(.access, path) } == nil
  }

  public func makeFolder(_ path: String) throws(SystemError) {
    try perform(.makeFolder, path) { files, _ throws(SystemError) in
      guard files.folders.contains(Path(path).folder) else { throw SystemError(code: ENOENT) }
      files.folders.insert(path)
    }
  }

  public func names(in folder: String) throws(SystemError) -> [String] {
    try perform(.read, folder) { files, _ throws(SystemError) in
      guard files.folders.contains(folder) else { throw SystemError(code: ENOENT) }
      let all = Array(files.names.keys) + files.folders
      return all.filter { $0 != folder && Path($0).folder == folder }.map { Path($0).name }
    }
  }

  public func read(
    _ path: String, from offset: Int, limit: Int
  ) throws(SystemError) -> [UInt8] {
    try perform(.read, path) { files, _ throws(SystemError) in
      guard let file = files.names[path] else {
        throw SystemError(code: files.folders.contains(path) ? EISDIR : ENOENT)
      }
      let part = Array(file.bytes.dropFirst(offset).prefix(limit))
      files.bytesRead += part.count
      return part
    }
  }

  public func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Int32 {
    try perform(.open, path) { files, _ throws(SystemError) in
      guard files.folders.contains(Path(path).folder) else { throw SystemError(code: ENOENT) }
      let file: File
      switch (files.names[path], mode) {
      case (_?, .new): throw SystemError(code: EEXIST)
      case (nil, .existing): throw SystemError(code: ENOENT)
      case (let found?, _): file = found
      case (nil, .new(let permissions)): file = Self.makeFile(&files, path, permissions)
      case (nil, .any): file = Self.makeFile(&files, path, 0o600)
      }
      let number = Int32(files.next())
      files.open[number] = (file, path)
      return number
    }
  }

  public func write(
    _ bytes: UnsafeRawBufferPointer, to number: Int32, at offset: Int
  ) throws(SystemError) -> Int {
    try files.withLock { files throws(SystemError) in
      guard let (file, path) = files.open[number] else { throw SystemError(code: EBADF) }
      let fault = files.fault?(.write, path)
      if case .fails(let code) = fault { throw SystemError(code: code) }
      let isWhole = if case .failsAfterwards = fault { true } else { fault == nil }
      let count = isWhole ? bytes.count : (bytes.count + 1) / 2
      let missing = max(0, offset + count - file.bytes.count)
      file.bytes += [UInt8](repeating: 0, count: missing)
      file.bytes.replaceSubrange(offset..<offset + count, with: bytes.prefix(count))
      Self.touch(file, &files)
      switch fault {
      case .partialWrite(let code), .failsAfterwards(let code): throw SystemError(code: code)
      default: return count
      }
    }
  }

  public func resize(_ number: Int32, to length: Int) throws(SystemError) {
    try perform(.resize, nil, file: number) { files, file in
      guard let file else { return }
      let missing = max(0, length - file.bytes.count)
      file.bytes = file.bytes.prefix(length) + [UInt8](repeating: 0, count: missing)
      Self.touch(file, &files)
    }
  }

  public func synchronize(_ number: Int32) throws(SystemError) {
    try perform(.synchronize, nil, file: number) { _, file in
      if let file { file.synced = file.bytes }
    }
  }

  public func close(_ number: Int32) {
    files.withLock { files in
      let file = files.open.removeValue(forKey: number)?.file
      if file?.lock == number { file?.lock = nil }
    }
  }

  public func rename(_ old: String, to new: String) throws(SystemError) {
    try perform(.rename, new) { files, _ throws(SystemError) in
      guard files.folders.contains(Path(new).folder) else { throw SystemError(code: ENOENT) }
      if let file = files.names.removeValue(forKey: old) { return files.names[new] = file }
      guard files.folders.contains(old) else { throw SystemError(code: ENOENT) }
      if old == new { return }
      let replaced = new + "/"
      if files.names.keys.contains(where: { $0.hasPrefix(replaced) })
        || files.folders.contains(where: { $0.hasPrefix(replaced) })
      {
        throw SystemError(code: ENOTEMPTY)
      }
      // The replaced folder does not come back after a power failure, nor do the files in it.
      files.syncedNames = files.syncedNames.filter { !$0.key.hasPrefix(replaced) }
      // Moves a folder with its contents.
      func moved(_ path: String) -> String {
        path == old || path.hasPrefix(old + "/") ? new + path.dropFirst(old.count) : path
      }
      files.folders = Set(files.folders.map(moved))
      files.names = Dictionary(uniqueKeysWithValues: files.names.map { (moved($0), $1) })
      files.syncedNames = Dictionary(
        uniqueKeysWithValues: files.syncedNames.map { (moved($0), $1) })
    }
  }

  /// Gives a file a second name, as another program would.
  public func link(_ old: String, to new: String) throws(SystemError) {
    try files.withLock { files throws(SystemError) in
      guard let file = files.names[old] else { throw SystemError(code: ENOENT) }
      if files.names[new] != nil { throw SystemError(code: EEXIST) }
      files.names[new] = file
    }
  }

  public func remove(_ path: String) throws(SystemError) {
    try perform(.remove, path) { files, _ in
      files.names[path] = nil
    }
  }

  public func synchronizeFolder(_ path: String) throws(SystemError) {
    try perform(.synchronizeFolder, path) { files, _ in
      for (name, file) in files.names where Path(name).folder == path {
        files.syncedNames[name] = file
      }
      for name in files.syncedNames.keys where Path(name).folder == path && files.names[name] == nil
      {
        files.syncedNames[name] = nil
      }
    }
  }

  public func lock(_ number: Int32) throws(SystemError) -> Bool {
    try perform(.lock, nil, file: number) { _, file in
      guard let file, file.lock == nil || file.lock == number else { return false }
      file.lock = number
      return true
    }
  }
}
