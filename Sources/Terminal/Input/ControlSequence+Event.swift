import MillraceRender

extension ControlSequence {
  /// The event of the sequence; nil if the sequence is unknown.
  var event: InputEvent? {
    switch (marker, intermediates.first) {
    case (0, nil): plainEvent
    case (UInt8(ascii: "<"), nil): mouseEvent
    default: reply.map { .reply($0) }
    }
  }

  private var plainEvent: InputEvent? {
    switch final {
    case UInt8(ascii: "I") where count == 0: return .focusGained
    case UInt8(ascii: "O") where count == 0: return .focusLost
    case UInt8(ascii: "R") where count == 2 && parameter(1, part: 1) == nil:
      // F3 with modifiers looks like a cursor report from the first row, so queries use another
      // row.
      let isKey = parameter(0) == 1 && (2...64).contains(parameter(1) ?? 1)
      if !isKey { return .reply(cursorPosition) }
    case UInt8(ascii: "t") where parameter(0) == 8 && count == 3,
      UInt8(ascii: "t") where parameter(0) == 48 && count >= 3:
      return .reply(.textAreaSize(rows: parameter(1) ?? 0, columns: parameter(2) ?? 0))
    default: break
    }
    return keyEvent
  }

  private var cursorPosition: TerminalReply {
    .cursorPosition(
      row: max(1, parameter(0) ?? 1) - 1, column: max(1, parameter(1) ?? 1) - 1)
  }

  private var mouseEvent: InputEvent? {
    guard count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
    return .mouse(
      MouseEvent(
        code: parameter(0) ?? 0, column: parameter(1) ?? 0, row: parameter(2) ?? 0,
        isRelease: final == UInt8(ascii: "m")))
  }

  private var reply: TerminalReply? {
    let question = UInt8(ascii: "?")
    switch (marker, final) {
    case (question, UInt8(ascii: "y")) where intermediates.elementsEqual("$".utf8):
      return .mode(number: parameter(0) ?? 0, state: parameter(1) ?? 0)
    case _ where !intermediates.isEmpty: return nil
    case (question, UInt8(ascii: "c")):
      return .deviceAttributes((0..<count).map { parameter($0) ?? 0 })
    case (question, UInt8(ascii: "R")): return cursorPosition
    case (question, UInt8(ascii: "u")): return .keyboardFlags(parameter(0) ?? 0)
    case (question, UInt8(ascii: "n")) where parameter(0) == 997:
      guard let scheme = parameter(1), (1...2).contains(scheme) else { return nil }
      return .colorScheme(isDark: scheme == 1)
    default: return nil
    }
  }
}
