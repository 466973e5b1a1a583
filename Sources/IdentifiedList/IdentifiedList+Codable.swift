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
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    if let count = container.count { reserveCapacity(count) }
    while !container.isAtEnd {
      let place = container.currentIndex
      let element = try container.decode(Element.self)
      let (inserted, first) = append(element)
      guard inserted else {
        // Not made by the container: that one stands behind the element already.
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: container.codingPath + [ElementKey(place: place)],
            debugDescription: "Element \(place) has the id \(element.id) of element \(first)."))
      }
    }
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
