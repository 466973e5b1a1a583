import MillraceLayout
import MillraceRender
import MillraceWidgets

/// Content that a terminal can lay out and draw: what a widget, or a raw node of a program's own, is.
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
/// `Element(_:children:)` puts nodes over it, components too.
///
/// Content is equal to what looks the same. Other content of the same type is drawn in its place, with
/// the same state.
public protocol TerminalContent: ElementContent, Equatable {
  /// What an element keeps as long as it is on the screen: text in lines, a place in it.
  associatedtype State = Void

  /// Measures the content; nil, which is the default: the children make the size, as they do wherever
  /// there are any.
  /// - Parameter widths: what is known of the terminal, for content that measures text by
  ///   ``displayWidth(of:_:)`` or ``TextLayout``.
  func measure(_ widths: WidthRules) -> MeasureFunction?
  /// Whether the content may have another size than the old. The default is true.
  func measuresDifferently(from old: Self) -> Bool
  @MainActor func makeState() -> State
  /// Draws the content itself; children are drawn over it. Called only where something has to be drawn
  /// again, and clipped to that.
  @MainActor func draw(in brush: Brush, state: inout State)
  /// Whether a cell of the element belongs to it, for the mouse. The default is true.
  @MainActor func contains(_ point: CellPoint, in size: CellSize) -> Bool
  /// Where the cursor stands while the element has the focus, from the top left corner of the content
  /// box; nil, which is the default: nowhere.
  /// - Parameter size: the content box.
  @MainActor func cursor(in size: CellSize, state: inout State) -> CellPoint?
  /// Whether it draws where its children stand. Scrolling is cheaper where nothing is drawn behind.
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

/// Content without its type, and its state: a cast when it changes, none when it is used.
@MainActor
class DrawnContent {
  func measure(_ widths: WidthRules) -> MeasureFunction? { nil }
  var drawsBehindChildren: Bool { false }
  var overlay: Overlay? { nil }
  var semantics: Semantics? { nil }
  var plainText: PlainText { .container }
  /// Where children stand, if constraints say so.
  var constraints: [LayoutConstraint]? { nil }
  func content<Wanted: ElementContent>(as type: Wanted.Type) -> Wanted? { nil }
  /// - Returns: whether the new content may have another size.
  func update(to content: any ElementContent) -> Bool { false }
  func draw(in brush: Brush) {}
  func contains(_ point: CellPoint, in size: CellSize) -> Bool { true }
  func cursor(in size: CellSize) -> CellPoint? { nil }

  typealias Maker = (any ElementContent) -> DrawnContent

  /// What makes content of this type ready to be drawn.
  static func maker(for content: any ElementContent) -> Maker {
    func maker<Content: TerminalContent>(_: Content) -> Maker {
      { content in
        TypedDrawnContent(content as! Content)
      }
    }
    guard let content = content as? any TerminalContent else {
      fatalError(
        "\(type(of: content)) is no element of a terminal: make it a TerminalContent, or use the "
          + "widgets of this package")
    }
    return maker(content)
  }
}

private final class TypedDrawnContent<Content: TerminalContent>: DrawnContent {
  private var content: Content
  private var state: Content.State

  init(_ content: Content) {
    self.content = content
    state = content.makeState()
  }

  override func measure(_ widths: WidthRules) -> MeasureFunction? { content.measure(widths) }

  override var drawsBehindChildren: Bool { content.drawsBehindChildren }

  override var semantics: Semantics? { content.semantics }
  override var plainText: PlainText { content.plainText }

  override var overlay: Overlay? {
    if Content.self == DialogContent.self { return .dialog }
    if Content.self == PopoverContent.self { return .popover }
    return Content.self == ToastsContent.self ? .toasts : nil
  }

  override var constraints: [LayoutConstraint]? { (content as? ConstrainedContent)?.constraints }

  override func content<Wanted: ElementContent>(as type: Wanted.Type) -> Wanted? {
    content as? Wanted
  }

  override func update(to content: any ElementContent) -> Bool {
    // An element is updated to content of the same type alone.
    let content = content as! Content
    defer { self.content = content }
    return content.measuresDifferently(from: self.content)
  }

  override func draw(in brush: Brush) { content.draw(in: brush, state: &state) }

  override func contains(_ point: CellPoint, in size: CellSize) -> Bool {
    content.contains(point, in: size)
  }

  override func cursor(in size: CellSize) -> CellPoint? {
    content.cursor(in: size, state: &state)
  }
}
