extension IdentifiedList: Encodable where Element: Encodable {
  /// Encodes the elements, as an array does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension IdentifiedList: Decodable where Element: Decodable {
  /// Decodes the elements from an array's encoding.
  /// - Throws: `DecodingError.dataCorrupted`, at the position of the element, for a duplicate id.
  @inlinable
  public init(from decoder: any Decoder) throws {
    try self.init(decoded: [Element](from: decoder), at: decoder.codingPath)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a list.
  ///
  /// The compiler prefers this method to the container's own, also in a synthesised `init(from:)`
  /// of a type with a list. The method is specialised for the type of the elements. The container's
  /// own method makes the list with unspecialised code, which takes up to a quarter longer.
  /// - Throws: Like the container's own method and the list's `init(from:)`.
  @inlinable
  public func decode<Element: Decodable>(
    _ type: IdentifiedList<Element>.Type, forKey key: Key
  ) throws -> IdentifiedList<Element> {
    try IdentifiedList(decoded: decode([Element].self, forKey: key), at: codingPath + [key])
  }
}

extension IdentifiedList {
  /// - Parameter path: The coding path of the elements.
  @inlinable
  init(decoded elements: [Element], at path: [any CodingKey]) throws {
    self.init(elements)
    if count < elements.count { throw Self.duplicateID(in: elements, at: path) }
  }

  /// Returns the error for the first element with a duplicate id.
  @usableFromInline
  static func duplicateID(in elements: [Element], at path: [any CodingKey]) -> DecodingError {
    var list = IdentifiedList()
    for (position, element) in elements.enumerated() {
      let (inserted, first) = list.append(element)
      if inserted { continue }
      return .dataCorrupted(
        .init(
          codingPath: path + [ElementKey(position: position)],
          debugDescription: "Element \(position) has the id \(element.id) of element \(first)."))
    }
    return .dataCorrupted(
      .init(codingPath: path, debugDescription: "Two elements have the same id."))
  }
}

/// The index of an element in a coding path, named as in the standard library.
private struct ElementKey: CodingKey {
  let position: Int

  init(position: Int) { self.position = position }
  init?(intValue: Int) { self.init(position: intValue) }
  init?(stringValue: String) { nil }

  var intValue: Int? { position }
  var stringValue: String { "Index \(position)" }
}
