import MillraceRender
import MillraceTerminal

extension VirtualScreen {
  mutating func perform(_ token: ControlParser.Token) {
    switch token {
    case .text(let scalar): write(scalar)
    case .control(let byte): perform(control: byte)
    case .escape(let rest): perform(escape: rest)
    case .sequence(let body, let final): perform(body: body, final: final)
    case .string(let kind, let body): perform(string: body, kind: kind)
    }
  }

  private mutating func perform(control byte: UInt8) {
    switch byte {
    case 0x08: moveTo(x: cursorX - 1, y: cursorY)
    case 0x09: moveTo(x: (cursorX / 8 + 1) * 8, y: cursorY)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: moveTo(x: 0, y: cursorY)
    default: unknownSequences.append("0x" + String(byte, radix: 16))
    }
  }

  private mutating func perform(escape rest: String) {
    switch rest {
    case "7": saveCursor()
    case "8": restoreCursor()
    case "D": lineFeed()
    case "E":
      moveTo(x: 0, y: cursorY)
      lineFeed()
    case "M": reverseLineFeed()
    case "c": reset()
    case "=", ">", "(B", ")B", "\\": break
    default: unknownSequences.append("ESC " + rest)
    }
  }

  private mutating func perform(string body: String, kind: Character) {
    if kind == "]", body.hasPrefix("0;") || body.hasPrefix("2;") {
      title = String(body.dropFirst(2))
    } else if kind == "]", body.contains("?") {
      queries.append("ESC ]" + body)
    } else if kind == "P", body.hasPrefix("+q") || body.hasPrefix("$q") {
      queries.append("ESC P" + body)
    } else {
      unknownSequences.append("ESC \(kind)\(body)")
    }
  }

  private mutating func perform(body: String, final: Character) {
    let written = "ESC [\(body)\(final)"
    if body.hasPrefix("?"), final == "h" || final == "l" {
      for number in body.dropFirst().split(separator: ";") {
        guard let mode = Int(number) else { return unknownSequences.append(written) }
        setMode(mode, final == "h")
      }
      return
    }
    if Self.isQuery(body: body, final: final) { return queries.append(written) }
    if final == "m", !body.hasPrefix(">"), !body.hasPrefix("?") {
      if !select(body) { unknownSequences.append(written) }
      return
    }
    // The kitty keyboard, modifyOtherKeys, the cursor's shape, the window's title: nothing to see
    // here.
    let isSilent =
      final == "u" && [">", "<", "="].contains(body.first) || final == "m" && body.hasPrefix(">")
      || final == "q" && body.hasSuffix(" ")
      || final == "t" && ["22", "23"].contains(body.prefix(2))
    if isSilent { return }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.isEmpty ? 0 : Int($0) ?? -1
    }
    if numbers.contains(-1) || !perform(numbers: numbers, final: final) {
      unknownSequences.append(written)
    }
  }

  private static func isQuery(body: String, final: Character) -> Bool {
    switch final {
    case "p": body.hasSuffix("$")
    case "c": ["", "0", ">", ">0", "="].contains(body)
    case "n": ["5", "6", "?6"].contains(body)
    case "q": body.hasPrefix(">")
    case "u": body == "?"
    case "t": ["14", "16", "18"].contains(body)
    default: false
    }
  }

  /// - Returns: Whether the sequence is known.
  private mutating func perform(numbers: [Int], final: Character) -> Bool {
    let first = numbers.first ?? 0
    let count = max(1, first)
    let second = numbers.count > 1 ? numbers[1] : 0
    switch final {
    case "A": moveTo(x: cursorX, y: max(cursorY - count, top))
    case "B": moveTo(x: cursorX, y: min(cursorY + count, bottom))
    case "C": moveTo(x: cursorX + count, y: cursorY)
    case "D": moveTo(x: cursorX - count, y: cursorY)
    case "G": moveTo(x: count - 1, y: cursorY)
    case "d": moveTo(x: cursorX, y: count - 1)
    case "H", "f": moveTo(x: max(1, second) - 1, y: count - 1)
    case "J": eraseDisplay(first)
    case "K": eraseLine(first)
    case "X": erase(columns: cursorX..<cursorX + count, row: cursorY)
    case "S": scrollUp(count)
    case "T": scrollDown(count)
    case "r": return setMargins(top: count, bottom: second == 0 ? height : second)
    case "s": saveCursor()
    case "u": restoreCursor()
    case "h", "l": return first == 4 || first == 20
    default: return false
    }
    return true
  }

  /// Moving up and down stops at a margin, from inside it.
  private var top: Int { cursorY >= margins.lowerBound ? margins.lowerBound : 0 }
  private var bottom: Int {
    cursorY < margins.upperBound ? margins.upperBound - 1 : height - 1
  }

  private mutating func setMargins(top: Int, bottom: Int) -> Bool {
    let bottom = min(bottom, height)
    guard top < bottom || height == 1 else { return false }
    margins = top - 1..<max(top, bottom)
    moveTo(x: 0, y: 0)
    return true
  }
}
