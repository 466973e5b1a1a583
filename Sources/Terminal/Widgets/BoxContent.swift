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

/// The border around a box, and the title on it.
struct BoxContent: TerminalContent {
  let border: BorderStyle
  let title: String?

  var drawsBehindChildren: Bool { false }

  func draw(in brush: Brush, state: inout Void) {
    let (width, height) = (brush.size.width, brush.size.height)
    guard width > 1, height > 1 else { return }
    let line = String(repeating: border.top, count: width - 2)
    brush.write("\(border.topLeft)\(line)\(border.topRight)", x: 0, y: 0)
    let side = String(border.side)
    for y in 1..<height - 1 {
      brush.write(side, x: 0, y: y)
      brush.write(side, x: width - 1, y: y)
    }
    brush.write("\(border.bottomLeft)\(line)\(border.bottomRight)", x: 0, y: height - 1)
    guard let title, width > 6 else { return }
    let text = TextLayout.lines(
      of: SafeText.visible(title), width: width - 6, wrap: .truncateEnd)
    if let first = text.first { brush.write(" \(first) ", x: 2, y: 0) }
  }
}
