/// What keys do, as a footer, a help screen or a palette says it.
public struct KeyBinding: Equatable, Sendable {
  /// One of them is enough. It may have none: a user's map says so, or what is further in has them.
  public var keys: [KeyChord]
  public let title: String
  /// The title of the group that it belongs to.
  public var scope: String?
  /// Whether a footer shows it.
  public var isShown = true
  /// Does it without a key; nil where only the key knows how.
  package var run: (@MainActor () throws -> Void)?

  public init(_ keys: [KeyChord], _ title: String) {
    self.keys = keys
    self.title = title
  }

  /// Whether they say the same, whatever they run.
  public static func == (first: KeyBinding, second: KeyBinding) -> Bool {
    first.keys == second.keys && first.title == second.title && first.scope == second.scope
      && first.isShown == second.isShown
  }

  /// Whether another is this one at another time: its title may say something else by then.
  func isSame(as other: KeyBinding) -> Bool {
    scope == other.scope && keys == other.keys && (!keys.isEmpty || title == other.title)
  }
}
