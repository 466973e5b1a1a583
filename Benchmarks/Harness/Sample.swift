/// What some repetitions of a piece of work took together.
struct Sample {
  var time: Duration
  /// Written to the terminal.
  var bytes = 0
}

/// How long a body takes.
///
/// `ContinuousClock` resolves some tens of nanoseconds: a body should take thousands of times that.
@inline(never)
func timed(_ body: () throws -> Void) rethrows -> Duration {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  return start.duration(to: clock.now)
}
