import MillraceRender

extension InputDecoder {
  /// More scalars than come at once by typing. A key that is held while the program is busy sends more, all alike.
  private static let longestTyped = 32
  /// As long as a program may take for what it has read before it reads on.
  private static let burstPause = Duration.milliseconds(50)

  /// Takes a control character, or text up to the next one that is no white space.
  /// - Returns: Where it ends; nil where bytes are missing.
  mutating func takeText(_ input: [UInt8], from start: Int, at now: Duration) -> Int? {
    var end = start
    var scalars = 0
    while end < input.count, Self.isText(input[end]) {
      scalars += input[end] & 0xC0 == 0x80 ? 0 : 1
      end += 1
    }
    if end == start {
      if let key = Self.controlKey(input[start]) { emit(.key(key)) }
      return start + 1
    }
    if end == input.count {
      end -= UTF8Collector.unfinished(input[start...])
      guard end > start else { return nil }
    }
    if let burst, now <= burst.end {
      takeBurst(input[start..<end], after: burst, at: now)
    } else if scalars > Self.longestTyped, !input[start..<end].allSatisfy({ $0 == input[start] }) {
      takeBurst(input[start..<end], after: nil, at: now)
    } else {
      takeTyped(input[start..<end])
    }
    return end
  }

  private mutating func takeTyped(_ text: ArraySlice<UInt8>) {
    var rest = text
    while let first = rest.first {
      if let key = Self.controlKey(first) {
        emit(.key(key))
        rest = rest.dropFirst()
      } else {
        let line = rest.prefix { $0 >= 0x20 }
        for cluster in String(decoding: line, as: UTF8.self) { emit(.key(.character(cluster))) }
        rest = rest.dropFirst(line.count)
      }
    }
  }

  private mutating func takeBurst(_ text: ArraySlice<UInt8>, after last: Burst?, at now: Duration) {
    // A return at its end is a key: so a line that a program sends is entered.
    let endsInReturn = text.last == 0x0D
    burst = Burst(end: now + Self.burstPause, endsInReturn: endsInReturn)
    let isHalf = last?.endsInReturn == true && text.first == 0x0A
    var bytes: [UInt8] = []
    let line = endsInReturn ? text.dropLast() : text
    PasteCollector.append(isHalf ? line.dropFirst() : line, to: &bytes)
    if !bytes.isEmpty { emit(.paste(String(decoding: bytes, as: UTF8.self))) }
    if endsInReturn { emit(.key(.enter)) }
  }

  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 ? byte != 0x7F : byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The key of a control character: one of its own, or a letter with Control.
  static func controlKey(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x00: .control(" ")
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1B...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: nil
    }
  }

  /// - Returns: Where the paste ends, or what must wait starts; nil where all must.
  mutating func takePasted(_ input: [UInt8], from start: Int) -> Int? {
    let (end, isFound) = PasteCollector.endMark(in: input[start...])
    for piece in pasted.add(input[start..<end]) { emit(.paste(piece)) }
    if isFound {
      endPaste(with: [])
      return end + PasteCollector.endMark.count
    }
    return end > start ? end : nil
  }

  mutating func endPaste(with rest: ArraySlice<UInt8>) {
    for piece in pasted.add(rest) { emit(.paste(piece)) }
    emit(.paste(pasted.finish()))
    mode = .keys
  }
}
