import MillraceLayout

/// One thing that a host shows: what it is, how it is laid out, what it answers to.
public struct Element {
  /// What it is and looks like. Its type is the element's kind.
  public var content: any ElementContent
  /// Where it stands.
  public var style: LayoutStyle
  /// Looks that every kind of element has, in the host's terms; handed down to its children as the
  /// host sees fit.
  public var attributes: (any ElementAttributes)?
  /// What it answers to, in the host's terms. Never compared: the newest are always in force.
  public var handlers: (any ElementHandlers)?
  /// What is in it.
  public var children: [Node]

  public init(
    _ content: any ElementContent,
    style: LayoutStyle = .element,
    attributes: (any ElementAttributes)? = nil,
    handlers: (any ElementHandlers)? = nil,
    children: [Node] = []
  ) {
    self.content = content
    self.style = style
    self.attributes = attributes
    self.handlers = handlers
    self.children = children
  }

  /// Whether a host that shows `other` need not change anything to show this.
  func looksLike(_ other: Element) -> Bool {
    guard content.isEqual(to: other.content), style == other.style else { return false }
    switch (attributes, other.attributes) {
    case (nil, nil): return true
    case (let mine?, let theirs?): return mine.isEqual(to: theirs)
    default: return false
    }
  }
}

extension LayoutStyle {
  /// What elements start from: CSS's initial values, but that sizes are those of border boxes, and
  /// that absolute children stand in their parent.
  public static let element: LayoutStyle = {
    var style = LayoutStyle()
    style.boxSizing = .borderBox
    style.position = .relative
    return style
  }()
}

/// What an element is and looks like, in the terms of a host. Elements of one type can turn into
/// each other by an update; another type is another element.
public protocol ElementContent {
  /// Whether `other` looks the same. The default compares by `==` where the type is `Equatable`.
  func isEqual(to other: any ElementContent) -> Bool
  /// What the element says where only plain text can be shown.
  var plainText: PlainText { get }
}

extension ElementContent {
  public var plainText: PlainText { .container }
}

extension ElementContent where Self: Equatable {
  public func isEqual(to other: any ElementContent) -> Bool { (other as? Self) == self }
}

/// What an element says where only plain text can be shown.
public enum PlainText: Equatable, Sendable {
  /// Nothing of its own: its children speak.
  case container
  /// These words.
  case text(String)
  /// A rule between what is above and what is below.
  case divider
  /// A control: it has no meaning where nobody can use it, nor have its children.
  case control
}

/// Looks that every kind of element has, in the terms of a host.
public protocol ElementAttributes {
  func isEqual(to other: any ElementAttributes) -> Bool
  /// These attributes, where they say something, over the others.
  func over(_ other: any ElementAttributes) -> any ElementAttributes
}

extension ElementAttributes where Self: Equatable {
  public func isEqual(to other: any ElementAttributes) -> Bool { (other as? Self) == self }
}

/// What an element answers to, in the terms of a host.
public protocol ElementHandlers {
  /// Both: these are asked first.
  func before(_ other: any ElementHandlers) -> any ElementHandlers
}
