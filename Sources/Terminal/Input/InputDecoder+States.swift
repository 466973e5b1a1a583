import MillraceRender

extension InputDecoder {
  mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeInGround(byte)
    case .escape(let before): takeAfterEscape(byte, before: before)
    case .controlSequence(let alt): takeInControlSequence(byte, alt: alt)
    case .consoleFunction(let alt): takeConsoleFunction(byte, alt: alt)
    case .oldMouse: takeOldMouse(byte)
    case .singleShift(let alt): takeAfterSingleShift(byte, alt: alt)
    case .string(let isEnding): takeInString(byte, isEnding: isEnding)
    case .paste: takePasted(byte)
    }
  }

  private mutating func begin(_ next: State, _ bytes: [UInt8]) {
    state = next
    sequence = bytes
  }

  /// Ends the sequence: its meaning, or its bytes where it has none.
  private mutating func finish(_ event: InputEvent?) {
    emit(event ?? .unknown(sequence))
    begin(.ground, [])
  }

  /// Ends a sequence at a byte that cannot be part of it, and takes the byte for itself.
  private mutating func abandon(before byte: UInt8) {
    finish(nil)
    take(byte)
  }

  private mutating func takeAfterEscape(_ byte: UInt8, before: Int) {
    let alt = before > 0
    let start = Array(repeating: Self.escape, count: before + 1) + [byte]
    switch byte {
    case Self.escape:
      // Two escapes may start a sequence sent with Alt; the first of three is a key for sure.
      if alt { emit(.key(.escape)) }
      state = .escape(before: 1)
    case UInt8(ascii: "["): begin(.controlSequence(alt: alt), start)
    case UInt8(ascii: "O"): begin(.singleShift(alt: alt), start)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      if alt { emit(.key(.escape)) }
      begin(.string(isEnding: false), [Self.escape, byte])
    default:
      if alt { emit(.key(.escape)) }
      begin(.ground, [])
      isAlt = true
      takeInGround(byte)
    }
  }

  private mutating func takeInControlSequence(_ byte: UInt8, alt: Bool) {
    let start = alt ? 3 : 2
    switch byte {
    case 0x20...0x3F where sequence.count < Self.maximumSequence: sequence.append(byte)
    case 0x40...0x7E: finishControlSequence(byte, body: sequence[start...], alt: alt)
    default: abandon(before: byte)
    }
  }

  private mutating func finishControlSequence(
    _ final: UInt8, body: ArraySlice<UInt8>, alt: Bool
  ) {
    sequence.append(final)
    if body.isEmpty, final == UInt8(ascii: "[") { return state = .consoleFunction(alt: alt) }
    if body.isEmpty, final == UInt8(ascii: "M") { return state = .oldMouse }
    let parsed = ControlSequence(body: body, final: final)
    if final == UInt8(ascii: "~"), let parsed, parsed.marker == 0, parsed.parameters == [200] {
      return begin(.paste, [])
    }
    finish(withAlt(alt, parsed?.event))
  }

  private func withAlt(_ alt: Bool, _ event: InputEvent?) -> InputEvent? {
    guard alt, case .key(let key)? = event else { return event }
    return .key(key.with(.alt))
  }

  private mutating func takeConsoleFunction(_ byte: UInt8, alt: Bool) {
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) else {
      return abandon(before: byte)
    }
    sequence.append(byte)
    finish(withAlt(alt, .key(.function(Int(byte) - 0x40))))
  }

  /// X10 and normal tracking: button, column and row, each with 32 added.
  private mutating func takeOldMouse(_ byte: UInt8) {
    sequence.append(byte)
    let numbers = sequence.suffix(3).map { Int($0) - 32 }
    let start = sequence.first == Self.escape && sequence[1] == Self.escape ? 4 : 3
    guard sequence.count == start + 3 else { return }
    finish(
      numbers.allSatisfy { $0 >= 0 }
        ? .mouse(
          MouseEvent(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: false))
        : nil)
  }

  private mutating func takeAfterSingleShift(_ byte: UInt8, alt: Bool) {
    // rxvt sends arrows with Control as lower case letters.
    let isLower = (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(byte)
    let code: KeyCode?
    switch byte {
    case UInt8(ascii: "M"): code = .enter
    case UInt8(ascii: "I"): code = .tab
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      // The keypad in application mode: `j` is `*`, and so on.
      code = .character(Character(Unicode.Scalar(byte - 0x40)))
    default: code = ControlSequence.lettered(isLower ? byte - 0x20 : byte)
    }
    guard (0x20...0x7E).contains(byte) else { return abandon(before: byte) }
    sequence.append(byte)
    finish(withAlt(alt, code.map { .key(Key($0, isLower ? .control : [])) }))
  }

  private mutating func takeInString(_ byte: UInt8, isEnding: Bool) {
    if sequence.count == 2, !isEnding, !startsString(byte) {
      // Alt with one of the characters that start a string.
      let typed = Character(Unicode.Scalar(sequence[1]))
      finish(.key(.alt(typed)))
      return take(byte)
    }
    switch byte {
    case UInt8(ascii: "\\") where isEnding:
      finishString(sequence[2..<(sequence.count - 1)])
    case _ where isEnding:
      sequence.removeLast()
      finish(nil)
      state = .escape(before: 0)
      take(byte)
    case 0x07: finishString(sequence[2...])
    case 0x18, 0x1A: abandon(before: byte)
    case _ where sequence.count >= Self.maximumString: abandon(before: byte)
    default:
      sequence.append(byte)
      state = .string(isEnding: byte == Self.escape)
    }
  }

  /// Whether a byte can be the first of a string that a terminal sends, rather than typed after an
  /// Alt key.
  private func startsString(_ byte: UInt8) -> Bool {
    switch sequence[1] {
    case UInt8(ascii: "]"): (0x30...0x39).contains(byte)
    case UInt8(ascii: "P"): (0x30...0x39).contains(byte) || byte == 0x3E || byte == 0x21
    case UInt8(ascii: "_"): byte == UInt8(ascii: "G")
    default: false
    }
  }

  private mutating func finishString(_ body: ArraySlice<UInt8>) {
    let text = String(decoding: body, as: UTF8.self)
    switch sequence[1] {
    case UInt8(ascii: "]"): finish(.reply(.operatingSystemCommand(text)))
    case UInt8(ascii: "P"): finish(.reply(.deviceControl(text)))
    default: finish(.reply(.deviceControl(String(Unicode.Scalar(sequence[1])) + text)))
    }
  }

  private mutating func takePasted(_ byte: UInt8) {
    switch pasted.feed(byte) {
    case .incomplete: break
    case .piece(let text): emit(.paste(text))
    case .end(let text):
      emit(.paste(text))
      state = .ground
    }
  }
}
