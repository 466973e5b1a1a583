import Millrace
import MillraceStoreTesting
import TodoBench

/// A minimal program, in which a key changes one cell and nothing else is on the screen. The time
/// from the bytes of the key to the bytes of the frame is compared with the dispatch alone.
@MainActor
func oneCellComparisons() -> [Comparison] {
  let baseline = "input: a key's dispatch alone"
  return [
    Comparison(
      Benchmark(baseline, n: 1, report: .time(.microseconds)) {
        let store = digitStore()
        return { iterations in
          let before = store.state
          let time = timed {
            for _ in 0..<iterations { store.dispatch(1) }
          }
          try check(store.state == (before + iterations) % 10, "actions were lost")
          return Sample(time: time)
        }
      },
      Benchmark(
        "input: a key changes the only cell", n: 1, against: baseline,
        report: .time(.microseconds), .bytes, repeating: .asNeeded(atMost: 1_000)
      ) {
        let store = digitStore()
        let device = CountingDevice()
        let clock = ManualClock()
        let app = TerminalApp(store) { state, dispatch in
          Text("\(state)").onKey { _ in
            dispatch(1)
            return true
          }
        }
        let session = try app.start(on: device, scheduler: clock, runOnMainActor: runSynchronously)
        return { iterations in
          device.resetCounts()
          let before = store.state
          var time = Duration.zero
          for _ in 0..<iterations {
            clock.advance(by: .seconds(1))
            time += timed { device.type([UInt8(ascii: "x")]) }
          }
          try check(session.ended == nil, "the program ended")
          try check(device.writes == iterations, "\(iterations) keys, \(device.writes) writes")
          try check(store.state == (before + iterations) % 10, "keys were lost")
          try check(device.readScreen()[0].hasPrefix("\(store.state)"), "another state is shown")
          return Sample(time: time, bytes: device.bytes)
        }
      })
  ]
}

private func digitStore() -> Store<Int, Int> {
  Store(initial: 0, reducer: Reducer { $0 = ($0 + $1) % 10 })
}
