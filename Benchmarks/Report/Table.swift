/// The report as a table. The column widths are known before the first result, so that each row can
/// be printed immediately.
struct Table {
  private static let figureWidth = 10
  private let nameWidth: Int
  private let unitWidth: Int

  @MainActor
  init(comparisons: [Comparison]) {
    let benchmarks = comparisons.flatMap(\.benchmarks)
    nameWidth =
      benchmarks.flatMap { benchmark in
        benchmark.quantities.map { benchmark.rowName(of: $0).count }
      }.max() ?? 0
    unitWidth = benchmarks.flatMap { $0.quantities.map(\.unit.count) }.max() ?? 0
  }

  var header: String {
    line(
      name: "name", n: "n", figures: ["min", "p50", "p95", "p99", "max"], unit: "unit",
      ratio: "ratio", baseline: "to")
  }

  func line(_ row: ResultRow) -> String {
    let all = row.distribution
    let figures = [all.min, all.median, all.quantile(0.95), all.quantile(0.99), all.max]
    return line(
      name: row.name, n: grouped(row.n), figures: figures.map(figure), unit: row.unit,
      ratio: row.ratio.map(figure) ?? "", baseline: row.baseline ?? "")
  }

  private func line(
    name: String, n: String, figures: [String], unit: String, ratio: String, baseline: String
  ) -> String {
    let width = Self.figureWidth
    let text =
      ([name.padded(to: nameWidth), n.indented(to: width)]
      + figures.map { $0.indented(to: width) }
      + [unit.padded(to: unitWidth), ratio.indented(to: width), baseline])
      .joined(separator: " ")
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func indented(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
