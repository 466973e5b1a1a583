import MillraceRender
import MillraceTerminal

extension VirtualScreen {
  /// SGR: applies the parameters of a sequence to the pen.
  ///
  /// - Returns: Whether all parameters are known.
  mutating func select(_ body: String) -> Bool {
    var parameters = body.split(separator: ";", omittingEmptySubsequences: false)[...]
    var isKnown = true
    while let parameter = parameters.popFirst() {
      let parts = parameter.split(separator: ":", omittingEmptySubsequences: false).map {
        Int($0) ?? 0
      }
      let code = parts.first ?? 0
      if code == 38 || code == 48 || code == 58 {
        let color = parts.count > 1 ? Self.color(parts: parts) : Self.color(next: &parameters)
        guard let color else {
          isKnown = false
          continue
        }
        switch code {
        case 38: pen.foreground = color
        case 48: pen.background = color
        default: pen.underlineColor = color
        }
      } else if code == 4, parts.count > 1 {
        isKnown = underline(parts[1]) && isKnown
      } else if !select(code: code) {
        isKnown = false
      }
    }
    return isKnown
  }

  private mutating func select(code: Int) -> Bool {
    switch code {
    case 0: pen = Style()
    case 1: setAttribute(.bold, true)
    case 2: setAttribute(.dim, true)
    case 3: setAttribute(.italic, true)
    case 4, 24: return underline(code == 4 ? 1 : 0)
    case 21: return underline(2)
    case 7: setAttribute(.inverse, true)
    case 9: setAttribute(.strikethrough, true)
    // Blinking and concealed text are not shown as such.
    case 5, 6, 8, 25, 28: break
    case 22:
      setAttribute(.bold, false)
      setAttribute(.dim, false)
    case 23: setAttribute(.italic, false)
    case 27: setAttribute(.inverse, false)
    case 29: setAttribute(.strikethrough, false)
    case 30...37: pen.foreground = .indexed(UInt8(code - 30))
    case 39: pen.foreground = .default
    case 40...47: pen.background = .indexed(UInt8(code - 40))
    case 49: pen.background = .default
    case 59: pen.underlineColor = .default
    case 90...97: pen.foreground = .indexed(UInt8(code - 82))
    case 100...107: pen.background = .indexed(UInt8(code - 92))
    default: return false
    }
    return true
  }

  /// - Parameter number: The kind of underline; 0 for none.
  private mutating func underline(_ number: Int) -> Bool {
    let kind = number == 0 ? .single : UInt8(exactly: number - 1).flatMap(UnderlineKind.init)
    guard let kind else { return false }
    setAttribute(.underline, number != 0)
    pen.underlineKind = kind
    return true
  }

  private mutating func setAttribute(_ attribute: Attributes, _ isOn: Bool) {
    if isOn { pen.attributes.insert(attribute) } else { pen.attributes.remove(attribute) }
  }

  /// A colour in one parameter: `38:5:n` and `38:2::r:g:b`, or the common form `38:2:r:g:b`.
  private static func color(parts: [Int]) -> Color? {
    switch parts[1] {
    case 5 where parts.count > 2: indexed(parts[2])
    case 2 where parts.count >= 5: rgb(parts.suffix(3))
    default: nil
    }
  }

  /// A colour in several parameters: `38;5;n` and `38;2;r;g;b`.
  private static func color(next: inout ArraySlice<Substring>) -> Color? {
    switch next.popFirst() {
    case "5": return next.popFirst().flatMap { Int($0) }.flatMap(indexed)
    case "2":
      let parts = next.prefix(3).map { Int($0) ?? 0 }
      next = next.dropFirst(3)
      return rgb(parts[...])
    default: return nil
    }
  }

  private static func indexed(_ number: Int) -> Color? {
    UInt8(exactly: number).map { .indexed($0) }
  }

  private static func rgb(_ parts: ArraySlice<Int>) -> Color? {
    let bytes = parts.compactMap { UInt8(exactly: $0) }
    return bytes.count == 3 ? .rgb(bytes[0], bytes[1], bytes[2]) : nil
  }
}
