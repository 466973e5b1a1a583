import MillraceLayout
import MillraceRender

/// The lines around a box.
public struct BorderStyle: Hashable, Sendable {
  let topLeft, top, topRight, side, bottomLeft, bottomRight: Character

  private init(_ characters: String) {
    let parts = Array(characters)
    topLeft = parts[0]
    top = parts[1]
    topRight = parts[2]
    side = parts[3]
    bottomLeft = parts[4]
    bottomRight = parts[5]
  }

  public static let single = BorderStyle("┌─┐│└┘")
  public static let rounded = BorderStyle("╭─╮│╰╯")
  public static let double = BorderStyle("╔═╗║╚╝")
  public static let heavy = BorderStyle("┏━┓┃┗┛")
  public static let ascii = BorderStyle("+-+|++")
}

/// A rectangle with children, and perhaps a border.
struct BoxContent: TerminalContent, Equatable {
  var border: BorderStyle?
  var title: String?
  var isElastic = false

  nonisolated func adjust(_ style: inout LayoutStyle) {
    if border != nil { style.border = Edges(1) }
  }

  func draw(_ node: TerminalNode, with brush: Brush) {
    guard let border, brush.frame.width > 1, brush.frame.height > 1 else { return }
    let frame = brush.frame
    let right = frame.maxX - 1
    let bottom = frame.maxY - 1
    let line = String(repeating: border.top, count: frame.width - 2)
    brush.write("\(border.topLeft)\(line)\(border.topRight)", x: frame.x, y: frame.y)
    let side = String(border.side)
    for y in (frame.y + 1)..<max(frame.y + 1, bottom) {
      brush.write(side, x: frame.x, y: y)
      brush.write(side, x: right, y: y)
    }
    brush.write("\(border.bottomLeft)\(line)\(border.bottomRight)", x: frame.x, y: bottom)
    guard let title, frame.width > 6 else { return }
    let text = TextLayout.lines(
      of: SafeText.visible(title), width: frame.width - 6, wrap: .truncateEnd)
    if let first = text.first { brush.write(" \(first) ", x: frame.x + 2, y: frame.y) }
  }
}
