import MillraceEmulator

/// A screen as the terminal showed it.
public struct ScreenAnswer: InspectorAnswer {
  /// The number of the frame.
  public var frame: Int
  /// The version of the state that the screen showed.
  public var version: UInt64
  /// The width in cells.
  public var width: Int
  /// The height in cells.
  public var height: Int
  /// The text of each row, without trailing blanks.
  public var rows: [String]
  /// The column and the row of the cursor, from 0; nil while it is hidden.
  public var cursor: [Int]?
  /// The runs of cells that differ from the previous recorded screen; empty if that screen had
  /// another size. Each run is its column, its row and its number of columns.
  public var changed: [[Int]]

  init(_ screen: ScreenRecording.Screen) {
    let content = screen.content
    (frame, version) = (screen.frame.number, UInt64(clamping: screen.frame.version))
    (width, height) = (content.width, content.height)
    rows = (0..<height).map(content.rowText)
    cursor = content.isCursorVisible ? [content.cursorX, content.cursorY] : nil
    changed = screen.changes.map { [$0.x, $0.y, $0.width] }
  }

  public var text: String {
    let shown = Array(rows.prefix((rows.lastIndex { !$0.isEmpty } ?? -1) + 1))
    let caret = cursor.map { "cursor at \($0[0]), \($0[1])" } ?? "no cursor"
    return (shown + ["frame \(frame), version \(version), \(width)×\(height), \(caret)"]).asLines
  }
}

/// A file that an inspector made of a recording or of a recorded screen.
public struct FileAnswer: InspectorAnswer {
  /// The contents of the file.
  public var text: String
}
