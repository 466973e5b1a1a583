/// The operations on files that saving needs, one system call each, so that tests can let any of
/// them fail.
package protocol FileSystem: Sendable {
  /// What a path leads to, links followed; nil if there is nothing.
  func status(of path: String) throws(SystemError) -> FileStatus?
  /// Where a symbolic link points; nil if the path is no link or there is nothing.
  func linkTarget(of path: String) throws(SystemError) -> String?
  /// Whether this process may write there: to a file, or into a folder.
  func isWritable(_ path: String) -> Bool
  /// Makes a folder in a folder that exists. That it is there already is no failure.
  func makeFolder(_ path: String) throws(SystemError)
  /// All bytes of a file.
  func read(_ path: String) throws(SystemError) -> [UInt8]
  /// Makes a file that is not there yet, and opens it for writing.
  /// - Returns: A descriptor.
  func create(_ path: String, permissions: UInt32) throws(SystemError) -> Int32
  /// Writes some bytes, perhaps fewer than given.
  /// - Returns: How many.
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) -> Int
  /// Returns when the file's bytes are on the device.
  func synchronize(_ file: Int32) throws(SystemError)
  func close(_ file: Int32)
  /// Puts a file in the place of another, at one instant.
  func rename(_ old: String, to new: String) throws(SystemError)
  /// Returns when the folder's names are on the device.
  func synchronizeFolder(_ path: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  /// Takes a lock that belongs to a file, made if missing; held until its descriptor is closed or
  /// the process ends.
  /// - Returns: A descriptor, or nil if someone else holds the lock.
  func lock(_ path: String) throws(SystemError) -> Int32?

  /// Gives a lock back and closes its descriptor.
  func unlock(_ file: Int32)
}

extension FileSystem {
  /// Writes all of some bytes, in as many writes as it takes.
  package func writeAll(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count: Result<Int, SystemError> = rest.withUnsafeBytes { bytes in
        do throws(SystemError) {
          return .success(try write(bytes, to: file))
        } catch {
          return .failure(error)
        }
      }
      rest = rest.dropFirst(try count.get())
    }
  }
}

/// What is at a path.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable { case file, folder, other }
  package var kind: Kind
  /// The permission bits.
  package var permissions: UInt32

  package init(kind: Kind, permissions: UInt32) {
    self.kind = kind
    self.permissions = permissions
  }
}
