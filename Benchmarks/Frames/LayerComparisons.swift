import Millrace
import TodoBench

/// The time of a dispatch that opens a dialog over a long list, compared with a full repaint.
/// Closing the dialog is not measured.
@MainActor
func layerComparisons() -> [Comparison] {
  let name = "layers: a dialog opens"
  func benchmark(
    _ name: String, n count: Int = 10_000, against baseline: String?, repaints: Bool = false
  ) -> Benchmark {
    Benchmark(
      name, n: count, against: baseline, report: .time(.microseconds), .bytes,
      repeating: .asNeeded(atMost: 200)
    ) {
      let store = Store(
        initial: Asking(items: ItemState(count: count)),
        reducer: Reducer<Asking, Bool> { $0.isAsking = $1 })
      let device = CountingDevice()
      let screen = TerminalScreen(device: device)
      screen.show(Connect(store, content: askingView).node)
      screen.drawFrame()
      let start = device.readScreen()
      return { iterations in
        var time = Duration.zero
        var bytes = 0
        for _ in 0..<iterations {
          device.resetCounts()
          time += timed {
            store.dispatch(true)
            if repaints { screen.repaint() }
            screen.drawFrame()
          }
          bytes += device.bytes
          try check(device.lastWriteContains(question), "the dialog was not written")
          store.dispatch(false)
          screen.drawFrame()
        }
        try check(device.readScreen() == start, "the screen is not what it was before the dialog")
        store.dispatch(true)
        screen.drawFrame()
        let isOpen = device.readScreen().contains { $0.contains("│ \(question)") }
        try check(isOpen, "the dialog is not on the screen")
        store.dispatch(false)
        screen.drawFrame()
        return Sample(time: time, bytes: bytes)
      }
    }
  }
  let baseline = name + ", all painted again"
  return [
    Comparison(
      benchmark(baseline, against: nil, repaints: true),
      benchmark(name, against: baseline),
      benchmark(name + ", few items", n: 30, against: name))
  ]
}

private let question = "Delete all that is in the list?"

private struct Asking: Equatable, Sendable {
  var items: ItemState
  var isAsking = false
}

@MainActor @NodeBuilder
private func askingView(_ state: Asking, _ dispatch: Dispatcher<Bool>) -> Node {
  Column {
    Text("\(state.items.items.count) items").bold()
    List(state.items.items) { TitleRow(title: $0.title) }
  }
  if state.isAsking {
    Dialog("Delete", onClose: { dispatch(false) }) {
      Text(question)
      Row(gap: 1) {
        Button("Cancel") { dispatch(false) }
        Button("Delete") { dispatch(false) }
      }
    }
  }
}

private struct TitleRow: Component, Equatable {
  let title: String

  var body: Node { Text(title).truncate() }
}
