import Millrace
import MillraceIdentifiedList
import MillraceRender

/// The times of the last reducer runs and frames.
struct TimingsPane: Component {
  let inspector: Inspector
  let rows: CommitRows
  let focus: FocusHandle
  @Local private var current: Int?

  private static let limit = 200

  private static let columns = [
    TableColumn<FrameAnswer>("Frame", align: .trailing) { "\($0.number)" },
    TableColumn("Shows", align: .trailing) { "\($0.to)" },
    TableColumn("Bodies", align: .trailing) { "\($0.bodies.count)" },
    TableColumn("Wasted", align: .trailing) { "\($0.bodies.count(where: \.isWasted))" },
    TableColumn("Took", align: .trailing) { durationText(microseconds: $0.microseconds) },
    TableColumn("Boxes", align: .trailing) { "\($0.boxes)" },
    TableColumn("Cells", align: .trailing) { "\($0.cells)" },
    TableColumn("Bytes", align: .trailing) { "\($0.bytes)" },
  ]

  var body: Node {
    let frames = Array(inspector.screen.frames.suffix(Self.limit))
    let reducers = rows.prefix(Self.limit).reversed().map { $0.microseconds ?? .nan }
    let frame = frames.last { $0.number == current } ?? frames.last
    chart("Reducer, µs", reducers)
    chart("Frame, µs  ", frames.map(\.microseconds))
    chart("Bytes      ", frames.map { Double($0.bytes) })
    Text(inspector.cost.text.dropLast().description).truncate().style(\.muted).shrink(0)
    Split(.vertical) {
      SplitPane("frames", share: 3) {
        Table(IdentifiedList(frames.reversed()), columns: Self.columns).current($current).node
          .focus(focus)
      }
      SplitPane("frame", share: 2) {
        ScrollView {
          if let frame {
            SizeReader { size in flames(frame, size.width) }.shrink(0)
            Text(frame.text)
          } else {
            Text("No frame yet.")
          }
        }
      }
    }
  }

  @MainActor private func chart(_ name: String, _ values: [Double]) -> Node {
    Row(gap: 1) {
      Text(name).shrink(0)
      Sparkline(ChartPoints(values), label: name).grow()
    }.shrink(0)
  }

  private static let colors: [String: Color] = [
    "bodies": .blue, "diff": .cyan, "layout": .green, "effects": .yellow, "draw": .magenta,
    "paint": .brightMagenta, "write": .red,
  ]

  @MainActor private func flames(_ frame: FrameAnswer, _ width: Int) -> Node {
    Column {
      for row in frame.flameChart(width: width) {
        Row {
          for (bar, before) in zip(row, [0] + row.map(\.cells.upperBound)) {
            Text(bar.cells.count < 4 ? "" : bar.text).truncate().strikethrough(bar.isWasted)
              .style(Style(foreground: Self.colors[bar.phase] ?? .white, attributes: .inverse))
              .width(.cells(Double(bar.cells.count))).shrink(0)
              .margin(left: .cells(Double(bar.cells.lowerBound - before)))
          }
        }
        .height(1).shrink(0)
      }
    }.node
  }
}
