/// How long to measure.
struct Effort {
  let samples: Int
  /// The least time of a sample. Many thousand times what the clock resolves.
  let sampleTime: Duration

  static let full = Effort(samples: 21, sampleTime: .milliseconds(4))
  static let quick = Effort(samples: 2, sampleTime: .zero)
}

/// Measures comparisons.
@MainActor
struct Runner {
  struct Outcome {
    var rows: [ResultRow] = []
    var failures: [(name: String, reason: String)] = []
  }

  let effort: Effort

  /// Warms everything up, then takes a sample of each in turn, again and again: what the machine
  /// does meanwhile, it does to all of them.
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
