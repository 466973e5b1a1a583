/// The totals of several repetitions of an operation.
struct Sample {
  var time: Duration
  /// Bytes written to the terminal.
  var bytes = 0
}

/// Measures the duration of a closure.
///
/// `ContinuousClock` resolves tens of nanoseconds: the closure should take thousands of times as
/// long.
@inline(never)
func timed(_ body: () throws -> Void) rethrows -> Duration {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  return start.duration(to: clock.now)
}
