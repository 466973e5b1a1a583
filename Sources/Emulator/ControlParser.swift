import MillraceTerminal

/// Splits the bytes that a program sends to a terminal into text, control characters and sequences
/// (after Williams' state diagram of the VT500, vt100.net/emu/dec_ansi_parser, without the parts
/// that UTF-8 replaces).
struct ControlParser: Sendable {
  enum Token: Equatable {
    case text(Unicode.Scalar)
    case control(UInt8)
    /// `ESC`, intermediate bytes, and a final byte.
    case escape(String)
    /// `CSI`: the bytes up to the final byte, and the final byte.
    case sequence(body: String, final: Character)
    /// OSC, DCS, APC and similar: the character after `ESC`, and the rest.
    case string(kind: Character, body: String)
  }

  private enum State: Sendable { case ground, escape, sequence, string, stringEscape }

  private var state = State.ground
  private var bytes: [UInt8] = []
  private var utf8 = UTF8Collector()
  /// A sequence or string longer than this is read to its end and dropped.
  private static let maximumLength = 1 << 18
  /// Whether the last byte must be taken again: it ended an invalid scalar, but is not part of it.
  private(set) var mustRepeat = false

  mutating func take(_ byte: UInt8) -> Token? {
    mustRepeat = false
    // CAN and SUB cancel a sequence.
    if state != .ground, byte == 0x18 || byte == 0x1A { return enter(.ground) }
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
      if byte < 0x40 || byte > 0x7E { return keep(byte) }
      state = .ground
      if bytes.count > Self.maximumLength { return nil }
      return .sequence(
        body: String(decoding: bytes, as: UTF8.self), final: Character(Unicode.Scalar(byte)))
    case .string:
      if byte == 0x1B {
        state = .stringEscape
      } else if byte == 0x07, bytes.first == UInt8(ascii: "]") {
        return endString()
      } else {
        return keep(byte)
      }
      return nil
    case .stringEscape:
      if byte == UInt8(ascii: "\\") { return endString() }
      _ = enter(.escape)
      return takeAfterEscape(byte)
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
    case 0..<0x20: return .control(byte)
    case 0x20...0x2F: return keep(byte)
    default:
      bytes.append(byte)
      state = .ground
      if bytes.count > Self.maximumLength { return nil }
      return .escape(String(decoding: bytes, as: UTF8.self))
    }
  }

  private mutating func enter(_ next: State) -> Token? {
    state = next
    bytes = []
    return nil
  }

  private mutating func keep(_ byte: UInt8) -> Token? {
    if byte != 0x7F, bytes.count <= Self.maximumLength { bytes.append(byte) }
    return nil
  }

  private mutating func endString() -> Token? {
    state = .ground
    guard let kind = bytes.first, bytes.count <= Self.maximumLength else { return nil }
    return .string(
      kind: Character(Unicode.Scalar(kind)),
      body: String(decoding: bytes.dropFirst(), as: UTF8.self))
  }
}
