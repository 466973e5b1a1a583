/// The totals of several repetitions of an operation.
struct Sample {
  var time: Duration
  /// The number of bytes written to the terminal.
  var bytes = 0
}

/// Measures the duration of a closure.
///
/// `ContinuousClock` has a resolution of tens of nanoseconds, so the closure should take thousands
/// of times as long.
@inline(never)
func timed(_ body: () throws -> Void) rethrows -> Duration {
  let clock = ContinuousClock()
  countingBegins()
  let start = clock.now
  try body()
  let time = start.duration(to: clock.now)
  countingEnds()
  return time
}

// A program that counts instructions finds these functions by their names, and counts the
// instructions between them.
@_optimize(none) @inline(never) private func countingBegins() {}
@_optimize(none) @inline(never) private func countingEnds() {}
