import MillraceRender

extension InputDecoder {
  /// The maximum length of a string. Further bytes up to the string's end are dropped.
  static let maximumString = 16384

  /// Decodes the sequence that starts with the `ESC` at `start`.
  /// - Returns: The end of the sequence; nil if bytes are missing.
  mutating func takeSequence(_ input: [UInt8], from start: Int) -> Int? {
    var opener = start + 1
    guard opener < input.count else { return nil }
    let isAlt = input[opener] == Self.escape
    if isAlt {
      // Two escapes may start a sequence sent with Alt. Otherwise the first one is a key.
      opener += 1
      guard opener < input.count else { return nil }
      guard input[opener] == UInt8(ascii: "[") || input[opener] == UInt8(ascii: "O") else {
        emit(.key(.escape))
        return start + 1
      }
    }
    let next = opener + 1
    switch input[opener] {
    case UInt8(ascii: "["):
      return takeControlSequence(input, from: start, body: next, isAlt: isAlt)
    case UInt8(ascii: "O"):
      guard next < input.count else { return nil }
      guard (0x20...0x7E).contains(input[next]) else { return breakOff(input, start..<next) }
      let key = Self.singleShiftKey(input[next])
      return end(input, start...next, as: key.map { .key($0) }, isAlt: isAlt)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      guard next < input.count else { return nil }
      guard Self.startsString(input[opener], input[next]) else { fallthrough }
      mode = .string
      string = Array(input[start..<next])
      return next
    default: return takeAltKey(input, from: opener)
    }
  }

  /// Whether two bytes after an `ESC` begin a string that a terminal sends (OSC, DCS, APC), not a
  /// key typed with Alt and another key. No terminal sends PM and SOS.
  static func startsString(_ opener: UInt8, _ next: UInt8) -> Bool {
    let isDigit = (0x30...0x39).contains(next)
    switch opener {
    case UInt8(ascii: "]"): return isDigit
    case UInt8(ascii: "P"): return isDigit || ">!=".utf8.contains(next)
    case UInt8(ascii: "_"): return next == UInt8(ascii: "G")
    default: return false
    }
  }

  private mutating func end(
    _ input: [UInt8], _ range: ClosedRange<Int>, as event: InputEvent?, isAlt: Bool
  ) -> Int {
    var event = event
    if isAlt, emittedCount == 0, let known = event {
      if case .key(let key) = known {
        event = .key(key.with(.alt))
      } else {
        // Escape was pressed just before the terminal sent a report.
        emit(.key(.escape))
      }
    }
    end(input[range].prefix(ControlSequence.maximumLength), as: event)
    return range.upperBound + 1
  }

  /// Ends a sequence before a byte that cannot be part of it.
  private mutating func breakOff(_ input: [UInt8], _ range: Range<Int>) -> Int {
    end(input[range].prefix(ControlSequence.maximumLength), as: nil)
    return range.upperBound
  }

  private mutating func takeControlSequence(
    _ input: [UInt8], from start: Int, body: Int, isAlt: Bool
  ) -> Int? {
    var last = body
    while last < input.count, (0x20...0x3F).contains(input[last]) {
      // In rxvt, the sequence of a key with Shift ends with `$`. Elsewhere, `$` is an intermediate
      // byte.
      if input[last] == UInt8(ascii: "$"), (1...3).contains(last - body),
        input[body..<last].allSatisfy({ (0x30...0x39).contains($0) })
      {
        break
      }
      last += 1
    }
    guard last < input.count else { return nil }
    switch input[last] {
    case UInt8(ascii: "[") where last == body:
      // F1 to F5 of the Linux console.
      guard last + 1 < input.count else { return nil }
      let letter = input[last + 1]
      guard (0x41...0x45).contains(letter) else { return breakOff(input, start..<(last + 1)) }
      let key = Key.function(Int(letter) - 0x40)
      return end(input, start...(last + 1), as: .key(key), isAlt: isAlt)
    case UInt8(ascii: "M") where last == body:
      // X10 and normal tracking: button, column and row, each with 32 added.
      let numbers = input[(last + 1)...].prefix(3)
      if let stop = numbers.firstIndex(where: { $0 < 0x20 }) {
        return breakOff(input, start..<stop)
      }
      guard numbers.count == 3 else { return nil }
      let mouse = MouseEvent(
        code: Int(input[last + 1]) - 32, column: Int(input[last + 2]) - 32,
        row: Int(input[last + 3]) - 32, isRelease: false)
      return end(input, start...(last + 3), as: .mouse(mouse), isAlt: isAlt)
    case 0x40...0x7E, UInt8(ascii: "$"): break
    default: return breakOff(input, start..<last)
    }
    let isKnown = last - start < ControlSequence.maximumLength
    let sequence = isKnown ? ControlSequence(input[body..<last], final: input[last]) : nil
    if let sequence, sequence.isPasteStart {
      mode = .paste
      if emittedCount == 0, !isAlt { return last + 1 }
      return end(input, start...last, as: emittedCount == 0 ? .key(.escape) : nil, isAlt: false)
    }
    return end(input, start...last, as: sequence?.event, isAlt: isAlt)
  }

  /// Keys after `SS3`: cursor and function keys, and the keypad in application mode.
  private static func singleShiftKey(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: " "): .space
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(byte - 0x40)))
    // rxvt's arrows with Control.
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      ControlSequence.lettered(byte - 0x20).map { Key($0, .control) }
    default: ControlSequence.lettered(byte).map { Key($0) }
    }
  }

  private mutating func takeAltKey(_ input: [UInt8], from start: Int) -> Int? {
    if let key = Self.controlKey(input[start]) {
      emit(.key(key.with(.alt)))
      return start + 1
    }
    var utf8 = UTF8Collector()
    for index in start..<input.count {
      switch utf8.feed(input[index]) {
      case .incomplete: continue
      case .scalar(let scalar): emit(.key(.alt(Character(scalar))))
      case .broken: emit(.key(.alt("\u{FFFD}")))
      case .brokenBefore:
        emit(.key(.alt("\u{FFFD}")))
        return index
      }
      return index + 1
    }
    return nil
  }

  mutating func takeString(_ input: [UInt8], from start: Int) -> Int? {
    let stop = input[start...].firstIndex { $0 < 0x20 } ?? input.count
    string += input[start..<stop].prefix(Self.maximumString - string.count)
    guard stop < input.count else { return stop }
    if input[stop] == 0x07 {
      endString(stringEvent, and: input[stop...stop])
      return stop + 1
    }
    if input[stop] == Self.escape {
      guard stop + 1 < input.count else { return stop > start ? stop : nil }
      if input[stop + 1] == UInt8(ascii: "\\") {
        endString(stringEvent, and: input[stop...(stop + 1)])
        return stop + 2
      }
    }
    endString(nil)
    return stop
  }

  mutating func endString(_ event: InputEvent?, and rest: ArraySlice<UInt8> = []) {
    end(string + rest, as: event)
    string = []
    mode = .keys
  }

  private var stringEvent: InputEvent? {
    guard string.count < Self.maximumString else { return nil }
    let text = String(decoding: string[2...], as: UTF8.self)
    if string[1] == UInt8(ascii: "]") { return .reply(.operatingSystemCommand(text)) }
    return text.hasPrefix(">|") ? .reply(.version(String(text.dropFirst(2)))) : nil
  }
}
