import MillraceLayout
import MillraceRender

/// The texts of a row, the header or the footer in the columns of a table: one element for all
/// cells.
package struct TableContent: ElementContent, Equatable {
  package struct Cell: Equatable {
    package let text: String
    package let x: Int
    package let width: Int
    package let alignment: TextAlignment
    /// The style of the cell, applied over the style of the row.
    package let style: Style
    /// Whether the cell is drawn inverse in the current row.
    package let isCurrent: Bool
  }

  package let cells: [Cell]
  let role: SemanticRole

  /// - Parameters:
  ///   - texts: returns the text and the style for a column.
  ///   - current: the columns that are current or selected, as indices among the columns that are
  ///     not hidden.
  init(
    _ grid: TableGrid, _ role: SemanticRole, current: ClosedRange<Int>? = nil,
    _ texts: (TableGrid.Position) -> (String, Style)
  ) {
    self.role = role
    cells = grid.positions.map { position in
      let (text, style) = texts(position)
      return Cell(
        text: singleLine(text), x: position.x, width: position.width, alignment: position.alignment,
        style: style, isCurrent: current?.contains(position.shown) == true)
    }
  }

  package var plainText: PlainText { .text(cells.map(\.text).joined(separator: "  ")) }
  package var semantics: Semantics? {
    Semantics(role, cells.map(\.text).joined(separator: ", "))
  }
}
