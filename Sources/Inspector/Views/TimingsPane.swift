import Millrace
import MillraceIdentifiedList
import MillraceRender

/// The times of the last reducer runs and frames.
struct TimingsPane: Component {
  let inspector: Inspector
  let rows: CommitRows
  @Local private var current: Int?

  private static let limit = 200

  private static let columns = [
    TableColumn<FrameAnswer>("Frame", align: .trailing) { "\($0.number)" },
    TableColumn("Shows", align: .trailing) { "\($0.to)" },
    TableColumn("Bodies", align: .trailing) { "\($0.bodies.count)" },
    TableColumn("Took", align: .trailing) { durationText(microseconds: $0.microseconds) },
    TableColumn("Boxes", align: .trailing) { "\($0.boxes)" },
    TableColumn("Cells", align: .trailing) { "\($0.cells)" },
    TableColumn("Bytes", align: .trailing) { "\($0.bytes)" },
  ]

  var body: Node {
    let frames = Array(inspector.screen.frames.suffix(Self.limit))
    let reducers = rows.prefix(Self.limit).reversed().map { $0.microseconds ?? .nan }
    Row(gap: 1) {
      Text("Reducer, µs").shrink(0)
      Sparkline(ChartPoints(reducers), label: "Reducer, µs").grow()
    }.shrink(0)
    Row(gap: 1) {
      Text("Bodies, µs ").shrink(0)
      Sparkline(ChartPoints(frames.map(\.microseconds)), label: "Bodies, µs").grow()
    }.shrink(0)
    Row(gap: 1) {
      Text("Bytes      ").shrink(0)
      Sparkline(ChartPoints(frames.map { Double($0.bytes) }), label: "Bytes").grow()
    }.shrink(0)
    Split(.vertical) {
      SplitPane("frames", share: 3) {
        Table(IdentifiedList(frames.reversed()), columns: Self.columns, current: $current)
      }
      SplitPane("frame", share: 2) {
        ScrollView {
          Text((frames.last { $0.number == current } ?? frames.last)?.text ?? "No frame yet.")
        }
      }
    }
  }
}
