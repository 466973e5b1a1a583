/// What keys do, as a footer or a help screen says it.
public struct KeyBinding: Equatable, Sendable {
  /// One of them is enough.
  public var keys: [Key]
  public let title: String
  /// The title of the group that it belongs to.
  public var scope: String?
  /// Whether a footer shows it.
  public var isShown = true

  public init(_ keys: [Key], _ title: String) {
    self.keys = keys
    self.title = title
  }
}
