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
    TableColumn<FrameRecord>("Frame", align: .trailing) { "\($0.number)" },
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
    let table = Table(IdentifiedList(frames.reversed()), columns: Self.columns).current($current)
    split("frames", table.node.focus(focus), "frame") { Text(frame?.text ?? "No frame yet.") }
  }

  @MainActor private func chart(_ name: String, _ values: [Double]) -> Node {
    Row(gap: 1) {
      Text(name).shrink(0)
      Sparkline(ChartPoints(values), label: name).grow()
    }.shrink(0)
  }
}
