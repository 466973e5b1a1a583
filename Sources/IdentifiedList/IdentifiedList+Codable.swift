extension IdentifiedList: Encodable where Element: Encodable {
  /// Encodes the elements, as an array does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension IdentifiedList: Decodable where Element: Decodable {
  /// Decodes what an array's encoding holds.
  /// - Throws: `DecodingError.dataCorrupted`, at the element's place, for an id that an element
  ///   before it has.
  @inlinable
  public init(from decoder: any Decoder) throws {
    try self.init(decoded: [Element](from: decoder), at: decoder.codingPath)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a list.
  ///
  /// The compiler chooses this method over the container's own, also in the `init(from:)` that it makes
  /// for a type with a list in it. It is then compiled for this type of element: the container's own
  /// makes the list by code for all types, which takes up to a quarter longer.
  /// - Throws: As the container's own, and as the list's `init(from:)`.
  @inlinable
  public func decode<Element: Decodable>(
    _ type: IdentifiedList<Element>.Type, forKey key: Key
  ) throws -> IdentifiedList<Element> {
    try IdentifiedList(decoded: decode([Element].self, forKey: key), at: codingPath + [key])
  }
}

extension IdentifiedList {
  /// - Parameter path: Where the elements were decoded.
  @inlinable
  init(decoded elements: [Element], at path: [any CodingKey]) throws {
    self.init(elements)
    if count < elements.count { throw Self.duplicateID(in: elements, at: path) }
  }

  /// The error for the first element that has the id of one before it.
  @usableFromInline
  static func duplicateID(in elements: [Element], at path: [any CodingKey]) -> DecodingError {
    var list = IdentifiedList()
    for (place, element) in elements.enumerated() {
      let (inserted, first) = list.append(element)
      if inserted { continue }
      return .dataCorrupted(
        .init(
          codingPath: path + [ElementKey(place: place)],
          debugDescription: "Element \(place) has the id \(element.id) of element \(first)."))
    }
    return .dataCorrupted(.init(codingPath: path, debugDescription: "Two elements have one id."))
  }
}

/// The place of an element in a coding path, named as the standard library names it.
private struct ElementKey: CodingKey {
  let place: Int

  init(place: Int) { self.place = place }
  init?(intValue: Int) { self.init(place: intValue) }
  init?(stringValue: String) { nil }

  var intValue: Int? { place }
  var stringValue: String { "Index \(place)" }
}
