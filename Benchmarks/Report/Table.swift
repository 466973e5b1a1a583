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
      name: "name", n: "n", median: "median", min: "min", unit: "unit", ratio: "ratio",
      baseline: "to")
  }

  func line(_ row: ResultRow) -> String {
    line(
      name: row.name, n: grouped(row.n), median: figure(row.median), min: figure(row.min),
      unit: row.unit, ratio: row.ratio.map(figure) ?? "", baseline: row.baseline ?? "")
  }

  private func line(
    name: String, n: String, median: String, min: String, unit: String, ratio: String,
    baseline: String
  ) -> String {
    let width = Self.figureWidth
    let text = [
      name.padded(to: nameWidth), n.indented(to: width), median.indented(to: width),
      min.indented(to: width), unit.padded(to: unitWidth), ratio.indented(to: width), baseline,
    ].joined(separator: " ")
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
