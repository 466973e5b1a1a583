/// The operations on files that saving needs, one system call each: the file system's own (`SystemFiles`), or
/// another's, such as a test's that fails (`MemoryStorage`).
///
/// A file that is open is a number, as in POSIX.
public protocol Storage: Sendable {
  /// What a path leads to, links followed; nil if there is nothing.
  func status(of path: String) throws(SystemError) -> FileStatus?
  /// What an open file is.
  func status(of file: Int32) throws(SystemError) -> FileStatus
  /// Where a symbolic link points; nil if the path is no link or there is nothing.
  func linkTarget(of path: String) throws(SystemError) -> String?
  /// Whether this process may write there: to a file, or into a folder.
  func isWritable(_ path: String) -> Bool
  /// Makes a folder, for its owner alone, in a folder that exists. That it is there already is no failure.
  func makeFolder(_ path: String) throws(SystemError)
  /// The names in a folder, in any order.
  func names(in folder: String) throws(SystemError) -> [String]
  /// The bytes of a plain file, from a place on; anything else than a plain file is an error.
  func read(_ path: String, from offset: Int) throws(SystemError) -> [UInt8]
  /// Opens a file for reading and writing.
  func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Int32
  /// Writes some bytes at a place, perhaps fewer than given.
  /// - Returns: How many.
  func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int
  ) throws(SystemError) -> Int
  /// Cuts a file, or fills it up with zeros.
  func resize(_ file: Int32, to length: Int) throws(SystemError)
  /// Returns when the file's bytes are on the device.
  func synchronize(_ file: Int32) throws(SystemError)
  /// Closes a file, and gives its lock back.
  func close(_ file: Int32)
  /// Puts a file in the place of another, at one instant.
  func rename(_ old: String, to new: String) throws(SystemError)
  /// Gives a file a second name.
  func link(_ old: String, to new: String) throws(SystemError)
  /// Removes a name. That it is not there is no failure.
  func remove(_ path: String) throws(SystemError)
  /// Returns when the folder's names are on the device.
  func synchronizeFolder(_ path: String) throws(SystemError)
  /// Takes the lock of a file, until it is closed or the process ends.
  /// - Returns: False if somebody else has it.
  func lock(_ file: Int32) throws(SystemError) -> Bool
}

/// How a file is opened.
public enum OpenMode: Equatable, Sendable {
  /// It must be there.
  case existing
  /// It must not be there; these are its permission bits.
  case new(permissions: UInt32)
  /// It is made where it is missing, for its owner alone. A symbolic link is not followed.
  case any
}

extension Storage {
  /// Writes all of some bytes, in as many writes as it takes.
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
  /// Makes a file that is not there yet, on the device.
  package func makeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try open(path, .new(permissions: 0o600))
    defer { close(file) }
    try writeAll(bytes, to: file)
    try synchronize(file)
    try synchronizeFolder(Path(path).folder)
  }
}

/// What is at a path.
public struct FileStatus: Equatable, Sendable {
  public enum Kind: Sendable { case file, folder, other }
  /// Tells two files apart, whatever their names: the device, and the number on it.
  public struct Identity: Hashable, Sendable {
    let device, number: UInt64

    public init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }
  }

  public var kind: Kind
  /// The permission bits.
  public var permissions: UInt32
  public var identity: Identity
  /// In bytes.
  public var size: Int
  /// How many names the file has.
  public var links: Int
  /// When the content changed, in nanoseconds since 1970.
  public var modified: Int

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

  /// Whether neither the file nor its content is another, as far as can be seen from outside.
  package func isSame(as other: FileStatus) -> Bool {
    identity == other.identity && size == other.size && modified == other.modified
  }
}
