/// One piece of work to measure.
@MainActor
struct Benchmark {
  /// Does the work so many times, and checks that it was done.
  typealias Measure = @MainActor (_ iterations: Int) throws -> Sample

  /// How often a sample repeats the work.
  enum Repetition {
    case fixed(Int)
    /// As often as it takes for the clock, but not more often than this.
    case asNeeded(atMost: Int = 1_000_000)
  }

  let name: String
  /// The size of the work: elements, nodes, or repetitions in a sample where those are fixed.
  let n: Int
  /// The name of what it is compared with.
  let baseline: String?
  /// What to report of it: a row each.
  let quantities: [Quantity]
  let repetition: Repetition
  /// Makes what the work needs. Not measured.
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
