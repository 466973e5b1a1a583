import Millrace

/// Samples of charts.
enum ChartSamples {
  // sample: LineChart, ChartSeries, ChartAxis
  struct Load: Component {
    let user: ChartPoints
    let system: ChartPoints

    var body: Node {
      LineChart(
        [ChartSeries("user", user), ChartSeries("system", system)], label: "Load",
        y: ChartAxis(0...100, unit: " %")
      ).grow()
    }
  }
  // end

  // sample: BarChart, ChartBar
  struct Sales: Component {
    var body: Node {
      BarChart(
        [ChartBar("Jan", [12, 7]), ChartBar("Feb", [9, -3])], label: "Sales",
        series: ["bread", "cakes"], unit: " €")
    }
  }
  // end

  // sample: Sparkline
  struct Memory: Component {
    let used: ChartPoints

    var body: Node {
      Row(gap: 1) {
        Text("Memory").shrink(0)
        Sparkline(used, label: "Memory", in: 0...100).grow()
      }
    }
  }
  // end

  // sample: Gauge
  struct Processor: Component {
    let load: Double

    var body: Node {
      Gauge("CPU", load, in: 0...100, unit: " %", thresholds: [.init(80)])
    }
  }
  // end

  static func points() -> ChartPoints {
    // sample: ChartPoints
    var load: ChartPoints = [0.3, 0.5, .nan, 0.4]  // x is 0, 1, 2 …; a NaN is a gap
    load.append(0.6)

    var recent = ChartPoints(limit: 100)  // keeps the newest 100 points
    recent.append(0.6)
    // end
    return recent.count > load.count ? recent : load
  }

  // sample: ChartSymbols
  struct Dashboard: Component {
    let load: ChartPoints
    let fontHasBraille: Bool

    var body: Node {
      LineChart([ChartSeries("load", load)])
        .environment(\.chartSymbols, fontHasBraille ? .braille : .quadrants)
    }
  }
  // end
}

@MainActor let chartScreens: [ScreenSample] = [
  ScreenSample("LineChart", columns: 50, rows: 10) {
    ChartSamples.Load(user: wave(from: 50, by: 7), system: wave(from: 20, by: 1))
  },
  ScreenSample("BarChart", columns: 40, rows: 5) { ChartSamples.Sales() },
  ScreenSample("Sparkline", columns: 40, rows: 1) {
    ChartSamples.Memory(used: wave(from: 20, by: 3))
  },
  ScreenSample("Gauge", columns: 40, rows: 1) { ChartSamples.Processor(load: 62) },
]

private func wave(from low: Int, by step: Int) -> ChartPoints {
  ChartPoints((0..<60).map { place in Double(low + abs(place * step % 60 - 30)) })
}
