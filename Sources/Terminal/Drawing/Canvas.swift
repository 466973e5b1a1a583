import MillraceLayout
import MillraceRender

/// An area that the program draws itself; a short form of ``TerminalContent``.
///
/// ```swift
/// Canvas(width: 20, height: 1, id: percent) { brush in
///   let columns = percent * brush.size.width / 100
///   brush.fill(CellRect(x: 0, y: 0, width: columns, height: 1), with: "▓")
///   brush.write("\(percent) %", x: columns + 1, y: 0, style: Style(attributes: .dim))
/// }
/// ```
public struct Canvas: NodeConvertible {
  public let node: Node

  /// Creates a drawing without content over it.
  /// - Parameters:
  ///   - width: the preferred width in columns. With 0, only the layout decides it, such as by
  ///     `grow()`.
  ///   - height: the preferred height in rows. With 0, only the layout decides it.
  ///   - id: the value that the drawing depends on. Without it, every rendering draws again.
  ///   - draw: the drawing. Called whenever a part of the canvas needs drawing.
  public init(
    width: Int = 0, height: Int = 0, id: (some Equatable)? = Int?.none,
    draw: @escaping @MainActor (Brush) -> Void
  ) {
    self.init(width: width, height: height, id: id, draw: draw) {}
  }

  /// Creates a drawing with content over it.
  /// - Parameters:
  ///   - width: the preferred width in columns.
  ///   - height: the preferred height in rows.
  ///   - id: the value that the drawing depends on. Without it, every rendering draws again.
  ///   - draw: the drawing. Called whenever a part of the canvas needs drawing.
  ///   - content: laid out in a column over the drawing; it then determines the size.
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
