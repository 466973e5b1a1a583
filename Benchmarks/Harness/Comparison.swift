/// Benchmarks that are measured side by side, including the baselines.
@MainActor
struct Comparison {
  let benchmarks: [Benchmark]

  init(_ benchmarks: Benchmark...) { self.benchmarks = benchmarks }

  init(benchmarks: [Benchmark]) { self.benchmarks = benchmarks }

  func benchmark(named name: String?) -> Benchmark? { benchmarks.first { $0.name == name } }

  /// The benchmarks whose row names contain a text, ignoring case, and their baselines.
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
