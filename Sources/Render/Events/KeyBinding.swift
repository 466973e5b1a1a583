/// The keys and title of a command, for a footer, a help screen or a palette.
public struct KeyBinding: Equatable, Sendable {
  /// The key chords, any of which triggers the command. Empty if a key map removes them or inner
  /// bindings use them.
  public var keys: [KeyChord]
  /// A description of the command, in a word or two.
  public let title: String
  /// The title of the binding's group.
  public var scope: String?
  /// Whether a footer shows the binding.
  public var isShown = true
  /// Whether the command moves or selects inside a widget. A palette leaves such commands out.
  package var isMove = false
  /// Whether footers, help screens and palettes list the binding. Even a binding that is not listed
  /// removes its keys from outer bindings.
  package var isListed = true
  /// Runs the command without a key; nil if only the key handler can run it.
  package var run: (@MainActor () throws -> Void)?

  /// Makes a binding that a footer shows, without a group.
  /// - Parameters:
  ///   - keys: the chords, any of which triggers the command.
  ///   - title: what the command does, in a word or two.
  public init(_ keys: [KeyChord], _ title: String) {
    self.keys = keys
    self.title = title
  }

  /// Compares everything but `run`.
  public static func == (first: KeyBinding, second: KeyBinding) -> Bool {
    first.keys == second.keys && first.title == second.title && first.scope == second.scope
      && first.isShown == second.isShown && first.isMove == second.isMove
      && first.isListed == second.isListed
  }

  /// Whether `other` is this binding from another rendering. The title may have changed.
  func isSame(as other: KeyBinding) -> Bool {
    scope == other.scope && keys == other.keys && (!keys.isEmpty || title == other.title)
  }
}
