/// Collects what is pasted until the mark that ends it.
struct PasteCollector: Sendable {
  /// After so many bytes a piece is delivered, so that a paste without end takes no memory without
  /// bound.
  let pieceSize: Int
  private var bytes: [UInt8] = []

  static let endMark: [UInt8] = Array("\u{1B}[201~".utf8)

  init(pieceSize: Int) { self.pieceSize = max(16, pieceSize) }

  enum Step {
    case incomplete
    case piece(String)
    case end(String)
  }

  mutating func feed(_ byte: UInt8) -> Step {
    bytes.append(byte)
    if byte == UInt8(ascii: "~"), bytes.suffix(Self.endMark.count).elementsEqual(Self.endMark) {
      bytes.removeLast(Self.endMark.count)
      return .end(take(bytes.count))
    }
    guard bytes.count >= pieceSize else { return .incomplete }
    return .piece(take(bytes.count - heldBack))
  }

  /// What is there, when no more is to come.
  mutating func finish() -> String { take(bytes.count) }

  /// Bytes at the end that must wait for the next ones: a part of the end mark, of a scalar, or of
  /// a line break.
  private var heldBack: Int {
    for count in (1..<Self.endMark.count).reversed()
    where bytes.suffix(count).elementsEqual(Self.endMark.prefix(count)) { return count }
    if bytes.last == 0x0D { return 1 }
    let tail = bytes.suffix(3)
    guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
    let length = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : bytes[lead] >= 0xC0 ? 2 : 1
    let present = bytes.endIndex - lead
    return present < length ? present : 0
  }

  /// Terminals send a line break as the Enter key would: `\r`.
  private mutating func take(_ count: Int) -> String {
    var text = String(decoding: bytes.prefix(count), as: UTF8.self)
    bytes.removeFirst(count)
    if text.utf8.contains(0x0D) {
      text = String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }
    return text
  }
}
