import Foundation
import Millrace

/// The present time, and a stopwatch: the elapsed time in whole seconds, and whether it is running.
struct Stopwatch: Codable, Equatable, Sendable {
  /// The time since 1970.
  var now: Duration
  var seconds = 0
  var isRunning = true
  var resets = 0

  /// The present time in the program's time zone, such as `21:02:03`.
  var time: String {
    let date = Date(timeIntervalSince1970: now / .seconds(1))
    return clock(CalendarDay.local(at: date).minute * 60 + Int(now.components.seconds) % 60)
  }

  /// The elapsed time, such as `01:02:03`.
  var text: String { clock(seconds) }

  private func clock(_ seconds: Int) -> String {
    [seconds / 3600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}

enum StopwatchAction: Codable, Equatable, Sendable {
  case timeChanged(Duration), ticked, toggled, reset
}

let stopwatch = Reducer<Stopwatch, StopwatchAction> { state, action in
  switch action {
  case .timeChanged(let now): state.now = now
  case .ticked: state.seconds += 1
  case .toggled: state.isRunning.toggle()
  case .reset:
    state.seconds = 0
    state.resets += 1
  }
}
// The sources of ticks: one that always runs for the present time, and one timer per second while
// the stopwatch runs.
//
// No code starts or stops a timer. After each change, the store asks for the sources of the new
// state, and starts and stops the sources that differ. A reset changes the id, so that a new timer
// starts with a full second. A reducer reads no clock, because the time is in the action.
.sources { state in
  [.timer(id: "time", every: .seconds(1)) { .timeChanged($0.date()) }]
    + (state.isRunning ? [.timer(id: state.resets, every: .seconds(1)) { .ticked }] : [])
}
