import MillraceTerminal
import MillraceTesting
import TestSupport
import Testing

@Suite("Input in chunks")
struct InputChunkingTests {
  private static let parts = [
    "a", "漢", "😀", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}OP", "\u{1B}x", "\u{1B}É", "\u{1B}\u{1B}[D",
    "\u{1B}\u{1B}b", "\r", "\t", "\u{3}",
    "\u{1B}[<0;10;5M", "\u{1B}[M !!", "\u{1B}[?2026;1$y",
    "\u{1B}[200~paste 漢\r\n\u{1B}[B\u{1B}[201~", "\u{1B}[I",
    "\u{1B}]11;rgb:1/2/3\u{1B}\\", "\u{1B}]x", "\u{1B}[99;99z", "\u{1B}[1;\u{3}", "\u{1B}[[C",
    "\u{1B}P>|x\u{07}", "\u{1B}^", "\u{1B}[3~", "\u{1B}[3$", "\u{1B}[3^", "\u{1B}[3@", "\u{1B}[a",
    "\u{1B}Oa", "\u{1B}Op", "\u{1B}OM", "\u{1B}[Z", "\u{1B}[24~", "\u{1B}[27;5;105~", "é",
    "\u{1B}\u{1B}[1;5A", "\u{1B}\u{1B}OA", "\u{1B}\u{1B}\u{1B}[A", "\u{1B}\u{1B}[M !!",
    "\u{1B}[97:65:97;2:3;65u", "\u{1B}[1;5:2A", "\u{1B}[57399u", "\u{1B}[O", "\u{1B}[M é",
    "\u{1B}[48;24;80;480;960t", "\u{1B}[?997;1n", "\u{1B}[?62;4c", "\u{1B}[>1;2;3c",
    "\u{1B}[?1u", "\u{1B}[12;40R", "\u{1B}[1;2R", "\u{1B}P1$r0 q\u{1B}\\", "\u{1B}_Ga\u{1B}\\",
    "\u{1B}]11;x\u{1B}[A", "\u{1B}]11;x\u{3}", "\u{1B}[1\u{1B}[A", "\u{1B}[1漢", "\u{1B}[[\r",
    "\u{1B}[M \u{3}", "\u{1B}O\u{3}", "\u{1B}[\u{1B}OA", "\u{1B}\r", "\u{1B}]é", "\u{1B}Px",
    "\u{1B}[200~\u{1B}[201\u{1B}[200~\r\u{1B}[201~", "\u{1B}[200~\u{1B}[201~",
    "\u{1B}\u{1B}[200~a\u{1B}[201~",
  ]

  /// Splits keys into scalars, because scalars form one key only if they arrive at once.
  private func normalized(_ events: [InputEvent]) -> [InputEvent] {
    events.flatMap { event -> [InputEvent] in
      guard case .key(let key) = event, case .character(let cluster) = key.code,
        key.modifiers.isEmpty
      else { return [event] }
      return cluster.unicodeScalars.map { .key(.character(Character($0))) }
    }
  }

  private static let pauses: [Duration] = [
    .zero, .milliseconds(50), .milliseconds(99), .seconds(10),
  ]

  /// The longest pause after the first bytes of a sequence that does not change its event.
  private func longestPause(after bytes: ArraySlice<UInt8>) -> Duration {
    let isString = bytes.count > 2 && "]P_".utf8.contains(bytes[1])
    if String(decoding: bytes, as: UTF8.self).contains("\u{1B}[200~") { return .milliseconds(4999) }
    let starts = isString ? ["["] : ["", "[", "O", "]", "P", "_"]
    let isAmbiguous = starts.contains { bytes.suffix($0.utf8.count + 1) == [0x1B] + $0.utf8 }
    return isAmbiguous ? .milliseconds(99) : .seconds(1_000)
  }

  /// Bytes that arrive in several reads, after pauses.
  private struct Slow {
    var decoder = InputDecoder()
    var now = Duration.zero
    var events: [InputEvent] = []

    mutating func read(_ bytes: some Sequence<UInt8>, after pause: Duration) {
      now += pause
      events += decoder.expire(at: now)
      events += decoder.decode(bytes, at: now)
    }
  }

