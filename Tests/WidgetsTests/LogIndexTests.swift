import MillraceTesting
import TestSupport
import Testing

@testable import MillraceWidgets

@Suite("LogIndex", .timeLimit(.minutes(20)))
struct LogIndexTests {
  private struct Choice: Sendable {
    let filters: [LogFilter]
    /// Whether the filters select a line.
    let passes: @Sendable (String) -> Bool
  }

  private static let choices = [
    Choice(filters: []) { _ in true },
    Choice(filters: [.text("3")]) { $0.contains("3") },
    Choice(filters: [.text("3"), .text("5")]) { $0.contains("3") && $0.contains("5") },
    Choice(filters: [.lines("zero") { $0.hasSuffix("0") }]) { $0.hasSuffix("0") },
    Choice(filters: [.text("none")]) { _ in false },
  ]

  @Test(
    "after random changes and slices, an index has the tested lines that pass, and updates once",
    arguments: 0..<rounds(8, long: 200))
  func random(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let maximum = generator.pick([30, 300, 1_500, 5_000])
    var lines = LogLines(maximumCount: maximum)
    var choice = Self.choices[0]
    // The lines and the choice of the last update.
    var known = (lines: lines, choice: choice)
    var copies: [LogIndex] = []
    var index = LogIndex()
    index.sliceSize = maximum > 2_000 ? 300 : 50
    for step in 0..<60 {
      let comment: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: choice = generator.pick(Self.choices)
      case 1 where generator.chance(30):
        lines = LogLines(["step \(step)", "3 5 0"], maximumCount: maximum)
      case 2...5:
        if copies.isEmpty { break }
        let copy = generator.chance(60) ? copies[copies.count - 1] : generator.pick(copies)
        index.apply(await copy.testNextSlice())
      default:
        for _ in 0..<Int.random(in: 0...(maximum > 2_000 ? 700 : 120), using: &generator) {
          lines.append("\(step) \(Int.random(in: 0..<1_000, using: &generator))")
        }
      }
      if generator.chance(70) {
        known = (lines, choice)
        index.update(lines, choice.filters)
        let updated = index
        index.update(lines, choice.filters)
        #expect(index == updated, comment)
      }
      if index.isPending { copies.append(index) }
      expectSame(index, known.lines, known.choice, comment)
    }
    index.update(lines, choice.filters)
    while index.isPending {
      index.apply(await index.testNextSlice())
    }
    expectSame(index, lines, choice, "seed \(seed), at the end")
  }

  /// Compares an index with plain filtering.
  private func expectSame(
    _ index: LogIndex, _ lines: LogLines, _ choice: Choice, _ comment: Comment
  ) {
    let tested = index.isPending ? index.next : lines.endIndex
    let ids = lines.filter { $0.id < tested && choice.passes($0.text) }.map(\.id)
    #expect((0..<index.count).map { index.id(at: $0) } == ids, comment)
    let middle = (lines.startIndex + lines.endIndex) / 2
    #expect(index.position(of: middle) == ids.count(where: { $0 < middle }), comment)
  }
}
