import MillraceTerminal

/// Takes a stream of output apart: text, control characters and sequences (after Williams' state
/// diagram of the VT500, vt100.net/emu/dec_ansi_parser, without what UTF-8 replaces).
struct ControlParser: Sendable {
  enum Token: Equatable {
    case text(Unicode.Scalar)
    case control(UInt8)
    /// `ESC`, intermediate bytes, and a final one.
    case escape(String)
    /// `CSI`: everything after it but the final byte, and that one.
    case sequence(body: String, final: Character)
    /// OSC, DCS, APC and the like: the character after `ESC`, and what follows it.
    case string(kind: Character, body: String)
  }

  private enum State: Sendable { case ground, escape, sequence, string, stringEscape }

  private var state = State.ground
  private var bytes: [UInt8] = []
  private var utf8 = UTF8Collector()
  /// The last byte ended a broken scalar without being part of it, and must be taken again.
  private(set) var mustRepeat = false

  mutating func take(_ byte: UInt8) -> Token? {
    mustRepeat = false
    switch state {
    case .ground:
      if !utf8.isPending {
        if byte == 0x1B { return enter(.escape) }
        if byte < 0x20 || byte == 0x7F { return .control(byte) }
      }
      switch utf8.feed(byte) {
      case .incomplete: return nil
      case .scalar(let scalar): return .text(scalar)
      case .broken: return .text("\u{FFFD}")
      case .brokenBefore:
        mustRepeat = true
        return .text("\u{FFFD}")
      }
    case .escape: return takeAfterEscape(byte)
    case .sequence:
      if byte == 0x1B { return enter(.escape) }
      if byte < 0x20 { return .control(byte) }
      if byte < 0x40 || byte > 0x7E {
        bytes.append(byte)
        return nil
      }
      state = .ground
      return .sequence(
        body: String(decoding: bytes, as: UTF8.self), final: Character(Unicode.Scalar(byte)))
    case .string:
      if byte == 0x1B {
        state = .stringEscape
      } else if byte == 0x07 {
        return finishString()
      } else {
        bytes.append(byte)
      }
      return nil
    case .stringEscape:
      return byte == UInt8(ascii: "\\") ? finishString() : enter(.ground)
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x1B: return enter(.escape)
    case UInt8(ascii: "[") where bytes.isEmpty: return enter(.sequence)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .string
      bytes = [byte]
      return nil
    case 0x20...0x2F:
      bytes.append(byte)
      return nil
    default:
      bytes.append(byte)
      state = .ground
      return .escape(String(decoding: bytes, as: UTF8.self))
    }
  }

  private mutating func enter(_ next: State) -> Token? {
    state = next
    bytes = []
    return nil
  }

  private mutating func finishString() -> Token? {
    state = .ground
    guard let kind = bytes.first else { return nil }
    return .string(
      kind: Character(Unicode.Scalar(kind)),
      body: String(decoding: bytes.dropFirst(), as: UTF8.self))
  }
}