  @Test("each split of a sequence, with any pause, gives the same events", arguments: parts)
  func everySplit(part: String) {
    let bytes = Array(part.utf8)
    var whole = InputDecoder()
    let expected = whole.decode(bytes) + whole.finish()
    var wrong: String?
    for pause in Self.pauses {
      for first in 1...bytes.count {
        for second in first...bytes.count {
          var slow = Slow()
          var start = 0
          for end in [first, second, bytes.count] where end > start {
            let longest = longestPause(after: bytes[..<start])
            slow.read(bytes[start..<end], after: min(pause, longest))
            start = end
          }
          let events = slow.events + slow.decoder.finish()
          if events != expected {
            wrong = wrong ?? "\(first), \(second), \(pause): \(events), not \(expected)"
          }
        }
      }
      var slow = Slow()
      for index in bytes.indices {
        slow.read([bytes[index]], after: min(pause, longestPause(after: bytes[..<index])))
      }
      let events = slow.events + slow.decoder.finish()
      if events != expected {
        wrong = wrong ?? "byte by byte, \(pause): \(events), not \(expected)"
      }
    }
    #expect(wrong == nil)
  }

  @Test(
    "a random series of sequences gives the events of each",
    arguments: 1...10 as ClosedRange<UInt64>)
  func programs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(50, long: 100) {
      var slow = Slow()
      var expected: [InputEvent] = []
      var held: [UInt8] = []
      for _ in 0..<Int.random(in: 1..<12, using: &random) {
        let part = Array(Self.parts.randomElement(using: &random)!.utf8)
        var alone = InputDecoder()
        expected += alone.decode(part)
        // The start of each part is read together with the rest of the previous one.
        held.append(part[0])
        var start = 1
        while start < part.count {
          let count = Int.random(in: 1...(part.count - start), using: &random)
          let pause = Self.pauses.randomElement(using: &random)!
          if Bool.random(using: &random) {
            slow.read(held, after: .zero)
            held = []
            slow.read(
              part[start..<(start + count)], after: min(pause, longestPause(after: part[..<start])))
          } else {
            held += part[start..<(start + count)]
          }
          start += count
        }
        #expect(alone.finish().isEmpty)
      }
      slow.read(held, after: .zero)
      #expect(normalized(slow.events) == normalized(expected), "seed \(seed)")
    }
  }

  @Test(
    "random bytes give the same events however they are split",
    arguments: 1...10 as ClosedRange<UInt64>)
  func chunks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(80, long: 200) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1..<12, using: &random) {
        if Int.random(in: 0..<6, using: &random) == 0 {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else {
          bytes += Array(Self.parts.randomElement(using: &random)!.utf8)
        }
      }
      var whole = InputDecoder()
      let expected = whole.decode(bytes) + whole.finish()
      var pieces = Slow()
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(5, rest.count), using: &random)
        let isSafe = bytes[..<rest.startIndex].suffix(2).allSatisfy { $0 != 0x1B }
        let pause = Self.pauses.randomElement(using: &random)!
        pieces.read(rest.prefix(count), after: min(pause, .milliseconds(isSafe ? 4999 : 99)))
        rest = rest.dropFirst(count)
      }
      pieces.events += pieces.decoder.finish()
      #expect(normalized(pieces.events) == normalized(expected), "seed \(seed): \(bytes)")
    }
  }

  @Test(
    "a decoder still reads keys after random bytes", arguments: 1...10 as ClosedRange<UInt64>)
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
      _ = decoder.finish()
      #expect(decoder.deadline == nil, "seed \(seed)")
      #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))], "seed \(seed)")
    }
  }

  @Test(
    "invalid UTF-8 is repaired as Swift does",
    arguments: 1...10 as ClosedRange<UInt64>)
  func repairs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(60, long: 200) {
      let bytes = (0..<20).map { _ -> UInt8 in
        let leads: [UInt8] = [0x41, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xF5, 0xFF]
        return Bool.random(using: &random)
          ? leads.randomElement(using: &random)! : UInt8.random(in: 0x80...0xBF, using: &random)
      }
      var decoder = InputDecoder()
      let events = normalized(decoder.decode(bytes) + decoder.finish())
      let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
        InputEvent.key(.character(Character($0)))
      }
      #expect(events == expected, "seed \(seed): \(bytes)")
    }
  }
}
