import Millrace
import MillraceInspector
import MillraceTesting
import TodoBench
import TodoExample

/// The cost of an inspector for a program: when it is off, while it records, and while a page shows
/// it.
@MainActor
func inspectedComparisons() -> [Comparison] {
  [offComparison(), keyComparison(), profileComparison(), treeComparison()]
}

/// A dispatch in a program whose inspector is off, compared with a program without an inspector.
@MainActor
private func offComparison() -> Comparison {
  let dispatches = 100_000
  func benchmark(
    _ name: String, against baseline: String? = nil,
    _ wrap:
      @escaping @MainActor (TerminalApp<Tally, TallyAction>) -> TerminalApp<
        Tally, TallyAction
      >
  ) -> Benchmark {
    Benchmark(
      name, n: dispatches, against: baseline, report: .time(.nanoseconds),
      repeating: .fixed(dispatches)
    ) {
      let store = opaque(Store(initial: Tally(), reducer: tallyReducer))
      let app = wrap(TerminalApp(store) { Text("") })
      let session = try app.start(
        on: CountingDevice(), scheduler: ManualClock(), runOnMainActor: runSynchronously)
      store.dispatch(.add(1))
      return { iterations in
        let before = (count: store.state.count, bytes: heapBytes())
        let time = timed { for _ in 0..<iterations { store.dispatch(.add(1)) } }
        try check(store.state.count - before.count == iterations, "actions were not applied")
        let grown = heapBytes() - before.bytes
        try check(grown < 65_536, "\(grown) bytes were kept")
        withExtendedLifetime(session) {}
        return Sample(time: time)
      }
    }
  }
  let alone = "inspector: a dispatch of a program without it"
  return Comparison(
    benchmark(alone) { $0 },
    benchmark("inspector: a dispatch, inspected(if: false)", against: alone) {
      $0.inspected(if: false)
    })
}

/// A program under inspection, and a page that shows its inspector.
@MainActor
private final class InspectedTodo: SampleProgram.Wrapper {
  private(set) var inspector: Inspector?
  private var page: TerminalSession?
  private let screen = PageSink()
  private let clock = ManualClock()
  private let queue = ManualMainQueue()
  private let isPaged: Bool
  /// The clock of the inspected store. The inspector uses it to tell its viewers about changes.
  private var storeClock: ManualClock?

  init(isPaged: Bool) { self.isPaged = isPaged }

  func wrap<State, Action>(
    _ app: TerminalApp<State, Action>, _ store: Store<State, Action>
  ) throws -> TerminalApp<State, Action> {
    let inspector = Inspector(store)
    self.inspector = inspector
    storeClock = store.context.dependencies.clock as? ManualClock
    if isPaged {
      page = try TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) {
        InspectorView(inspector)
      }.start(on: screen, scheduler: clock, runOnMainActor: { [queue] in queue.add($0) })
      drawPage()
    }
    return app.inspected(by: inspector)
  }

  /// Draws the page if the inspector has requested it. The inspector requests a drawing at most 30
  /// times a second.
  func drawPage() {
    storeClock?.advance(by: .milliseconds(40))
    clock.advance(by: .seconds(1))
    queue.run()
  }
}

/// A page that counts the elements that it would send to a browser.
@MainActor
private final class PageSink: ScreenView {
  let size = TerminalSize(columns: 120, rows: 40)
  let traits = TerminalTraits()
  let isBusy = false
  var elements = 0

  func show(_ host: TerminalHost, _ announcements: [Announcement]) {
    host.drawElements { [self] _, _, _ in elements += 1 }
    elements += host.takeChanges().elements.count
  }

  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) {}
  func write(_ bytes: [UInt8]) {}
  func suspend() {}
  func release() {}
  func reclaim() {}
  func stop() {}
}

