import MillraceLayout

/// One visual element of a host: its content, layout style, properties and event handlers.
///
/// An element with several references never changes: a modifier changes an element in place only if
/// it has the sole reference, and otherwise changes a copy. Accesses are not checked for overlaps,
/// because each is short: it reads a property, or applies one modifier.
public final class Element {
  /// The content that the element shows. The type of the content is the element's kind.
  public let content: any ElementContent
  /// The type of the content.
  package let kind: ObjectIdentifier
  /// The layout style.
  @exclusivity(unchecked) public private(set) var style: LayoutStyle
  /// The properties that every kind of element has.
  @exclusivity(unchecked) public private(set) var properties: ElementProperties
  /// The scroll offset, in cells: children are drawn this much further up and left. A change of the
  /// offset does not change the layout.
  public let offset: CellPoint
  /// The event handlers. Never compared: the newest handlers are always in force.
  public let handlers: Handlers?
  /// The child nodes.
  public let children: [Node]
  /// Keeps the local state of children that disappeared.
  let savedStates: SavedStates?

  /// Makes an element from its parts. Only the content has no default.
  /// - Parameters:
  ///   - content: what the element shows; `Container()` shows only the children.
  ///   - style: the layout style: `.element { $0.width = 4 }`.
  ///   - properties: the style of text, the focus, the meaning for assistive technology.
  ///   - offset: the scroll offset, in cells.
  ///   - handlers: the event handlers; nil for none.
  ///   - children: the child nodes.
  public convenience init(
    _ content: any ElementContent, style: LayoutStyle = .element,
    properties: ElementProperties = ElementProperties(),
    offset: CellPoint = .zero, handlers: Handlers? = nil, children: [Node] = []
  ) {
    self.init(
      content, style: style, properties: properties, offset: offset, handlers: handlers,
      savedStates: nil,
      children: children)
  }

  package init(
    _ content: any ElementContent, style: LayoutStyle,
    properties: ElementProperties = ElementProperties(), offset: CellPoint,
    handlers: Handlers?, savedStates: SavedStates?, children: [Node]
  ) {
    self.savedStates = savedStates
    self.content = content
    kind = ObjectIdentifier(type(of: content))
    self.style = style
    self.properties = properties
    self.offset = offset
    self.handlers = handlers
    self.children = children
  }

  /// Makes a copy of an element, for a modifier to change.
  convenience init(copying other: Element) {
    self.init(
      other.content, style: other.style, properties: other.properties, offset: other.offset,
      handlers: other.handlers, savedStates: other.savedStates, children: other.children)
  }

  func apply(_ modifier: Modifier) {
    switch modifier {
    case .layout(let change): change.apply(to: &style)
    case .properties(let more): properties = more.over(properties)
    case .handlers, .effect: break
    }
  }

  /// The element's meaning for assistive technology; nil: only that of its children.
  public var semantics: Semantics? { properties.semantics ?? content.semantics }

  /// Whether a program would notice that a list reused this element for another row: by the focus,
  /// saved states or reports of its layout. A list does not reuse a row with such an element.
  var hasIdentity: Bool {
    properties.takesFocus != nil || properties.focusHandle != nil
      || handlers?.layoutChanged != nil || savedStates != nil
  }

  /// The traits that a host has to record of a new element. One call returns them all, because each
  /// access from another module is checked for overlaps.
  package var traits: ElementTraits {
    var traits: ElementTraits = []
    if handlers?.layoutChanged != nil { traits.insert(.observesLayout) }
    if properties.takesFocus == true { traits.insert(.takesFocus) }
    if properties.isFocusable == true { traits.insert(.isFocusable) }
    if properties.concernsInput { traits.insert(.concernsInput) }
    return traits
  }

  /// The changes that a host needs to show this element instead of `other`.
  func changes(from other: Element) -> ElementChanges {
    if self === other { return [] }
    var changes: ElementChanges = []
    if style != other.style { changes.insert(.style) }
    if properties != other.properties { changes.insert(.properties) }
    if offset != other.offset { changes.insert(.offset) }
    if !content.isEqual(to: other.content) { changes.insert(.content) }
    return changes
  }
}

package struct ElementTraits: OptionSet {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let observesLayout = ElementTraits(rawValue: 1)
  package static let takesFocus = ElementTraits(rawValue: 2)
  package static let isFocusable = ElementTraits(rawValue: 4)
  /// The element has a focus handle, a focus scope or a pointer interest.
  package static let concernsInput = ElementTraits(rawValue: 8)
}

/// The parts of an element that changed.
public struct ElementChanges: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The content differs.
  public static let content = ElementChanges(rawValue: 1)
  /// The layout style differs.
  public static let style = ElementChanges(rawValue: 2)
  /// The ``ElementProperties`` differ.
  public static let properties = ElementChanges(rawValue: 4)
  /// The scroll offset differs.
  public static let offset = ElementChanges(rawValue: 8)
}

extension LayoutStyle {
  /// The initial style of elements: CSS's initial values, except that sizes are those of border
  /// boxes and that elements are the containing block of absolute children (`position: relative`).
  public static let element: LayoutStyle = {
    var style = LayoutStyle()
    style.boxSizing = .borderBox
    style.position = .relative
    return style
  }()

  /// ``element`` with changes.
  public static func element(_ change: (inout LayoutStyle) -> Void) -> LayoutStyle {
    var style = element
    change(&style)
    return style
  }
}

/// The content of an element. If a rendering gives content of the same type, the host updates the
/// element; content of another type makes a new element.
public protocol ElementContent {
  /// Whether `other` looks the same. The default compares by `==` where the type is `Equatable`.
  func isEqual(to other: any ElementContent) -> Bool
  /// The text of the element in plain-text output, unless its semantics determine the text, as
  /// those of a control do. The default is the text of the children.
  var plainText: PlainText { get }
  /// The element's meaning for assistive technology, if its ``ElementProperties`` give none. The
  /// default is nil.
  var semantics: Semantics? { get }
}

extension ElementContent {
  public var semantics: Semantics? { nil }

  public var plainText: PlainText { .container }
}

extension ElementContent where Self: Equatable {
  public func isEqual(to other: any ElementContent) -> Bool {
    // Faster than `other as? Self`, which has to look up the type `Self?`.
    type(of: other) == Self.self && other as! Self == self
  }
}

/// The text of an element in plain-text output.
public enum PlainText: Equatable, Sendable {
  /// No text of its own; only the children have text.
  case container
  /// A title above the children.
  case titled(String)
  /// A text of its own.
  case text(String)
  /// A control. It and its children are left out, because plain text is not interactive.
  case control
}

/// Content that shows only its children, and a background if it has one.
public struct Container: ElementContent, Equatable {
  /// Makes the content of a container.
  public init() {}

  public func isEqual(to other: any ElementContent) -> Bool { type(of: other) == Container.self }
}
