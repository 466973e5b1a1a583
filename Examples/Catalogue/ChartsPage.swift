import Millrace

struct ChartsPage: Component {
  /// A periodic wave at integer steps.
  private static func wave(_ step: Int, _ length: Int) -> Double {
    let phase = Double(step % length) / Double(length)
    return phase < 0.5 ? 16 * phase * (0.5 - phase) : -16 * (phase - 0.5) * (1 - phase)
  }

  @Local private var user = ChartPoints((0..<200).map { 50 + 30 * Self.wave($0, 90) })
  @Local private var system = ChartPoints((0..<200).map { 30 + 20 * Self.wave($0, 50) })

  var body: Node {
    Column(gap: 1) {
      LineChart(
        [ChartSeries("user", user), ChartSeries("system", system)], label: "Load",
        y: ChartAxis(unit: " %")
      )
      .grow().minHeight(4)
      Row(gap: 2) {
        Text("Last").shrink(0)
        Sparkline(user, label: "user").grow()
        Button("More") { more() }
      }
      .shrink(0)
      BarChart(
        [ChartBar("Jan", [12, 7]), ChartBar("Feb", [9, -3])], label: "Balance",
        series: ["in", "out"]
      )
    }
    .grow()
  }

  @MainActor private func more() {
    for _ in 0..<10 {
      user.append(50 + 30 * Self.wave(user.count, 90))
      system.append(30 + 20 * Self.wave(system.count, 50))
    }
  }
}
