import Millrace
import Synchronization

/// The cost of logging for a dispatch, and the memory of undo.
@MainActor
func middlewareComparisons() -> [Comparison] { [loggingComparison(), undoComparison()] }

@MainActor
private func loggingComparison() -> Comparison {
  let baseline = "logging: a dispatch without a log"
  let count = 1_000
  let perAction = Quantity.time(.nanoseconds)
  return Comparison(
    Benchmark(baseline, n: count, report: perAction) {
      let store = opaque(itemStore(count: count))
      return { iterations in
        let before = store.snapshot.version
        let time = timed {
          for number in 0..<iterations { store.dispatch(.toggle(number % count)) }
        }
        try check(
          store.snapshot.version == before + UInt64(iterations), "actions were not applied")
        return Sample(time: time)
      }
    },
    Benchmark(
      "logging: a dispatch, its caller's part", n: count, against: baseline, report: perAction
    ) {
      // The burst is so small that the log's thread keeps up, and no line is dropped.
      let burst = 500
      let lines = Lines()
      let store = opaque(
        Store(
          initial: ItemState(count: count), reducer: itemReducer,
          middleware: [
            .logging(to: .sink { _ in lines.count.add(1, ordering: .releasing) })
          ]))
      return { iterations in
        var sample = Sample(time: .zero)
        var done = 0
        while done < iterations {
          let first = done
          done = min(done + burst, iterations)
          let expected = lines.count.load(ordering: .acquiring) + done - first
          sample.time += timed {
            for number in first..<done { store.dispatch(.toggle(number % count)) }
          }
          while lines.count.load(ordering: .acquiring) < expected {}
        }
        return sample
      }
    })
}

private final class Lines: Sendable {
  let count = Atomic(0)
}

private struct UndoableItems: Sendable {
  var items: IdentifiedList<Item>
  var history = UndoHistory<IdentifiedList<Item>>()
}

private enum UndoableAction: Sendable { case toggle(Item.ID), undo, redo }

/// The memory of undo. Each step keeps only what it changed, not the whole list.
@MainActor
private func undoComparison() -> Comparison {
  let count = 1_000_000
  let kept = Quantity(suffix: ", bytes kept", unit: "bytes") { Double($0.bytes) }
  return Comparison(
    Benchmark("undo: a step in a list of \(count)", n: count, report: kept, repeating: .fixed(1)) {
      let reducer = Reducer<UndoableItems, UndoableAction> { state, action in
        if case .toggle(let id) = action { state.items[id: id]?.isDone.toggle() }
      }.undoable(\.items, history: \.history, limits: UndoLimits(steps: 10_000)) { _, action in
        switch action {
        case .toggle: .step()
        case .undo: .undo
        case .redo: .redo
        }
      }
      let empty = heapBytes()
      let store = opaque(
        Store(initial: UndoableItems(items: ItemState(count: count).items), reducer: reducer))
      let whole = heapBytes() - empty
      return { _ in
        let steps = 100
        let before = heapBytes()
        for number in 0..<steps { store.dispatch(.toggle(number * 9_999)) }
        let bytes = (heapBytes() - before) / steps
        try check(bytes * 1_000 < whole, "\(bytes) bytes of \(whole) for one step")
        let last = (steps - 1) * 9_999
        let isDone = store.state.items[id: last]?.isDone
        store.dispatch(.undo)
        try check(store.state.items[id: last]?.isDone != isDone, "the step was not undone")
        store.dispatch(.redo)
        return Sample(time: .zero, bytes: bytes)
      }
    })
}
