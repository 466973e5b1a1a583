import Millrace
import MillraceStoreTesting
import TodoBench

/// Scenes from the benchmark suite of the Rezi project, at 120 × 40. A tick is dispatched and a
/// frame is drawn. The baseline makes only the texts of the scene. Rezi's own program draws the
/// same texts with Ratatui.
@MainActor
func sceneComparisons() -> [Comparison] {
  Scene.all.map { scene in
    let baseline = "scene: \(scene.name), its texts alone"
    return Comparison(
      Benchmark(
        baseline, n: 1, report: .time(.microseconds), repeating: .asNeeded(atMost: 2_000)
      ) {
        { iterations in
          var bytes = 0
          let time = timed {
            for tick in 0..<iterations {
              for text in scene.texts(tick) { bytes += text.utf8.count }
            }
          }
          try check(bytes > 0, "there are no texts")
          return Sample(time: time)
        }
      },
      Benchmark(
        "scene: \(scene.name)", n: 1, against: baseline, report: .time(.microseconds), .bytes,
        repeating: .asNeeded(atMost: 2_000)
      ) {
        let store = Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })
        let (clock, device) = (ManualClock(), CountingDevice(columns: 120, rows: 40))
        let app = TerminalApp(store) { tick, _ in
          scene.view(tick)
        }
        let session = try app.start(on: device, scheduler: clock, runOnMainActor: runSynchronously)
        return { iterations in
          device.resetCounts()
          let time = timed {
            for _ in 0..<iterations {
              clock.advance(by: .seconds(1))
              store.dispatch(1)
            }
          }
          try check(device.writes == iterations, "\(iterations) frames, \(device.writes) writes")
          let shown = device.readScreen().filter { !$0.isEmpty }
          let wanted = scene.screen(store.state)
          try check(shown == wanted, "the screen shows \(shown), not \(wanted)")
          withExtendedLifetime(session) {}
          return Sample(time: time, bytes: device.bytes)
        }
      })
  }
}

/// The content of a scene at a tick.
@MainActor
private struct Scene {
  let name: String
  /// The rows of the screen.
  let rows: @MainActor (Int) -> [String]
  /// The texts that change with each tick.
  let texts: @MainActor (Int) -> [String]
  let view: @MainActor (Int) -> Node

  /// - Parameters:
  ///   - rows: The expected rows of the screen.
  ///   - texts: The texts that change with each tick; all rows by default.
  ///   - view: The view as a program would write it; one text per row by default.
  init(
    _ name: String, rows: @escaping @MainActor (Int) -> [String],
    texts: (@MainActor (Int) -> [String])? = nil,
    view: (@MainActor (Int) -> Node)? = nil
  ) {
    self.name = name
    self.rows = rows
    self.texts = texts ?? rows
    self.view =
      view ?? { tick in
        Column {
          for (index, row) in rows(tick).enumerated() { Text(row).truncate().key(index) }
        }
        .node
      }
  }

  /// The rows of the screen, without trailing blanks.
  func screen(_ tick: Int) -> [String] {
    rows(tick).map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
  }

  static let all = [
    Scene("rerender") { ["terminal-rerender", "tick=\($0)"] },
    frameFill(dirty: 1), frameFill(dirty: 40),
    Scene("virtual list") { tick in
      let (items, viewport) = (100_000, 38)
      let offset = tick % (items - viewport)
      return ["terminal-virtual-list", "total=\(items) offset=\(offset) tick=\(tick)"]
        + (0..<viewport).map { row in
          let item = offset + row
          let value = (tick + item * 97) % 1000
          return "\(padded(item, 6)) • Item \(item) v=\(value)\(row == tick % viewport ? " <" : "")"
        }
    },
    table,
    Scene("screen transition", rows: transition),
    Scene("stream") { tick in
      ["terminal-fps-stream tick=\(tick) target=60fps channels=12", "Channel  Value      Trend"]
        + (0..<38).map { row in
          let channel = row % 12
          let value = Double((tick * (17 + channel) + row * 31) % 1000) / 1000
          let seed = (tick + row * 13 + channel * 11) % 16
          let trend = (0..<16).map { Double((seed + $0 * 3) % 16) / 15 < value ? "▮" : "▯" }
          return "ch-\(padded(channel, 2, "0"))    \(percent(value))    \(trend.joined())"
        }
    },
    Scene("input") { tick in
      [
        "terminal-input-latency synthetic-key-event -> frame",
        "tick=\(tick) active=\(tick % 16) token=\(String(hash(tick), radix: 16))",
      ]
        + (0..<38).map { row in
          let marker = row == tick % 38 ? ">" : " "
          return "\(marker) command-\(padded(row, 2, "0"))  value=\((tick + row * 9) % 10_000)"
        }
    },
    Scene("soak") { tick in
      ["terminal-memory-soak tick=\(tick)"]
        + (0..<39).map { row in
          let id = padded((tick * 7 + row * 19) % 100_000, 5, "0")
          return "\(id) \(String(repeating: "x", count: row % 7 + 8)) \((tick + row) % 997)"
        }
    },
  ]

