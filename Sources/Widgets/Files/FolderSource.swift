import MillraceIdentifiedList

/// A file or a folder in a folder.
public struct FileEntry: Identifiable, Hashable, Sendable {
  public let id: FileLocation
  /// Whether it is a folder, or a link to one.
  public let isFolder: Bool

  public init(_ location: FileLocation, isFolder: Bool) {
    (id, self.isFolder) = (location, isFolder)
  }

  public var name: String { id.name }
  public var isHidden: Bool { name.utf8.first == UInt8(ascii: ".") }
}

/// Lists folders. The widgets know no file system: a program gives them `FolderSource.system`, and a test one of its own.
public struct FolderSource: Sendable {
  private let list: @Sendable (FileLocation) async throws -> [FileEntry]

  /// - Parameter list: what is in a folder, in any order. What it throws is shown in the place of the folder's entries.
  public init(_ list: @escaping @Sendable (FileLocation) async throws -> [FileEntry]) {
    self.list = list
  }

  /// What is in a folder: folders first, by name, whatever the case.
  public func entries(in folder: FileLocation) async throws -> [FileEntry] {
    let keyed = try await list(folder).map { ($0, $0.name.lowercased()) }
    return keyed.sorted { one, other in
      if one.0.isFolder != other.0.isFolder { return one.0.isFolder }
      if one.1 != other.1 { return one.1 < other.1 }
      return one.0.id.bytes.lexicographicallyPrecedes(other.0.id.bytes)
    }
    .map(\.0)
  }
}
