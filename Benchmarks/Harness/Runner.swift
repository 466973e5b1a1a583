/// The duration of a measurement.
struct MeasurementDuration {
  let samples: Int
  /// The minimum duration of a sample: many thousand times the resolution of the clock.
  let sampleTime: Duration

  /// Whether the operation is run before the first sample, so that caches are filled.
  let warmsUp: Bool

  static let full = MeasurementDuration(
    samples: 21, sampleTime: .milliseconds(4), warmsUp: true)
  static let quick = MeasurementDuration(samples: 1, sampleTime: .zero, warmsUp: false)
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
    for _ in 0..<effort.samples {
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
