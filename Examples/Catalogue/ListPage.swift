import Millrace

struct ListPage: Component {
  private struct Line: Identifiable { let id: Int }

  private static let lines = (1...10_000).map(Line.init)

  @Local private var selection: Set<Int> = []

  var body: Node {
    Column {
      List(Self.lines) { line in
        Text("Row \(line.id)")
      }
      .selection($selection).scrollBar()
      Text("\(selection.count) selected: Space selects a row.").style(\.muted).shrink(0)
    }
    .grow()
  }
}
