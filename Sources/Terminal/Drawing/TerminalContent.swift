import MillraceLayout
import MillraceRender
import MillraceWidgets

/// Content that a terminal can lay out and draw: widgets, and a program's own elements.
///
/// ```swift
/// struct Meter: TerminalContent {
///   var share: Double
///   func measure(_ widths: WidthRules) -> MeasureFunction? {
///     MeasureFunction { _, _ in LayoutSize(width: 10, height: 1) }
///   }
///   func draw(in brush: Brush, state: inout Void) {
///     let columns = Int(share * Double(brush.size.width))
///     brush.write(String(repeating: "█", count: columns), x: 0, y: 0)
///   }
/// }
/// let node = Node(Element(Meter(share: 0.5)))
/// ```
///
/// `Element(_:children:)` puts nodes, including components, over the content.
///
/// Two contents are equal if they look the same. An update to different content of the same type
/// draws the new content, with the same state.
public protocol TerminalContent: ElementContent, Equatable {
  /// State that lasts while the element is on the screen, such as wrapped lines or a scroll
  /// position.
  associatedtype State = Void

  /// Returns a function that measures the content. The default is nil. The function is not used if
  /// there are children, because they determine the size.
  /// - Parameter widths: the terminal's width rules, to measure text with ``displayWidth(of:_:)``
  ///   or ``TextLayout``.
  func measure(_ widths: WidthRules) -> MeasureFunction?
  /// Whether the size may differ from that of the old content. The default is true.
  func measuresDifferently(from old: Self) -> Bool
  /// Makes the state of a new element.
  @MainActor func makeState() -> State
  /// Draws the content; children are drawn over it. Called only for parts that need drawing, and
  /// clipped to them.
  @MainActor func draw(in brush: Brush, state: inout State)
  /// Whether a cell belongs to the element, for mouse events. The default is true.
  @MainActor func contains(_ point: CellPoint, in size: CellSize) -> Bool
  /// The position of the text cursor while the element has the focus, from the top left corner of
  /// the content box. The default is nil, which hides the cursor.
  /// - Parameter size: the content box.
  @MainActor func cursor(in size: CellSize, state: inout State) -> CellPoint?
  /// Whether the content draws behind its children. If not, scrolling the children is cheaper. The
  /// default is true.
  var drawsBehindChildren: Bool { get }
}

extension TerminalContent {
  public func measure(_ widths: WidthRules) -> MeasureFunction? { nil }
  public func measuresDifferently(from old: Self) -> Bool { true }
  @MainActor public func draw(in brush: Brush, state: inout State) {}
  @MainActor public func contains(_ point: CellPoint, in size: CellSize) -> Bool { true }
  @MainActor public func cursor(in size: CellSize, state: inout State) -> CellPoint? { nil }
  public var drawsBehindChildren: Bool { true }
}

extension TerminalContent where State == Void {
  @MainActor public func makeState() {}
}

extension Container: TerminalContent {
  public var drawsBehindChildren: Bool { false }
}

/// Type-erased content with its state. Measuring and drawing need no cast.
@MainActor
class DrawnContent {
  func measure(_ widths: WidthRules) -> MeasureFunction? { nil }
  var drawsBehindChildren: Bool { false }
  /// Whether a change of the content may change what the element itself draws.
  var isVisible: Bool { true }
  var overlay: Overlay? { nil }
  var semantics: Semantics? { nil }
  var plainText: PlainText { .container }
  /// The constraints that place the children, if any.
  var constraints: [LayoutConstraint]? { nil }
  func content<Wanted: ElementContent>(as type: Wanted.Type) -> Wanted? { nil }
  /// - Returns: whether the size may have changed.
  func update(to content: any ElementContent) -> Bool { false }
  /// Resets the state to the state of a new element.
  /// - Returns: whether there is a state.
  func reset() -> Bool { false }
  func draw(in brush: Brush) {}
  func contains(_ point: CellPoint, in size: CellSize) -> Bool { true }
  func cursor(in size: CellSize) -> CellPoint? { nil }

  typealias Maker = (any ElementContent) -> DrawnContent

  /// Returns a function that wraps content of the same type as `content`.
  static func maker(for content: any ElementContent) -> Maker {
    func maker<Content: TerminalContent>(_: Content) -> Maker {
      { content in
        TypedDrawnContent(content as! Content)
      }
    }
    guard let content = content as? any TerminalContent else {
      fatalError(
        "\(type(of: content)) cannot be shown on a terminal: conform it to TerminalContent, or use the "
          + "widgets of this package")
    }
    return maker(content)
  }
}

private final class TypedDrawnContent<Content: TerminalContent>: DrawnContent {
  // Exclusivity checks are off, because no function of a content draws, measures or changes an
  // element.
  @exclusivity(unchecked) private var content: Content
  @exclusivity(unchecked) private var state: Content.State
  @exclusivity(unchecked) private var hasOldState = false

  init(_ content: Content) {
    self.content = content
    state = content.makeState()
  }

  override func measure(_ widths: WidthRules) -> MeasureFunction? { content.measure(widths) }

  override var drawsBehindChildren: Bool { content.drawsBehindChildren }

  override var isVisible: Bool { Content.self != EditorContent.self }

  override var semantics: Semantics? { content.semantics }
  override var plainText: PlainText { content.plainText }

  override var overlay: Overlay? {
    if let dialog = content as? DialogContent { return dialog.isTool ? .tool : .dialog }
    if Content.self == PopoverContent.self { return .popover }
    return Content.self == ToastsContent.self ? .toasts : nil
  }

  override var constraints: [LayoutConstraint]? { (content as? ConstrainedContent)?.constraints }

  override func content<Wanted: ElementContent>(as type: Wanted.Type) -> Wanted? {
    content as? Wanted
  }

  override func update(to content: any ElementContent) -> Bool {
    // An element is only updated to content of the same type.
    let content = content as! Content
    defer { self.content = content }
    return content.measuresDifferently(from: self.content)
  }

  override func reset() -> Bool {
    if Content.State.self == Void.self { return false }
    hasOldState = true
    return true
  }

  override func draw(in brush: Brush) {
    renewState()
    content.draw(in: brush, state: &state)
  }

  /// Makes the new state of a reused element when it is first needed, because the element gets its
  /// new content only after ``reset()``.
  private func renewState() {
    if !hasOldState { return }
    hasOldState = false
    state = content.makeState()
  }

  override func contains(_ point: CellPoint, in size: CellSize) -> Bool {
    content.contains(point, in: size)
  }

  override func cursor(in size: CellSize) -> CellPoint? {
    renewState()
    return content.cursor(in: size, state: &state)
  }
}
