@testable import MillraceWidgets
import MillraceTesting
import TestSupport
import Testing

@Suite("LogLines")
struct LogLinesTests {
  @Test("line breaks split appended text, and ids stay when lines are dropped")
  func append() {
    var lines = LogLines(maximumCount: 3)
    lines.append("one\r\ntwo\n")
    lines.append("")
    #expect(lines.map(\.text) == ["one", "two", ""])
    lines.append("four\n\nsix")
    #expect(lines.map(\.text) == ["four", "", "six"])
    #expect(lines.map(\.id) == [3, 4, 5])
    #expect(lines.index(id: 2) == nil && lines.index(id: 3) == 3)
    #expect(lines.byteCount == 7)
  }

  @Test("the byte limit drops the oldest lines, but never the newest")
  func bytes() {
    var lines = LogLines(["aaaa", "bbbb", "cc"], maximumBytes: 8)
    #expect(lines.map(\.text) == ["bbbb", "cc"])
    lines.append(String(repeating: "d", count: 100_000))
    #expect(lines.count == 1 && lines.byteCount == 100_000)
    lines.append("e")
    #expect(lines.map(\.text) == ["e"])
  }

  @Test(
    "random appends give the last lines of an array model, and copies do not change",
    arguments: 0..<rounds(4, long: 12))
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    do {
      let maximum = [1, 10, 1500, 5000][Int(seed % 4)]
      var lines = LogLines(maximumCount: maximum)
      var model: [LogLine] = []
      var copies: [(LogLines, [LogLine])] = []
      for step in 0..<40 {
        let count = Int.random(in: 0...400, using: &generator)
        let first = lines.endIndex
        let texts = (0..<count).map { index in
          String(repeating: "ä", count: (first + index) % 7 * 20) + "\(first + index)"
        }
        lines.append(contentsOf: texts)
        model += texts.enumerated().map { LogLine(id: first + $0.offset, text: $0.element) }
        model = Array(model.suffix(maximum))
        if Int.random(in: 0..<8, using: &generator) == 0 { copies.append((lines, model)) }
        #expect(lines.count == model.count, "seed \(seed), step \(step)")
        // A count for each step would take most of the test's time.
        guard step % 4 == 3 else { continue }
        #expect(
          lines.byteCount == model.reduce(0) { $0 + $1.text.utf8.count },
          "seed \(seed), step \(step)")
      }
      #expect(Array(lines) == model, "seed \(seed)")
      for (copy, model) in copies { #expect(Array(copy) == model, "seed \(seed)") }
      if let (copy, _) = copies.last {
        #expect((copy == lines) == (copy.endIndex == lines.endIndex), "seed \(seed)")
        #expect(lines.continues(copy), "seed \(seed)")
      }
    }
  }

  @Test("logs with equal lines are equal, but only a log that was appended to is a continuation")
  func equality() {
    let texts = (0..<3000).map { "line \($0)" }
    let one = LogLines(texts)
    var (same, other) = (one, one)
    #expect(one == LogLines(texts) && one == same)
    same.append("same")
    other.append("other")
    #expect(same != other && same != one)
    #expect(same.continues(one) && other.continues(one))
    #expect(!same.continues(other) && !one.continues(same) && !other.continues(same))
    same.append(contentsOf: texts)
    other.append(contentsOf: texts)
    #expect(!same.continues(other))
    // A log with equal lines that was made anew is no continuation: a check would need a full
    // comparison.
    #expect(!LogLines(texts).continues(one))
  }
}
