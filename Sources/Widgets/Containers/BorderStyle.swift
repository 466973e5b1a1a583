import MillraceRender

/// The lines around a box.
public struct BorderStyle: Hashable, Sendable {
  package let topLeft, top, topRight, side, bottomLeft, bottomRight: Character

  private init(_ characters: String) {
    let parts = Array(characters)
    (topLeft, top, topRight) = (parts[0], parts[1], parts[2])
    (side, bottomLeft, bottomRight) = (parts[3], parts[4], parts[5])
  }

  /// Thin lines.
  public static let single = BorderStyle("┌─┐│└┘")
  /// Thin lines with round corners.
  public static let rounded = BorderStyle("╭─╮│╰╯")
  /// Double lines.
  public static let double = BorderStyle("╔═╗║╚╝")
  /// Thick lines.
  public static let heavy = BorderStyle("┏━┓┃┗┛")
  /// Lines of `+`, `-` and `|`.
  public static let ascii = BorderStyle("+-+|++")
}

/// The border around a box, and the title on it.
package struct BoxContent: ElementContent, Equatable {
  package let border: BorderStyle
  package let title: String?
  package let lines: Style

  package var plainText: PlainText {
    if let title, !title.isEmpty { .titled(title) } else { .container }
  }
}
