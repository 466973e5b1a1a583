import MillraceTerminal
import MillraceWidgets

extension TableColumn {
  /// Exports rows: the visible columns in their visible order, with the current sort order. Texts
  /// are aligned by their widths on a terminal.
  /// - Parameters:
  ///   - rows: all rows.
  ///   - columns: the columns of the table.
  ///   - state: the user's changes to the columns.
  ///   - format: the output format.
  /// - Returns: the text, produced off the calling actor. It is not safe to print on a terminal,
  ///   because control characters are not removed.
  /// - Throws: `CancellationError` if the task is cancelled.
  /// - Complexity: O(rows × columns) plus a sort.
  public static func export(
    _ rows: some Sequence<Row> & Sendable, _ columns: [TableColumn],
    _ state: TableState = TableState(), as format: TableFormat
  ) async throws -> String {
    try await export(rows, columns, state, as: format) { displayWidth(of: $0) }
  }
}
