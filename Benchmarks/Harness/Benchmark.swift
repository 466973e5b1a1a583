/// An operation to measure.
@MainActor
struct Benchmark {
  /// Performs the operation the given number of times, and checks its result.
  typealias Measure = @MainActor (_ iterations: Int) throws -> Sample

  /// How often a sample repeats the operation.
  enum Repetition {
    case fixed(Int)
    /// As many times as the resolution of the clock requires, but at most this number.
    case asNeeded(atMost: Int = 1_000_000)
  }

  let name: String
  /// The size of the operation: its elements or nodes, or the fixed number of repetitions per
  /// sample.
  let n: Int
  /// The name of the benchmark with which this one is compared; nil for none.
  let baseline: String?
  /// The quantities to report, one row each.
  let quantities: [Quantity]
  let repetition: Repetition
  /// Prepares the operation. This is not measured.
  let prepare: @MainActor () throws -> Measure

  init(
    _ name: String, n: Int, against baseline: String? = nil, report quantities: Quantity...,
    repeating repetition: Repetition = .asNeeded(),
    prepare: @escaping @MainActor () throws -> Measure
  ) {
    self.name = name
    self.n = n
    self.baseline = baseline
    self.quantities = quantities
    self.repetition = repetition
    self.prepare = prepare
  }

  func rowName(of quantity: Quantity) -> String { name + quantity.suffix }
}
