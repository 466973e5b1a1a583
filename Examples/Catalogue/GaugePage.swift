import Millrace

struct GaugePage: Component {
  @Local private var load = 62.0
  @Local private var copying = ProgressEstimate(total: 240_000_000)
  @Local private var seconds = 0

  var body: Node {
    Column(gap: 1) {
      Gauge(
        "CPU", load, in: 0...100, unit: " %",
        thresholds: [.init(60, Style(foreground: .yellow)), .init(85)])
      Row(gap: 1) {
        Button("Less") { load = max(0, load - 12) }
        Button("More") { load = min(100, load + 12) }
      }
      ProgressBar(copying)
      Button("One second more") {
        // A real program uses the time of `@Environment(\.clock)`.
        seconds += 1
        copying.update(
          done: min(copying.done + 12_500_000, 240_000_000), at: .seconds(seconds))
      }
    }
  }
}
