import MillraceLayout
import MillraceRender

/// A place that a program draws itself: the short form of ``TerminalContent``.
///
/// ```swift
/// Canvas(width: 20, height: 1) { brush in
///   brush.write(String(repeating: "▓", count: load * brush.size.width / 100), x: 0, y: 0)
/// }
/// ```
public struct Canvas: NodeConvertible {
  public let node: Node

  /// A drawing with nothing over it.
  public init(
    width: Int = 0, height: Int = 0, id: (some Equatable)? = Int?.none,
    draw: @escaping @MainActor (Brush) -> Void
  ) {
    self.init(width: width, height: height, id: id, draw: draw) {}
  }

  /// - Parameters:
  ///   - width: the columns that it asks for, where nothing else gives it a width.
  ///   - height: the rows.
  ///   - id: what the drawing depends on. Without it, it is drawn again each time that it is rendered.
  ///   - draw: draws. Called whenever a part of it has to be shown again.
  ///   - content: what stands over it, laid out in a column. The size is that of the content then.
  public init(
    width: Int = 0, height: Int = 0, id: (some Equatable)? = Int?.none,
    draw: @escaping @MainActor (Brush) -> Void, @NodeBuilder content: () throws -> Node
  ) rethrows {
    let style = LayoutStyle.element {
      $0.direction = .column
      $0.overflow = .clip
    }
    node = Node(
      Element(
        CanvasContent(id: id, size: CellSize(width: width, height: height), paint: draw),
        style: style, children: try content().asChildren))
  }
}

private struct CanvasContent<ID: Equatable>: TerminalContent {
  let id: ID?
  let size: CellSize
  let paint: @MainActor (Brush) -> Void

  static func == (first: CanvasContent, second: CanvasContent) -> Bool {
    first.id != nil && first.id == second.id && first.size == second.size
  }

  func measure(_ widths: WidthRules) -> MeasureFunction? {
    let size = size
    return MeasureFunction { _, _ in
      LayoutSize(width: Double(size.width), height: Double(size.height))
    }
  }

  func measuresDifferently(from old: CanvasContent) -> Bool { size != old.size }

  func draw(in brush: Brush, state: inout Void) { paint(brush) }
}
