/// Pieces of work that are measured side by side, the baselines among them.
@MainActor
struct Comparison {
  let benchmarks: [Benchmark]

  init(_ benchmarks: Benchmark...) { self.benchmarks = benchmarks }

  init(benchmarks: [Benchmark]) { self.benchmarks = benchmarks }

  func benchmark(named name: String?) -> Benchmark? { benchmarks.first { $0.name == name } }

  /// Only what has the text in a row's name, in capitals or not, and what that is compared with.
  func matching(_ filter: String) -> Comparison? {
    guard !filter.isEmpty else { return self }
    let text = filter.lowercased()
    var wanted: Set<String> = []
    for benchmark in benchmarks
    where benchmark.quantities.contains(where: {
      benchmark.rowName(of: $0).lowercased().contains(text)
    }) {
      var next: Benchmark? = benchmark
      while let current = next, wanted.insert(current.name).inserted {
        next = self.benchmark(named: current.baseline)
      }
    }
    let kept = benchmarks.filter { wanted.contains($0.name) }
    return kept.isEmpty ? nil : Comparison(benchmarks: kept)
  }
}