  private static func frameFill(dirty: Int) -> Scene {
    @MainActor func row(_ row: Int, _ tick: Int) -> String {
      guard row < dirty else { return "row=\(padded(row, 2, "0")) static" }
      let value = String(hash(tick) ^ UInt32(row * 12_345), radix: 16)
      return "row=\(padded(row, 2, "0")) tick=\(tick) v=\(value)"
    }
    return Scene(
      "frame fill, \(dirty) changed",
      rows: { tick in (0..<40).map { row($0, tick) } },
      texts: { tick in (0..<dirty).map { row($0, tick) } },
      view: { tick in
        Column {
          for index in 0..<40 {
            SceneRow(index: index, tick: index < dirty ? tick : 0, text: { row($0, $1) }).key(index)
          }
        }
        .node
      })
  }

  private static let table: Scene = {
    @MainActor func row(_ row: Int, _ tick: Int) -> String {
      (0..<12).map { column in
        let isHot = tick > 0 && row == tick % 38 && column == tick % 12
        let text = isHot ? "v=\(tick)" : "r\(row)c\(column)"
        return text + String(repeating: " ", count: 10 - text.utf8.count)
      }.joined()
    }
    let header = (0..<12).map { "C\($0)" + String(repeating: " ", count: $0 < 10 ? 8 : 7) }.joined()
    let line = String(repeating: "-", count: 120)
    return Scene(
      "table",
      rows: { tick in [header, line] + (0..<38).map { row($0, tick) } },
      texts: { tick in [row(tick % 38, tick), row((tick + 37) % 38, tick)] },
      view: { tick in
        Column {
          Text(header).truncate()
          Text(line).truncate()
          for index in 0..<38 {
            SceneRow(index: index, tick: index == tick % 38 ? tick : 0, text: { row($0, $1) }).key(
              index)
          }
        }
        .node
      })
  }()

  private static func transition(_ tick: Int) -> [String] {
    switch tick % 3 {
    case 0:
      ["terminal-screen-transition [dashboard]"]
        + (0..<39).map { row in
          let value = Double((tick * 37 + row * 97) % 1000) / 1000
          let filled = Int((value * 24).rounded())
          let bar =
            String(repeating: "#", count: filled) + String(repeating: "-", count: 24 - filled)
          return "svc-\(padded(row, 2, "0")) \(bar) \(percent(value))"
        }
    case 1:
      [
        "terminal-screen-transition [table]",
        "ID        NAME                 STATE     LAT(ms)   ERR",
      ]
        + (0..<38).map { row in
          let id = padded((tick + row) % 512, 3, "0")
          let state = (tick + row) % 7 == 0 ? "degraded" : "healthy "
          let (latency, isError) = (10 + (tick * 13 + row * 7) % 190, (tick + row * 3) % 53 == 0)
          return "node-\(id)   backend-\(padded(row, 2, "0"))        \(state)     "
            + "\(padded(latency, 3))      \(isError ? "yes" : "no ")"
        }
    default:
      ["terminal-screen-transition [logs]"]
        + (0..<39).map { row in
          let count = tick * 40 + row
          let level = count % 11 == 0 ? "WARN" : count % 23 == 0 ? "ERROR" : "INFO "
          return "\(level) ts=\(1_700_000_000_000 + count * 17) service=\(count % 17) "
            + "msg=transition-\(count)"
        }
    }
  }
}

/// A row that is not rendered again while its tick is unchanged.
private struct SceneRow: Component, Equatable {
  let index: Int
  let tick: Int
  let text: @MainActor (Int, Int) -> String

  var body: Node { Text(text(index, tick)).truncate().node }

  static func == (one: SceneRow, other: SceneRow) -> Bool {
    one.index == other.index && one.tick == other.tick
  }
}

private func hash(_ tick: Int) -> UInt32 {
  UInt32(truncatingIfNeeded: tick) &* 1_103_515_245
}

private func padded(_ number: Int, _ width: Int, _ pad: Character = " ") -> String {
  let digits = String(number)
  return String(repeating: pad, count: max(0, width - digits.utf8.count)) + digits
}

/// A share as a percentage with one decimal.
private func percent(_ share: Double) -> String {
  let tenths = Int((share * 1000).rounded())
  return "\(padded(tenths / 10, 3)).\(tenths % 10)%"
}
