/// Where a file or a folder is: a path of bytes, as the system has it. A name need not be UTF-8; its text may be that of
/// another one, its location is its own.
public struct FileLocation: Hashable, Sendable, CustomStringConvertible {
  public let bytes: [UInt8]

  private static let slash = UInt8(ascii: "/")

  public init(bytes: [UInt8]) {
    let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? min(1, bytes.count)
    self.bytes = Array(bytes[..<end])
  }

  public init(_ path: String) { self.init(bytes: Array(path.utf8)) }

  /// The path, with U+FFFD for what is not UTF-8.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// What follows the last slash, as text.
  public var name: String {
    let name = bytes.lastIndex(of: Self.slash).map { bytes[($0 + 1)...] } ?? bytes[...]
    return name.isEmpty ? description : String(decoding: name, as: UTF8.self)
  }

  /// The folder that it is in; nil for the root, and for a bare name.
  public var parent: FileLocation? {
    guard bytes.count > 1, let slash = bytes.lastIndex(of: Self.slash) else { return nil }
    return FileLocation(bytes: Array(bytes[..<max(1, slash)]))
  }

  /// What is in it under a name.
  public func child(_ name: [UInt8]) -> FileLocation {
    FileLocation(bytes: (bytes == [Self.slash] ? [] : bytes) + [Self.slash] + name)
  }

  /// The folders that it is in, from the outermost, and itself.
  public var path: [FileLocation] { (parent?.path ?? []) + [self] }
}

extension FileLocation: Codable {
  /// Text where it is UTF-8, and an array of bytes elsewhere.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.init(text)
    } else {
      self.init(bytes: try container.decode([UInt8].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if description.utf8.elementsEqual(bytes) {
      try container.encode(description)
    } else {
      try container.encode(bytes)
    }
  }
}
