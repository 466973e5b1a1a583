/// The duration of a measurement.
struct MeasurementDuration {
  /// The number of samples. `enoughSamples` is the smaller number with which the measurement ends
  /// if the samples have taken `limit` together.
  let samples: Int
  let enoughSamples: Int
  let limit: Duration
  /// The minimum duration of a sample: many thousand times the resolution of the clock. A slower
  /// operation is repeated once per sample.
  let sampleTime: Duration

  /// Whether the operation is run before the first sample, so that caches are filled.
  let warmsUp: Bool

  static let full = MeasurementDuration(
    samples: 201, enoughSamples: 21, limit: .seconds(1), sampleTime: .milliseconds(1),
    warmsUp: true)
  static let quick = MeasurementDuration(
    samples: 1, enoughSamples: 1, limit: .zero, sampleTime: .zero, warmsUp: false)
}

/// Runs comparisons.
@MainActor
struct Runner {
  struct Outcome {
    var rows: [ResultRow] = []
    var failures: [(name: String, reason: String)] = []
  }

  let effort: MeasurementDuration

  /// Warms up all benchmarks, then repeatedly takes one sample of each in turn, so that
  /// disturbances of the machine affect all of them.
  func run(_ comparison: Comparison) -> Outcome {
    let trials = comparison.benchmarks.map { Trial($0) }
    for trial in trials { trial.warmUp(effort) }
    let start = ContinuousClock.now
    for count in 0..<effort.samples {
      if count >= effort.enoughSamples, start.duration(to: .now) > effort.limit { break }
      for trial in trials { trial.takeSample() }
    }

    var outcome = Outcome()
    for trial in trials {
      if let failure = trial.failure {
        outcome.failures.append((trial.benchmark.name, failure))
        continue
      }
      let baseline = trials.first { $0.benchmark.name == trial.benchmark.baseline }
      outcome.rows += trial.rows(comparedWith: baseline)
    }
    return outcome
  }
}
