import MillraceRender

/// A user's keys for bindings, by the names of the bindings: see ``Bind``.
///
/// ```swift
/// board.environment(\.keyMap, KeyMap(["add": ["ctrl+n"], "list.down": ["j", "down"]]))
/// ```
/// A key may be a ``KeyChord``, a sequence of keys: `"g g"`. A name with an empty list has no keys,
/// and its binding is available only in a ``Palette`` and a ``Menu``. Names that are not in the map
/// keep the program's keys. A map is encoded as a dictionary of arrays of strings.
///
/// ``WidgetKeys`` has the names of the widgets' keys.
public struct KeyMap: Equatable, Sendable {
  private let keys: [String: [KeyChord]]

  /// Makes a map from names to keys. An empty list removes the keys of a binding.
  /// - Parameter keys: the keys of each binding, by its name. They replace the program's keys: to
  ///   keep one of those, repeat it, as in `["j", "down"]`.
  /// - Precondition: the literals are keys.
  public init(_ keys: [String: [KeyChord]] = [:]) {
    for case let text? in keys.values.joined().map(\.unknownText) {
      preconditionFailure(Key.unknown(text))
    }
    self.keys = keys
  }

  /// Makes a map from texts of a file or a user.
  /// - Parameter texts: the keys of each binding, by its name, in the format of
  ///   ``KeyChord/description``.
  /// - Throws: ``KeyMapError`` for a text that is not a key.
  public init(parsing texts: [String: [String]]) throws(KeyMapError) {
    for (name, texts) in texts {
      for text in texts where KeyChord(text) == nil { throw .unknownKey(text, of: name) }
    }
    keys = texts.mapValues { $0.compactMap { KeyChord($0) } }
  }

  /// The keys of a binding, by its name; nil if the map does not mention it.
  public subscript(name: String) -> [KeyChord]? { keys[name] }
}

extension KeyMap: Codable {
  /// - Throws: ``KeyMapError`` for a text that is not a key, and any error from the decoder.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: [String: [String]](from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try keys.mapValues { $0.map(\.description) }.encode(to: encoder)
  }
}

/// An error in a key map.
public enum KeyMapError: Error, Equatable, CustomStringConvertible {
  /// A text is not a key: the text, and the name of its binding.
  case unknownKey(String, of: String)

  public var description: String {
    switch self {
    case .unknownKey(let text, let name): "invalid key for \"\(name)\": \(Key.unknown(text))"
    }
  }
}

extension EnvironmentValues {
  /// The user's keys for the bindings in this part of the tree.
  public var keyMap: KeyMap { KeyMap() }
}
