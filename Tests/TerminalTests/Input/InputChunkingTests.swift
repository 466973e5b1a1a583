import MillraceTerminal
import MillraceWidgets
import Testing

@Suite("Input in pieces")
struct InputChunkingTests {
  private static let parts = [
    "a", "漢", "😀", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}OP", "\u{1B}x", "\u{1B}É", "\u{1B}\u{1B}[D",
    "\u{1B}\u{1B}b", "\r", "\t", "\u{3}",
    "\u{1B}[<0;10;5M", "\u{1B}[M !!", "\u{1B}[?2026;1$y",
    "\u{1B}[200~paste 漢\r\n\u{1B}[B\u{1B}[201~", "\u{1B}[I",
    "\u{1B}]11;rgb:1/2/3\u{1B}\\", "\u{1B}]x", "\u{1B}[99;99z", "\u{1B}[1;\u{3}", "\u{1B}[[C",
    "\u{1B}P>|x\u{07}", "\u{1B}^",
  ]

  /// Text as scalars: whether scalars come as one key hangs on whether they came at once.
  private func normalized(_ events: [InputEvent]) -> [InputEvent] {
    events.flatMap { event -> [InputEvent] in
      guard case .key(let key) = event, case .character(let cluster) = key.code,
        key.modifiers.isEmpty
      else { return [event] }
      return cluster.unicodeScalars.map { .key(.character(Character($0))) }
    }
  }

  @Test(
    "it makes no difference where the bytes are split", arguments: 1...10 as ClosedRange<UInt64>)
  func chunks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1..<12, using: &random) {
        if Int.random(in: 0..<6, using: &random) == 0 {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else {
          bytes += Array(Self.parts.randomElement(using: &random)!.utf8)
        }
      }
      var whole = InputDecoder()
      let expected = whole.decode(bytes) + whole.flush()
      var pieces = InputDecoder()
      var events: [InputEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(5, rest.count), using: &random)
        events += pieces.decode(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      events += pieces.flush()
      #expect(normalized(events) == normalized(expected), "seed \(seed): \(bytes)")
    }
  }

  @Test(
    "random bytes end in a decoder that still reads keys", arguments: 1...10 as ClosedRange<UInt64>)
  func noise(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let likely = Array("\u{1B}[]OP_<>?;:0123456789~MmuRc$y".utf8)
    for _ in 0..<100 {
      var decoder = InputDecoder(pasteSize: 32)
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        let byte =
          Bool.random(using: &random)
          ? likely.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
        _ = decoder.decode([byte])
      }
      _ = decoder.flush()
      #expect(!decoder.isPending, "seed \(seed)")
      #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))], "seed \(seed)")
    }
  }

  @Test(
    "text comes out as Swift repairs it, whatever its bytes",
    arguments: 1...10 as ClosedRange<UInt64>)
  func repairs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bytes = (0..<20).map { _ -> UInt8 in
        let leads: [UInt8] = [0x41, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xF5, 0xFF]
        return Bool.random(using: &random)
          ? leads.randomElement(using: &random)! : UInt8.random(in: 0x80...0xBF, using: &random)
      }
      var decoder = InputDecoder()
      let events = normalized(decoder.decode(bytes) + decoder.flush())
      let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
        InputEvent.key(.character(Character($0)))
      }
      #expect(events == expected, "seed \(seed): \(bytes)")
    }
  }
}
