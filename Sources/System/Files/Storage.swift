/// The file operations that saving needs: those of the file system (`SystemFiles`), or a
/// replacement, such as `MemoryStorage`, whose operations a test can make fail.
///
/// An open file is a number, as in POSIX.
public protocol Storage: Sendable {
  /// The status of a file, with links followed; nil if nothing is there.
  func status(of path: String) throws(SystemError) -> FileStatus?
  /// The status of an open file.
  func status(of file: Int32) throws(SystemError) -> FileStatus
  /// The target of a symbolic link; nil if the path is no link or nothing is there.
  func linkTarget(of path: String) throws(SystemError) -> String?
  /// Whether this process may write to a file, or into a folder.
  func isWritable(_ path: String) -> Bool
  /// Makes a folder, for its owner alone, in an existing folder. An existing folder is no failure.
  func makeFolder(_ path: String) throws(SystemError)
  /// The names in a folder, in no particular order.
  func names(in folder: String) throws(SystemError) -> [String]
  /// Bytes of a plain file from an offset on. Anything but a plain file is an error.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - offset: The offset of the first byte to read.
  ///   - limit: The most bytes to read.
  /// - Returns: Fewer bytes than `limit` only at the end of the file.
  func read(_ path: String, from offset: Int, limit: Int) throws(SystemError) -> [UInt8]
  /// Opens a file for reading and writing.
  func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Int32
  /// Writes bytes at an offset, perhaps fewer than given.
  /// - Returns: How many were written.
  func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int
  ) throws(SystemError) -> Int
  /// Shortens a file to a length in bytes, or extends it with zeros.
  func resize(_ file: Int32, to length: Int) throws(SystemError)
  /// Returns when the file's bytes are on the device.
  func synchronize(_ file: Int32) throws(SystemError)
  /// Closes a file and releases its lock.
  func close(_ file: Int32)
  /// Renames a file atomically, replacing any file with the new name.
  func rename(_ old: String, to new: String) throws(SystemError)
  /// Removes a name. A missing name is no failure.
  func remove(_ path: String) throws(SystemError)
  /// Returns when the folder's entries are on the device.
  func synchronizeFolder(_ path: String) throws(SystemError)
  /// Takes the lock of a file, until it is closed or the process ends.
  /// - Returns: False if another process or descriptor has the lock.
  func lock(_ file: Int32) throws(SystemError) -> Bool
}

/// How a file is opened.
public enum OpenMode: Equatable, Sendable {
  /// The file must exist.
  case existing
  /// The file must not exist; it is created with these permission bits.
  case new(permissions: UInt32)
  /// The file is created if missing, for its owner alone. A symbolic link is not followed.
  case any
}

extension Storage {
  /// Whether something exists at a path; false if its status cannot be read.
  package func exists(_ path: String) -> Bool { ((try? status(of: path)) ?? nil) != nil }

  /// The bytes of a plain file; nil if nothing is there.
  package func contents(of path: String) throws(SystemError) -> [UInt8]? {
    while true {
      do { return try read(path, from: 0) } catch {
        if try status(of: path) == nil { return nil }
        // The file was missing when it was read, but exists now. Reads it again.
        guard error.isMissingFile else { throw error }
      }
    }
  }

  /// The bytes of a plain file from an offset on.
  package func read(_ path: String, from offset: Int) throws(SystemError) -> [UInt8] {
    try read(path, from: offset, limit: .max)
  }

  /// Writes all bytes, in as many writes as needed.
  package func writeAll(
    _ bytes: [UInt8], to file: Int32, at offset: Int = 0
  ) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let written: Result<Int, SystemError> = bytes.withUnsafeBytes { buffer in
        do throws(SystemError) {
          let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
          return .success(try write(rest, to: file, at: offset + done))
        } catch {
          return .failure(error)
        }
      }
      done += try written.get()
    }
  }
}

extension Storage {
  /// Makes a new file, and returns when it is on the device.
  package func makeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try open(path, .new(permissions: 0o600))
    defer { close(file) }
    try writeAll(bytes, to: file)
    try synchronize(file)
    try synchronizeFolder(Path(path).folder)
  }
}

/// The status of a file or a folder.
public struct FileStatus: Equatable, Sendable {
  /// The kind of a file.
  public enum Kind: Sendable {
    /// A regular file, a folder, or anything else, such as a pipe.
    case file, folder, other
  }
  /// Identifies a file independent of its name, by device and inode number.
  public struct Identity: Hashable, Sendable {
    let device, number: UInt64

    /// Makes an identity from the device and the file's number on it.
    public init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }
  }

  /// The kind of file.
  public var kind: Kind
  /// The permission bits.
  public var permissions: UInt32
  /// Identifies the file, independent of its name.
  public var identity: Identity
  /// The size in bytes.
  public var size: Int
  /// How many names (hard links) the file has.
  public var links: Int
  /// When the content changed, in nanoseconds since 1970.
  public var modified: Int

  /// Makes a status from its parts.
  public init(
    kind: Kind, permissions: UInt32, identity: Identity, size: Int, links: Int, modified: Int
  ) {
    self.kind = kind
    self.permissions = permissions
    self.identity = identity
    self.size = size
    self.links = links
    self.modified = modified
  }

  /// Whether file and content are the same, as far as the status shows.
  package func isSame(as other: FileStatus) -> Bool {
    identity == other.identity && size == other.size && modified == other.modified
  }
}
