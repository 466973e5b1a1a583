import Millrace
import MillraceStoreTesting
import TodoBench

/// The time of appending a paragraph to many blocks, compared with few blocks: parsing, rendering,
/// layout and painting. Each append parses the whole text.
@MainActor
func markdownComparisons() -> [Comparison] {
  func append(_ name: String, n count: Int, against baseline: String?) -> Benchmark {
    Benchmark(
      name, n: count, against: baseline, report: .time(.microseconds), .bytes,
      repeating: .asNeeded(atMost: 40)
    ) {
      let start = MarkdownDocument((0..<count).map { "Paragraph *\($0)*.\n\n" }.joined())
      let store = Store<MarkdownDocument, String>(
        initial: start, reducer: Reducer { state, piece in state.append(piece) })
      let device = CountingDevice()
      let screen = TerminalScreen(device: device)
      screen.show(
        Connect(store) { document, _ in
          ScrollView(followsEnd: true) { Markdown(document) }
        }.node)
      screen.drawFrame()
      var number = count
      return { iterations in
        device.resetCounts()
        let time = timed {
          for _ in 0..<iterations {
            store.dispatch("Appended *\(number)*.\n\n")
            number += 1
            screen.drawFrame()
          }
        }
        let last = "Appended \(number - 1)."
        try check(device.readScreen().contains { $0.hasPrefix(last) }, "'\(last)' does not show")
        return Sample(time: time, bytes: device.bytes)
      }
    }
  }
  return [
    Comparison(
      append("markdown: append to 10 blocks", n: 10, against: nil),
      append(
        "markdown: append to 10,000 blocks", n: 10_000, against: "markdown: append to 10 blocks"))
  ]
}
