#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The format of an exported table.
public enum TableFormat: String, CaseIterable, Sendable {
  /// Columns side by side, each as wide as its widest text.
  case text
  /// RFC 4180: fields with a comma, a quotation mark or a line break are quoted; lines end with CR
  /// LF.
  case csv
  /// An object with `columns`, the titles, and `rows`, an array of texts per row.
  case json
}

extension TableColumn {
  /// Exports rows: see the public `export`, which measures texts by their widths on a terminal.
  /// - Parameter measure: returns the width of a text in cells.
  package static func export(
    _ rows: some Sequence<Row> & Sendable, _ columns: [TableColumn], _ state: TableState,
    as format: TableFormat, columnsOf measure: @Sendable (String) -> Int
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
    case .text: return text([titles] + lines, shown, measure)
    case .csv: return csv([titles] + lines)
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(TableJSON(columns: titles, rows: lines))
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// Formats rows as plain text. The rows must be sorted already.
  static func text(
    _ rows: [Row], _ columns: [TableColumn], _ state: TableState, columnsOf measure: (String) -> Int
  ) -> String {
    let shown = state.shown(columns.map(\.id)).map { columns[$0] }
    return text(
      [shown.map(\.title)] + rows.map { row in shown.map { $0.text(row) } }, shown, measure)
  }

  private static func text(
    _ lines: [[String]], _ columns: [TableColumn], _ measure: (String) -> Int
  ) -> String {
    let lines = lines.map { $0.map(singleLine) }
    let widths = columns.indices.map { column in lines.map { measure($0[column]) }.max() ?? 0 }
    return lines.map { line in
      let cells = zip(line, zip(widths, columns)).map { text, column in
        let blanks = spaces(column.0 - measure(text))
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

/// The JSON format of a table.
private struct TableJSON: Encodable {
  let columns: [String]
  let rows: [[String]]
}
