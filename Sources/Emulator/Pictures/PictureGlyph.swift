/// A character drawn as a shape, so that it joins its neighbours: box lines and blocks.
struct PictureGlyph {
  /// The line width; nil for a filled area.
  let stroke: Double?
  var opacity = 1.0
  /// The SVG path, in the coordinates of the screen.
  let path: String

  /// The line width of double lines. A double line is a broad line over which a line in the
  /// background colour is drawn, so that double lines join.
  static let double = 4.5

  /// - Parameters:
  ///   - text: The cluster of a cell. The result is nil for a character that is drawn as text.
  ///   - x: The cell's left edge.
  ///   - y: The cell's upper edge.
  init?(_ text: String, x: Double, y: Double) {
    guard let character = text.first, let scalar = text.unicodeScalars.first?.value else {
      return nil
    }
    let (middleX, middleY) = (x + 4.5, y + 9.5)
    if let (stroke, arms) = Self.lines[character] {
      self.stroke = stroke
      let ends = ["u": "V\(y)", "r": "H\(x + 9)", "d": "V\(y + 19)", "l": "H\(x)"]
      path = arms.map { "M\(middleX) \(middleY)" + (ends[String($0)] ?? "") }.joined()
    } else if let arms = Self.corners[character] {
      stroke = 1
      let (edge, bend) = arms.first == "u" ? (y, middleY - 4.5) : (y + 19, middleY + 4.5)
      let end = arms.last == "r" ? x + 9 : x
      path = "M\(middleX) \(edge)V\(bend)Q\(middleX) \(middleY) \(end) \(middleY)"
    } else if let (left, top, width, height, opacity) = Self.area(scalar) {
      (stroke, self.opacity) = (nil, opacity)
      path = """
        M\(x + left * 9 / 8) \(y + top * 19 / 8)h\(width * 9 / 8)v\(height * 19 / 8)\
        h\(-width * 9 / 8)z
        """
    } else {
      return nil
    }
  }

  /// For each box-drawing character, the line width and its arms: up, right, down and left.
  private static let lines: [Character: (stroke: Double, arms: String)] = {
    let arms = ["rl", "ud", "rd", "dl", "ur", "ul", "urd", "udl", "rdl", "url", "urdl"]
    let kinds = [("─│┌┐└┘├┤┬┴┼", 1), ("━┃┏┓┗┛┣┫┳┻╋", 3), ("═║╔╗╚╝╠╣╦╩╬", double)]
    let lines = kinds.flatMap { kind in zip(kind.0, arms).map { ($0, (kind.1, $1)) } }
    return Dictionary(uniqueKeysWithValues: lines)
  }()

  private static let corners: [Character: String] = ["╭": "dr", "╮": "dl", "╯": "ul", "╰": "ur"]

  /// The filled part of a block character, in eighths of a cell.
  private static func area(
    _ scalar: UInt32
  ) -> (x: Double, y: Double, width: Double, height: Double, opacity: Double)? {
    switch scalar {
    case 0x2580: (0, 0, 8, 4, 1)
    case 0x2581...0x2588: (0, Double(0x2588 - scalar), 8, Double(scalar - 0x2580), 1)
    case 0x2589...0x258F: (0, 0, Double(0x2590 - scalar), 8, 1)
    case 0x2590: (4, 0, 4, 8, 1)
    case 0x2591...0x2593: (0, 0, 8, 8, Double(scalar - 0x2590) / 4)
    default: nil
    }
  }
}
