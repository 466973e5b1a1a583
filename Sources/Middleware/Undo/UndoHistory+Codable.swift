// Steps are not saved with the state.

extension UndoHistory: Codable {
  private enum CodingKeys: CodingKey {}

  /// Makes a history without steps, whatever was saved.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Writes an empty object.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: CodingKeys.self)
  }
}

extension KeyedDecodingContainer {
  /// Makes a history without steps, even where the key is missing: a program that adds undo can
  /// still read its older saved states.
  public func decode<Part>(
    _ type: UndoHistory<Part>.Type, forKey key: Key
  ) throws -> UndoHistory<Part> { UndoHistory() }
}
