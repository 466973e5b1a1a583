/// A sequence of keys, such as `g g`; usually a single key.
///
/// The time allowed between two keys is ``EnvironmentValues/chordTimeout``, on the environment's
/// clock: see ``Handlers/bindings``.
public struct KeyChord: Hashable, Sendable {
  /// The key that is pressed first.
  public let first: Key
  /// The keys after the first; usually empty.
  public let following: [Key]
  /// The text of a literal that is not a key; nil for valid keys. Such a chord is never pressed.
  package var unknownText: String?

  /// Makes a chord from one or more keys.
  /// - Parameters:
  ///   - first: the key that is pressed first.
  ///   - following: the keys after it. A string is a chord, too: `"g g"`, `"ctrl+x ctrl+s"`.
  public init(_ first: Key, _ following: Key...) {
    (self.first, self.following) = (first, following)
  }

  /// Makes a chord from keys in the order of pressing.
  /// - Returns: nil if `keys` is empty.
  public init?(_ keys: [Key]) {
    guard let first = keys.first else { return nil }
    (self.first, following) = (first, Array(keys.dropFirst()))
  }

  /// All keys, in the order of pressing.
  public var keys: [Key] { [first] + following }

  /// Whether `pressed` is a proper prefix of the chord.
  public func continues(_ pressed: [Key]) -> Bool {
    guard following.count >= pressed.count, first == pressed.first else { return pressed.isEmpty }
    return following.starts(with: pressed.dropFirst())
  }

  /// Enter, or Return.
  public static let enter = KeyChord(.enter)
  /// The Tab key.
  public static let tab = KeyChord(.tab)
  /// Tab with Shift.
  public static let shiftTab = KeyChord(.shiftTab)
  /// Backspace, which deletes to the left.
  public static let backspace = KeyChord(.backspace)
  /// Delete, which deletes to the right.
  public static let delete = KeyChord(.delete)
  /// The Escape key.
  public static let escape = KeyChord(.escape)
  /// The Insert key.
  public static let insert = KeyChord(.insert)
  /// The space bar.
  public static let space = KeyChord(.space)
  /// The Up Arrow key.
  public static let up = KeyChord(.up)
  /// The Down Arrow key.
  public static let down = KeyChord(.down)
  /// The Left Arrow key.
  public static let left = KeyChord(.left)
  /// The Right Arrow key.
  public static let right = KeyChord(.right)
  /// The Home key.
  public static let home = KeyChord(.home)
  /// The End key.
  public static let end = KeyChord(.end)
  /// The Page Up key.
  public static let pageUp = KeyChord(.pageUp)
  /// The Page Down key.
  public static let pageDown = KeyChord(.pageDown)

  /// The key for a character.
  public static func character(_ character: Character) -> KeyChord {
    KeyChord(.character(character))
  }
  /// The function key with a number: 1 for F1.
  public static func function(_ number: Int) -> KeyChord { KeyChord(.function(number)) }
  /// A character with Control held. Letters are lowercase.
  public static func control(_ character: Character) -> KeyChord { KeyChord(.control(character)) }
  /// A character with Alt held.
  public static func alt(_ character: Character) -> KeyChord { KeyChord(.alt(character)) }
}

extension KeyChord: CustomStringConvertible {
  /// The notation of manuals, with a space between keys: `g g`, `ctrl+x ctrl+s`.
  public var description: String {
    if let unknownText { return unknownText }
    return following.isEmpty ? first.description : keys.map(\.description).joined(separator: " ")
  }
}

extension EnvironmentValues {
  /// How long the next key of a ``KeyChord`` may take. After that, the pressed keys are handled as
  /// if there were no chord. The default is one second.
  public var chordTimeout: Duration { .seconds(1) }
}
