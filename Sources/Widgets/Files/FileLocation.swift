/// The path of a file or a folder, as the system's bytes. A name need not be valid UTF-8, so two
/// different locations may have the same ``description``.
public struct FileLocation: Hashable, Sendable, CustomStringConvertible {
  /// The bytes of the path, without slashes at its end, except the slash of the root.
  public let bytes: [UInt8]

  private static let slash = UInt8(ascii: "/")

  /// Makes a location from the bytes of a path.
  /// - Parameter bytes: the path. Slashes at its end are removed, except from the root.
  public init(bytes: [UInt8]) {
    let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? min(1, bytes.count)
    self.bytes = Array(bytes[..<end])
  }

  /// Makes a location from a path in UTF-8.
  /// - Parameter path: such as `/home/ana`.
  public init(_ path: String) { self.init(bytes: Array(path.utf8)) }

  /// The path as text; invalid UTF-8 becomes U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The part after the last slash, as text; `/` for the root.
  public var name: String {
    let name = bytes.lastIndex(of: Self.slash).map { bytes[($0 + 1)...] } ?? bytes[...]
    return name.isEmpty ? description : String(decoding: name, as: UTF8.self)
  }

  /// The folder that contains this location; nil for the root and for a name without a slash.
  public var parent: FileLocation? {
    guard bytes.count > 1, let slash = bytes.lastIndex(of: Self.slash) else { return nil }
    return FileLocation(bytes: Array(bytes[..<max(1, slash)]))
  }

  /// The location of an entry in this folder; the name itself if this location is empty.
  public func child(_ name: [UInt8]) -> FileLocation {
    FileLocation(bytes: bytes + (bytes.isEmpty || bytes == [Self.slash] ? [] : [Self.slash]) + name)
  }

  /// The folders that contain this location, from the outermost, then the location itself.
  public var path: [FileLocation] { (parent?.path ?? []) + [self] }
}

extension FileLocation: Codable {
  /// Decodes a string, or an array of bytes for a path that is not valid UTF-8.
  public init(from decoder: any Decoder) throws {
    if let text = try? String(from: decoder) {
      self.init(text)
    } else {
      self.init(bytes: try [UInt8](from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if description.utf8.elementsEqual(bytes) {
      try description.encode(to: encoder)
    } else {
      try bytes.encode(to: encoder)
    }
  }
}
