import Millrace

/// A stopwatch: the elapsed time in whole seconds, and whether it is running.
struct Stopwatch: Codable, Equatable, Sendable {
  var seconds = 0
  var isRunning = true
  var resets = 0

  /// The time as hours, minutes and seconds: `01:02:03`.
  var text: String {
    [seconds / 3600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}

enum StopwatchAction: Codable, Equatable, Sendable { case ticked, toggled, reset }

let stopwatch = Reducer<Stopwatch, StopwatchAction> { state, action in
  switch action {
  case .ticked: state.seconds += 1
  case .toggled: state.isRunning.toggle()
  case .reset:
    state.seconds = 0
    state.resets += 1
  }
}
// The sources of ticks: one timer per second while the stopwatch runs, none while it is paused.
//
// No code starts or stops the timer. After each change, the store asks for the sources of the new
// state, and starts and stops those that differ. A reset changes the id, so that a new timer starts
// with a full second.
.sources { state in
  state.isRunning ? [.timer(id: state.resets, every: .seconds(1)) { .ticked }] : []
}
