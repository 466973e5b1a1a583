import MillraceRender

extension InputDecoder {
  /// Adds an event, after the text that was typed before it.
  mutating func emit(_ event: InputEvent) {
    endCluster()
    events.append(event)
  }

  /// Delivers the scalars typed so far, a key for each cluster.
  mutating func endCluster() {
    if typed.isEmpty { return }
    for cluster in String(typed) { events.append(.key(.character(cluster))) }
    typed = String.UnicodeScalarView()
  }

  /// Gives up on a scalar whose end did not come.
  mutating func endScalar() {
    if utf8.isPending { type("\u{FFFD}") }
    utf8.reset()
    isAlt = false
  }

  mutating func takeInGround(_ byte: UInt8) {
    if !utf8.isPending {
      if byte == Self.escape {
        isAlt = false
        sequence = [byte]
        return state = .escape(before: 0)
      }
      if byte < 0x20 || byte == 0x7F { return control(byte) }
    }
    switch utf8.feed(byte) {
    case .incomplete: break
    case .scalar(let scalar): type(scalar)
    case .broken: type("\u{FFFD}")
    case .brokenBefore:
      type("\u{FFFD}")
      takeInGround(byte)
    }
  }

  private mutating func type(_ scalar: Unicode.Scalar) {
    if isAlt {
      isAlt = false
      emit(.key(.alt(Character(scalar))))
    } else {
      typed.append(scalar)
    }
  }

  /// A control character: a key of its own, or a letter with Control.
  private mutating func control(_ byte: UInt8) {
    let key: Key
    switch byte {
    case 0x00: key = .control(" ")
    case 0x08, 0x7F: key = .backspace
    case 0x09: key = .tab
    case 0x0A, 0x0D: key = .enter
    case 0x01...0x1A: key = .control(Character(Unicode.Scalar(byte + 0x60)))
    default: key = .control(Character(Unicode.Scalar(byte + 0x40)))
    }
    emit(.key(isAlt ? key.with(.alt) : key))
    isAlt = false
  }
}
