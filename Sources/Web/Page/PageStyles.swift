import MillraceRender

/// Assigns numbers to the styles that were sent to a page.
struct PageStyles {
  private var numbers: [Style: Int] = [Style(): 0]
  /// The operations that define new styles, which were not sent yet.
  private(set) var definitions = PageText()

  /// Returns the number of a style, and defines the style if the page does not have it.
  mutating func number(of style: Style) -> Int {
    if let known = numbers[style] { return known }
    let number = numbers.count
    numbers[style] = number
    definitions.operation("y") { text in
      text.numbers(number)
      text.raw(",{\"a\":")
      text.number(Int(style.attributes.rawValue))
      Self.write(style.foreground, as: ",\"f\":", into: &text)
      Self.write(style.background, as: ",\"b\":", into: &text)
      Self.write(style.underlineColor, as: ",\"l\":", into: &text)
      if style.underlineKind != .single {
        text.raw(",\"u\":")
        text.number(Int(style.underlineKind.rawValue))
      }
      text.raw("}")
    }
    return number
  }

  /// Returns the definitions that were not sent yet, and clears them.
  mutating func takeDefinitions() -> PageText {
    defer { definitions = PageText() }
    return definitions
  }

  private static func write(_ color: Color, as key: StaticString, into text: inout PageText) {
    switch color.kind {
    case .default: return
    case .indexed(let index):
      text.raw(key)
      text.number(Int(index))
    case .rgb(let red, let green, let blue):
      text.raw(key)
      let digits = [red, green, blue].map {
        $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16)
      }
      text.string("#" + digits.joined())
    }
  }
}
