import MillraceRender

extension InputDecoder {
  /// Decodes a control character, or the text up to the next control character.
  /// - Returns: The end of the decoded bytes; nil if bytes are missing.
  mutating func takeText(_ input: [UInt8], from start: Int) -> Int? {
    if let key = Self.controlKey(input[start]) {
      emit(.key(key))
      return start + 1
    }
    var end = input[start...].firstIndex { $0 < 0x20 || $0 == 0x7F } ?? input.count
    if end == input.count { end -= UTF8Collector.incompleteLength(of: input[start...]) }
    guard end > start else { return nil }
    for cluster in String(decoding: input[start..<end], as: UTF8.self) {
      emit(.key(.character(cluster)))
    }
    return end
  }

  /// The key of a control character: a named key, or a letter with Control.
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

  /// Decodes pasted text.
  /// - Returns: The end of the paste, or of the bytes that can be decoded now; nil if none can.
  mutating func takePasted(_ input: [UInt8], from start: Int) -> Int? {
    let (end, isFound) = PasteCollector.endSequence(in: input[start...])
    for piece in pasted.add(input[start..<end]) { emit(.paste(piece)) }
    if isFound {
      endPaste(with: [])
      return end + PasteCollector.endSequence.count
    }
    return end > start ? end : nil
  }

  mutating func endPaste(with rest: ArraySlice<UInt8>) {
    for piece in pasted.add(rest) { emit(.paste(piece)) }
    emit(.paste(pasted.finish()))
    mode = .keys
  }
}