/// The time from the bytes of a key that changes the state to the bytes of the frame. The page
/// draws later. Its drawing makes the processor's caches cold. So the program without an inspector
/// is also measured after the page of another program has drawn.
@MainActor
private func keyComparison() -> Comparison {
  func benchmark(
    _ name: String, against baseline: String? = nil, _ wrapper: InspectedTodo?,
    after neighbour: InspectedTodo? = nil
  ) -> Benchmark {
    Benchmark(
      name, n: 10_000, against: baseline, report: .time(.microseconds), .bytes,
      repeating: .asNeeded(atMost: 500)
    ) {
      let bench = try TodoBench(.space, items: 10_000, in: wrapper)
      let other = try neighbour.map { try TodoBench(.space, items: 10_000, in: $0) }
      other?.begin()
      return { iterations in
        bench.begin()
        var time = Duration.zero
        for _ in 0..<iterations {
          other?.run(2)
          neighbour?.drawPage()
          wrapper?.drawPage()
          time += timed { bench.run(2) }
        }
        if let failure = bench.failure(after: iterations * 2) {
          throw CheckFailure(description: failure)
        }
        return Sample(time: time, bytes: bench.device.bytes)
      }
    }
  }
  let alone = "inspector: todo, Space twice, without it"
  let cold = "inspector: todo, Space twice, without it, after a page"
  return Comparison(
    benchmark(alone, nil),
    benchmark(
      "inspector: todo, Space twice, recorded", against: alone, InspectedTodo(isPaged: false)),
    benchmark(cold, nil, after: InspectedTodo(isPaged: true)),
    benchmark(
      "inspector: todo, Space twice, a page is open", against: cold, InspectedTodo(isPaged: true)))
}

/// The time for recording frames, in percent of the time of these frames.
@MainActor
private func profileComparison() -> Comparison {
  let percent = Quantity(suffix: ", percent of the frames", unit: "%") {
    Double($0.bytes) / 100
  }
  func benchmark(_ name: String, _ work: TodoBench.Work) -> Benchmark {
    Benchmark(name, n: 10_000, report: percent, repeating: .fixed(1)) {
      let wrapper = InspectedTodo(isPaged: true)
      let bench = try TodoBench(work, items: 10_000, in: wrapper)
      return { _ in
        bench.begin()
        guard let inspector = wrapper.inspector else { return Sample(time: .zero) }
        let before = inspector.cost
        for _ in 0..<100 {
          wrapper.drawPage()
          bench.run(2)
        }
        let after = inspector.cost
        try check(after.frames - before.frames >= 200, "\(after.frames) frames were recorded")
        let share = (after.recording - before.recording) / (after.program - before.program)
        return Sample(time: .zero, bytes: Int(share * 10_000))
      }
    }
  }
  return Comparison(
    benchmark("inspector: recording of frames, Space", .space),
    benchmark("inspector: recording of frames, a letter", .letter))
}

/// The time of the first answer about a large tree of views, and of the answer about one node.
@MainActor
private func treeComparison() -> Comparison {
  let size = Quantity(suffix: ", bytes of JSON", unit: "bytes") { Double($0.bytes) }
  func benchmark(
    _ name: String, _ ask: @escaping @MainActor (Inspector) throws -> String
  ) -> Benchmark {
    Benchmark(
      name, n: 1_000_000, report: .time(.milliseconds), size, repeating: .asNeeded(atMost: 100)
    ) {
      let store = itemStore(count: 1_000_000)
      let inspector = Inspector(store)
      let app = TerminalApp(store) { state, dispatch in
        Row {
          itemView(state, dispatch)
          Column { for number in 0..<10_000 { Text("row \(number)").key(number) } }
        }
      }
      let session = try app.inspected(by: inspector).start(
        on: CountingDevice(), scheduler: ManualClock(), runOnMainActor: runSynchronously)
      return { iterations in
        var bytes = 0
        let time = try timed {
          for _ in 0..<iterations { bytes += try ask(inspector).utf8.count }
        }
        withExtendedLifetime(session) {}
        return Sample(time: time, bytes: bytes)
      }
    }
  }
  return Comparison(
    benchmark("inspector: the first answer about a large tree") { try $0.tree().json },
    benchmark("inspector: one of 10,000 nodes") { try $0.node("0.0.1.9999").json })
}
