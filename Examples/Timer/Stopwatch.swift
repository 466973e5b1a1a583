import Millrace

/// How long it has run, in whole seconds, and whether it runs now.
struct Stopwatch: Equatable, Sendable {
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

enum StopwatchAction: Sendable { case ticked, toggled, reset }

let stopwatch = Reducer<Stopwatch, StopwatchAction> { state, action in
  switch action {
  case .ticked: state.seconds += 1
  case .toggled: state.isRunning.toggle()
  case .reset:
    state.seconds = 0
    state.resets += 1
  }
}

/// The ticks that a stopwatch wants: one a second while it runs, and none while it is paused.
///
/// No code starts or stops the timer. After each change the store asks which sources the state wants, and
/// starts and stops what differs. The id tells sources apart: a reset changes it, so that a new timer
/// begins with a whole second.
@Sendable func ticks(of state: Stopwatch) -> [ActionSource<StopwatchAction>] {
  state.isRunning ? [.timer(id: state.resets, every: .seconds(1)) { .ticked }] : []
}
