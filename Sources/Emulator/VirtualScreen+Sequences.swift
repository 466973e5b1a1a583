import MillraceRender
import MillraceTerminal

extension VirtualScreen {
  mutating func perform(_ token: ControlParser.Token) {
    if case .text(let scalar) = token {
      write(scalar)
      lastWritten = scalar
      return
    }
    switch token {
    case .text: break
    case .control(let byte): perform(control: byte)
    case .escape(let rest): perform(escape: rest)
    case .sequence(let body, let final): perform(body: body, final: final)
    case .string(let kind, let body): perform(string: body, kind: kind)
    }
    // REP repeats only directly after text: after a sequence, some terminals repeat nothing.
    lastWritten = nil
  }

  private mutating func perform(control byte: UInt8) {
    switch byte {
    case 0x00: break
    case 0x07: bells += 1
    case 0x08: moveTo(x: cursorX - 1, y: cursorY)
    case 0x09: tab(1)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: moveTo(x: 0, y: cursorY)
    case 0x0E, 0x0F: charsets.isG1InUse = byte == 0x0E
    // CAN and SUB end a sequence; no sequence is open here.
    case 0x18, 0x1A: break
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
    case "H": tabStops.insert(cursorX)
    case "M": reverseLineFeed()
    case "c": reset()
    case "#8": fillWithE()
    case "(0", "(B": charsets.isG0Graphic = rest == "(0"
    case ")0", ")B": charsets.isG1Graphic = rest == ")0"
    case "=", ">", "\\": break
    default: unknownSequences.append("ESC " + rest)
    }
  }

  private mutating func perform(string body: String, kind: Character) {
    let parts = body.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? parts[1] : ""
    if kind == "P", body.hasPrefix("+q") || body.hasPrefix("$q") {
      queries.append("ESC P" + body)
    } else if kind == "]", value == "?" || value.hasSuffix(";?") {
      queries.append("ESC ]" + body)
      answerColor(parts[0])
    } else if kind == "]", ["0", "1", "2"].contains(parts[0]) {
      if parts[0] != "1" { title = String(value) }
    } else if kind == "]", parts[0] == "8", let semicolon = value.firstIndex(of: ";") {
      let address = value[value.index(after: semicolon)...]
      link = address.isEmpty ? nil : String(address)
    } else if kind == "]", parts[0] == "52" {
      clipboard = String(value)
    } else if kind == "]", ["9", "777"].contains(parts[0]) {
      notices.append(String(value))
    } else {
      unknownSequences.append("ESC \(kind)\(body)")
    }
  }

  private mutating func perform(body: String, final: Character) {
    let written = "ESC [\(body)\(final)"
    let prefix = body.prefix { "<=>?".contains($0) }
    let parameters = body.dropFirst(prefix.count).prefix { "0123456789;:".contains($0) }
    let key = "\(prefix)\(body.dropFirst(prefix.count + parameters.count))\(final)"
    if key == "m" {
      if !select(String(parameters)) { unknownSequences.append(written) }
      return
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      // Numbers are capped as in terminals; -1 marks a parameter with colons.
      $0.isEmpty ? 0 : $0.contains(":") ? -1 : min(Int($0) ?? .max, 65_535)
    }
    if numbers.contains(-1) {
      unknownSequences.append(written)
    } else if answer(key, numbers[0]) {
      queries.append(written)
    } else if !perform(key, numbers) {
      unknownSequences.append(written)
    }
  }

  /// Performs a control sequence.
  /// - Returns: Whether the sequence is known.
  private mutating func perform(_ key: String, _ numbers: [Int]) -> Bool {
    let first = numbers[0]
    let count = max(1, first)
    let second = numbers.count > 1 ? numbers[1] : 0
    switch key {
    case "@": insertBlanks(count)
    case "A": moveRows(-count)
    case "B", "e": moveRows(count)
    case "C", "a": moveTo(x: cursorX + count, y: cursorY)
    case "D": moveTo(x: cursorX - count, y: cursorY)
    case "E", "F":
      moveRows(key == "E" ? count : -count)
      moveTo(x: 0, y: cursorY)
    case "G", "`": moveTo(x: count - 1, y: cursorY)
    case "d": moveTo(x: cursorX, addressedRow: count - 1)
    case "H", "f": moveTo(x: max(1, second) - 1, addressedRow: count - 1)
    case "I": tab(count)
    case "Z": tab(-count)
    case "J": return eraseDisplay(first)
    case "K": return eraseLine(first)
    case "L": insertLines(count)
    case "M": insertLines(-count)
    case "P": deleteCharacters(count)
    case "S": scroll(margins, by: count)
    case "T" where numbers.count == 1: scroll(margins, by: -count)
    case "X": erase(columns: cursorX..<cursorX + count, row: cursorY)
    case "b":
      guard let lastWritten else { return false }
      for _ in 0..<count { write(lastWritten) }
    case "g" where first == 0: tabStops.remove(cursorX)
    case "g" where first == 3: tabStops = []
    case "r": return setMargins(top: count, bottom: second == 0 ? height : second)
    case "s" where numbers == [0]: saveCursor()
    case "u" where numbers == [0]: restoreCursor()
    case "!p": softReset()
    case "h", "l":
      for mode in numbers {
        guard mode == 4 || mode == 20 else { return false }
        if key == "h" { ansiModes.insert(mode) } else { ansiModes.remove(mode) }
      }
    case "?h", "?l": for mode in numbers { setMode(mode, key == "?h") }
    case ">u", "<u", "=u": changeKeyboard(key.first ?? "=", first, second)
    case "t" where first == 22: if second != 1 { titles = (titles + [title]).suffix(10) }
    case "t" where first == 23: if second != 1, let old = titles.popLast() { title = old }
    // Ignores the cursor's shape (xterm, Linux) and modifyOtherKeys: neither changes the screen.
    case " q", "?c", ">m", "?m": break
    default: return false
    }
    return true
  }
}
