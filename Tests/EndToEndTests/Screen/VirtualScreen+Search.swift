import MillraceRender
import MillraceTerminal
import MillraceTesting

extension VirtualScreen {
  /// The column where a text begins; nil if the row does not show it.
  func column(of text: String, row: Int) -> Int? {
    (0..<width).first { start in
      var seen = ""
      for x in start..<width where seen.count < text.count { seen += cell(x: x, y: row).text }
      return seen == text
    }
  }

  /// The items as they show: tick and title.
  var items: [String] {
    (0..<height).map(rowText).filter { $0.hasSuffix("‹x›") }.map { row in
      var title = row.dropFirst(2).dropLast(3)
      while title.last == " " { title.removeLast() }
      return String(title)
    }
  }

  /// The style of the first character of a text; nil if it does not show.
  func style(of text: String) -> Style? {
    for y in 0..<height {
      if let x = column(of: text, row: y) { return cell(x: x, y: y).style }
    }
    return nil
  }

  /// Whether the list has the focus, and not a field.
  var isInList: Bool { !isCursorVisible }
}
