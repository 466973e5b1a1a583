import MillraceLayout
import MillraceRender

/// Content that depends on the available size.
///
/// ```swift
/// SizeReader { size in
///   if size.width < 60 { Column { parts } } else { Row(gap: 2) { parts } }
/// }
/// ```
///
/// It fills the width of its parent, and can shrink to less than the size of its content. Its
/// height follows from the content unless `.height(.percent(100))` or `.grow()` sets it: content
/// must not depend on a height that depends on the content. If the box gets the same size twice
/// within a frame, with another size in between, or more than four sizes, an issue is reported, and
/// the next frame continues with the last size. In plain-text output, the size is 80 × 24.
public struct SizeReader: LiveComponent {
  private let initialSize: CellSize?
  private let content: @MainActor (CellSize) throws -> Node
  @Local(reason: .size) private var size = MeasuredSize()

  /// - Parameter content: builds the content for a box of the given size in cells.
  public init(@NodeBuilder content: @escaping @MainActor (CellSize) throws -> Node) {
    initialSize = nil
    self.content = content
  }

  /// - Parameter initialSize: the size to assume before the first layout, so that controls in the
  ///   content can take the focus in the first frame.
  init(initialSize: CellSize, content: @escaping @MainActor (CellSize) -> Node) {
    self.initialSize = initialSize
    self.content = content
  }

  public func body(in context: RenderContext) throws -> Node {
    let size =
      context.isInteractive ? self.size.value ?? initialSize : CellSize(width: 80, height: 24)
    let style = LayoutStyle.element {
      $0.direction = .column
      $0.width = .percent(100)
      $0.automaticMinimumSize = false
      $0.overflow = .clip
    }
    let handlers = Handlers {
      $0.layoutChanged = { report, context in
        _size.change { $0.update(to: report.size, in: context) }
      }
    }
    return Node(
      Element(
        Container(), style: style, handlers: handlers,
        children: try size.map { try content($0).asChildren } ?? []))
  }

  private struct MeasuredSize: CustomStringConvertible {
    private(set) var value: CellSize?
    private var frame = -1
    /// The sizes in this frame so far.
    private var sizes: [CellSize] = []

    /// An inspector shows this text as the cause of a rendering.
    var description: String { value.map { "\($0.width) × \($0.height)" } ?? "not measured" }

    /// - Returns: whether the content must be rebuilt for a new size.
    @MainActor mutating func update(to size: CellSize, in context: EventContext) -> Bool {
      guard size != value else { return false }
      if frame != context.frame { sizes = [] }
      frame = context.frame
      // Several sizes in a frame are normal: content changes the height, and then a scroll bar
      // beside it changes the width.
      guard sizes.count < 4, !sizes.contains(size) else {
        context.report(.unsettledSize)
        return false
      }
      sizes.append(size)
      value = size
      return true
    }
  }
}
