import MillraceRender

/// Other keys for bindings, by the names that ``Bind`` gives them: what a user has set.
///
/// ```swift
/// view.environment(\.keyMap, KeyMap(["quit": ["ctrl+q"], "delete": []]))
/// ```
/// A key may be a ``KeyChord``, keys one after the other: `"g g"`. A name without keys is bound to none, and left to
/// the ``Palette``; names that it does not mention keep the keys of the program. It is encoded as a dictionary of
/// texts.
///
/// A ``List``, a ``Table`` and other controls have names of their own.
public struct KeyMap: Equatable, Sendable {
  private let keys: [String: [KeyChord]]

  public init(_ keys: [String: [KeyChord]] = [:]) { self.keys = keys }

  /// - Parameter texts: keys as ``KeyChord/description`` writes them, from a file or a user.
  public init(parsing texts: [String: [String]]) throws(KeyMapError) {
    var keys: [String: [KeyChord]] = [:]
    for (name, texts) in texts {
      for text in texts {
        guard let key = KeyChord(text) else { throw .unknownKey(text, of: name) }
        keys[name, default: []].append(key)
      }
      if texts.isEmpty { keys[name] = [] }
    }
    self.keys = keys
  }

  /// The keys of a name; nil if the map does not mention it.
  public subscript(name: String) -> [KeyChord]? { keys[name] }
}

extension KeyMap: Codable {
  /// - Throws: ``KeyMapError`` for a text that names no key, and what the decoder throws.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: [String: [String]](from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try keys.mapValues { $0.map(\.description) }.encode(to: encoder)
  }
}

/// Why a map of keys cannot be read.
public enum KeyMapError: Error, Equatable, CustomStringConvertible {
  /// A text names no key.
  case unknownKey(String, of: String)

  public var description: String {
    switch self {
    case .unknownKey(let text, let name): "\"\(name)\" cannot have the key \(Key.unknown(text))"
    }
  }
}

extension EnvironmentValues {
  /// Other keys for the bindings inside, by name.
  public var keyMap: KeyMap { KeyMap() }
}
