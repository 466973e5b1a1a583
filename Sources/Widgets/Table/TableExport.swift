#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a table is written.
public enum TableFormat: String, CaseIterable, Sendable {
  /// Columns beside each other, as wide as their widest text.
  case text
  /// RFC 4180: fields with a comma, a quotation mark or a line break stand in quotation marks; lines end with CR LF.
  case csv
  /// An object with `columns`, the titles, and `rows`, the texts of each.
  case json
}

extension TableColumn {
  /// Writes rows: the columns that show, in the order in which they do, sorted as they are.
  /// - Parameters:
  ///   - rows: all of them.
  ///   - columns: of the table.
  ///   - state: what the user made of the columns.
  ///   - format: how they are written.
  /// - Returns: the text, off the calling actor. It is what a user sees, and not made safe for a terminal.
  /// - Throws: `CancellationError` if the task is cancelled meanwhile.
  /// - Complexity: O(rows × columns), and a sort.
  public static func export(
    _ rows: some Sequence<Row> & Sendable, _ columns: [TableColumn],
    _ state: TableState = TableState(),
    as format: TableFormat
  ) async throws -> String {
    var rows = Array(rows)
    if let order = state.sort,
      let sorting = columns.first(where: { $0.id == order.column })?.sorting
    {
      rows = sorting(rows, order.isDescending).map { rows[Int($0)] }
    }
    let shown = state.shown(columns.map(\.id)).map { columns[$0] }
    var lines: [[String]] = []
    lines.reserveCapacity(rows.count + 1)
    for (count, row) in rows.enumerated() {
      if count % 4096 == 0 { try Task.checkCancellation() }
      lines.append(shown.map { $0.text(row) })
    }
    let titles = shown.map(\.title)
    switch format {
    case .text: return text([titles] + lines, shown)
    case .csv: return csv([titles] + lines)
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(Written(columns: titles, rows: lines))
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// Rows that are sorted already as text.
  static func text(_ rows: [Row], _ columns: [TableColumn], _ state: TableState) -> String {
    let shown = state.shown(columns.map(\.id)).map { columns[$0] }
    return text([shown.map(\.title)] + rows.map { row in shown.map { $0.text(row) } }, shown)
  }

  private static func text(_ lines: [[String]], _ columns: [TableColumn]) -> String {
    let lines = lines.map { $0.map(singleLine) }
    let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = zip(line, zip(widths, columns)).map { text, column in
        let blanks = String(repeating: " ", count: column.0 - text.count)
        return column.1.alignment == .trailing ? blanks + text : text + blanks
      }
      let text = cells.joined(separator: "  ")
      return String(text.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  private static func csv(_ lines: [[String]]) -> String {
    lines.map { line in
      line.map { text in
        let isPlain = !text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
      }.joined(separator: ",") + "\r\n"
    }.joined()
  }
}

/// A table in JSON.
private struct Written: Encodable {
  let columns: [String]
  let rows: [[String]]
}
