import MillraceRender

/// Assigns numbers to the styles that were sent to a page.
struct PageStyles {
  private var numbers: [Style: Int] = [Style(): 0]
  /// The operations that define new styles and have not been sent yet.
  var definitions = PageText()

  /// Returns the number of a style, and defines the style if the page does not have it.
  mutating func number(of style: Style) -> Int {
    if let known = numbers[style] { return known }
    let number = numbers.count
    numbers[style] = number
    definitions.operation(
      .defineStyle, number, Int(style.attributes.rawValue), Int(style.underlineKind.rawValue),
      Self.value(of: style.foreground), Self.value(of: style.background),
      Self.value(of: style.underlineColor))
    return number
  }

  private static func value(of color: Color) -> any PageValue {
    switch color.kind {
    case .default: ""
    case .indexed(let index): Int(index)
    case .rgb(let red, let green, let blue):
      "#" + String(1 << 24 | Int(red) << 16 | Int(green) << 8 | Int(blue), radix: 16).dropFirst()
    }
  }
}
