import MillraceIdentifiedList

/// A file or a folder in a listing.
public struct FileEntry: Identifiable, Hashable, Sendable {
  public let id: FileLocation
  /// Whether it is a folder, or a link to one.
  public let isFolder: Bool

  /// Makes an entry.
  /// - Parameters:
  ///   - location: the whole path, not only the name: `folder.child(name)`.
  ///   - isFolder: whether it is a folder, or a link to one.
  public init(_ location: FileLocation, isFolder: Bool) {
    (id, self.isFolder) = (location, isFolder)
  }

  /// The name, without its folder.
  public var name: String { id.name }
  /// Whether the name begins with a dot.
  public var isHidden: Bool { name.utf8.first == UInt8(ascii: ".") }
}

/// Lists folders. The widgets do not access the file system: a program passes
/// `FolderSource.system`, a test its own source.
public struct FolderSource: Sendable {
  private let list: @Sendable (FileLocation) async throws -> [FileEntry]

  /// - Parameter list: returns the entries of a folder, in any order. An error that it throws is
  ///   shown instead of the entries.
  public init(_ list: @escaping @Sendable (FileLocation) async throws -> [FileEntry]) {
    self.list = list
  }

  /// The entries of a folder: folders first, then by name, ignoring case.
  public func entries(in folder: FileLocation) async throws -> [FileEntry] {
    let keyed = try await list(folder).map { ($0, ($0.isFolder ? 0 : 1, $0.name.lowercased())) }
    return keyed.sorted { one, other in
      one.1 == other.1
        ? one.0.id.bytes.lexicographicallyPrecedes(other.0.id.bytes) : one.1 < other.1
    }
    .map(\.0)
  }
}
