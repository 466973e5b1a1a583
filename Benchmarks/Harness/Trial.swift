/// The running measurement of a benchmark.
@MainActor
final class Trial {
  let benchmark: Benchmark
  /// The reason why the measurement was aborted; nil if it was not.
  private(set) var failure: String?
  private var measure: Benchmark.Measure?
  private var iterations = 1
  private var samples: [Sample] = []

  init(_ benchmark: Benchmark) { self.benchmark = benchmark }

  /// Prepares the operation, determines the repetitions per sample, and warms up the caches.
  func warmUp(_ effort: MeasurementDuration) {
    attempt {
      let measure = try benchmark.prepare()
      self.measure = measure
      switch benchmark.repetition {
      case .fixed(let count): iterations = count
      case .asNeeded(let limit) where effort.warmsUp:
        while try measure(iterations).time < effort.sampleTime, iterations < limit {
          iterations = min(iterations * 2, limit)
        }
      case .asNeeded: break
      }
      if effort.warmsUp { _ = try measure(iterations) }
    }
  }

  func takeSample() {
    attempt {
      if let measure { samples.append(try measure(iterations)) }
    }
  }

  private func attempt(_ work: () throws -> Void) {
    guard failure == nil else { return }
    do { try work() } catch { failure = "\(error)" }
  }

  /// - Parameter baseline: The trial to compare with.
  func rows(comparedWith baseline: Trial?) -> [ResultRow] {
    benchmark.quantities.map { quantity in
      let values = values(of: quantity)
      // Compares with the baseline's row of the same unit.
      let other = baseline?.benchmark.quantities.first { $0.unit == quantity.unit }
      return ResultRow(
        name: benchmark.rowName(of: quantity), n: benchmark.n, unit: quantity.unit,
        distribution: Distribution(values),
        baseline: other.flatMap { baseline?.benchmark.rowName(of: $0) },
        ratio: other.flatMap { other in
          baseline.flatMap {
            $0.failure == nil
              ? Distribution(values).median / Distribution($0.values(of: other)).median : nil
          }
        })
    }
  }

  private func values(of quantity: Quantity) -> [Double] {
    samples.map { quantity.value($0) / Double(iterations) }
  }
}
