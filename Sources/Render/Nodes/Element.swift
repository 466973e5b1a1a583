import MillraceLayout

/// One thing that a host shows: what it is, how it is laid out, what it answers to.
///
/// Immutable: modifiers make another one.
public final class Element {
  /// What it is and looks like. Its type is the element's kind.
  public let content: any ElementContent
  /// Where it stands.
  public let style: LayoutStyle
  /// Looks that every kind of element has.
  public let looks: Looks
  /// What of its content stands in its top left corner, in cells: children are shown so much further up
  /// and left. Another offset moves no box.
  public let offset: CellPoint
  /// What it answers to. Never compared: the newest are always in force.
  public let handlers: Handlers?
  /// What is in it.
  public let children: [Node]
  /// Where the local state of children that disappear waits for them.
  let shelf: StateShelf?

  public convenience init(
    _ content: any ElementContent, style: LayoutStyle = .element, looks: Looks = Looks(),
    offset: CellPoint = .zero, handlers: Handlers? = nil, children: [Node] = []
  ) {
    self.init(
      content, style: style, looks: looks, offset: offset, handlers: handlers, shelf: nil,
      children: children)
  }

  package init(
    _ content: any ElementContent, style: LayoutStyle, looks: Looks = Looks(), offset: CellPoint,
    handlers: Handlers?, shelf: StateShelf?, children: [Node]
  ) {
    self.shelf = shelf
    self.content = content
    self.style = style
    self.looks = looks
    self.offset = offset
    self.handlers = handlers
    self.children = children
  }

  /// What it means to somebody who cannot see it; nil: as much as what is in it.
  public var semantics: Semantics? { looks.semantics ?? content.semantics }

  /// What a host that shows `other` has to change to show this.
  func changes(from other: Element) -> ElementChanges {
    if self === other { return [] }
    var changes: ElementChanges = []
    if style != other.style { changes.insert(.style) }
    if looks != other.looks { changes.insert(.looks) }
    if offset != other.offset { changes.insert(.offset) }
    if !content.isEqual(to: other.content) { changes.insert(.content) }
    return changes
  }
}

/// What of an element is not as it was.
public struct ElementChanges: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let content = ElementChanges(rawValue: 1)
  public static let style = ElementChanges(rawValue: 2)
  public static let looks = ElementChanges(rawValue: 4)
  public static let offset = ElementChanges(rawValue: 8)
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

  /// ``element``, with something changed.
  public static func element(_ change: (inout LayoutStyle) -> Void) -> LayoutStyle {
    var style = element
    change(&style)
    return style
  }
}

/// What an element is and looks like. Elements of one type can turn into each other by an update;
/// another type is another element.
public protocol ElementContent {
  /// Whether `other` looks the same. The default compares by `==` where the type is `Equatable`.
  func isEqual(to other: any ElementContent) -> Bool
  /// What the element says where only plain text can be shown.
  var plainText: PlainText { get }
  /// What it means to somebody who cannot see it, where its ``Looks`` say nothing of that. Nil by default.
  var semantics: Semantics? { get }
}

extension ElementContent {
  public var semantics: Semantics? { nil }

  public var plainText: PlainText { .container }
}

extension ElementContent where Self: Equatable {
  public func isEqual(to other: any ElementContent) -> Bool {
    // Cheaper than a conditional cast, which has to find the type of the optional.
    type(of: other) == Self.self && other as! Self == self
  }
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

/// An element that shows nothing of its own: its children, and a background if it has one.
public struct Container: ElementContent, Equatable {
  public init() {}
}
