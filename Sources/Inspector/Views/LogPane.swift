import Millrace
import MillraceRender

/// The commits, and the causes and results of the current one.
struct LogPane: Component {
  let inspector: Inspector
  let rows: CommitRows
  @Local private var current: UInt64?

  private static let columns = [
    TableColumn<CommitLine>("#", align: .trailing) { "\($0.version)" },
    TableColumn("At", align: .trailing) { durationText(microseconds: $0.time * 1_000) },
    TableColumn("Action", width: .share(2)) { $0.label },
    TableColumn("From", width: .share()) { line in
      [line.input.map { "key \($0)" }, line.effect.map { "effect \($0)" }, line.site]
        .compactMap(\.self).joined(separator: ", ")
    },
    TableColumn("Took", align: .trailing) {
      $0.microseconds.map { durationText(microseconds: $0) } ?? ""
    },
  ]

  var body: Node {
    if rows.count == 0 { return Text("Nothing has happened yet.").style(\.muted).node }
    return Split(.vertical) {
      SplitPane("commits", share: 3) {
        Table(
          rows, columns: Self.columns, current: $current,
          onKey: { key, line in
            guard key == .enter else { return false }
            try inspector.travel(to: line.version)
            return true
          })
      }
      SplitPane("chain", share: 2) { ScrollView { Text(chain).node } }
    }.node
  }

  @MainActor private var chain: String {
    let version = current ?? rows.newest
    do throws(InspectorError) { return try inspector.commit(version).text } catch {
      return error.description
    }
  }
}
