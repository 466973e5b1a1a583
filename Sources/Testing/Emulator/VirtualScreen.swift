import MillraceRender
import MillraceTerminal

/// A terminal in memory: reads the bytes that a program writes, and keeps the screen that they
/// make.
///
/// It knows what Millrace writes, and a little more: text in UTF-8, the cursor, erasing, scrolling,
/// SGR, margins, the alternate screen. Modes are kept in `modes` whether they mean something here
/// or not. Whatever it does not know is in `unknownSequences`, so that a test can demand that there
/// is nothing.
///
/// It is written apart from the painter and the cell grid, so that an error in one shows against
/// the other.
public struct VirtualScreen: Sendable {
  /// How wide text is drawn.
  public enum Widths: Sendable {
    /// By cluster, as `GraphemeWidth` counts.
    case clusters
    /// Scalar by scalar, as older terminals count: a family of emoji takes as many places as it has
    /// members.
    case scalars
  }

  /// What a place of the screen shows.
  public struct Place: Hashable, Sendable {
    /// One cluster; a space where nothing was written, and nothing in the right half of a wide
    /// cluster.
    public var text = " "
    public var style = Style()
  }

  public internal(set) var width: Int
  public internal(set) var height: Int
  /// The cursor's column, from 0.
  public internal(set) var cursorX = 0
  /// The cursor's row, from 0.
  public internal(set) var cursorY = 0
  public internal(set) var isCursorVisible = true
  /// The private modes (`CSI ? n h`) that are on.
  public internal(set) var modes: Set<Int> = [7, 25]
  /// What was asked of the terminal, as it was written, with `ESC` as `ESC`. Nothing is answered.
  public internal(set) var queries: [String] = []
  /// What was not understood.
  public internal(set) var unknownSequences: [String] = []
  /// The title that was set last.
  public internal(set) var title = ""

  let widths: Widths
  let fillsWithBackground: Bool
  var places: [[Place]]
  var pen = Style()
  /// A glyph was written in the last column: the next one goes to the next row.
  var isWrapPending = false
  /// The rows that scroll.
  var margins: Range<Int>
  var savedCursor = SavedCursor()
  var mainScreen: [[Place]]?
  /// Where the last cluster begins, as long as the next scalar may still join it.
  var lastCluster: (x: Int, y: Int)?
  var parser = ControlParser()

  struct SavedCursor: Sendable {
    var x = 0
    var y = 0
    var pen = Style()
  }

  /// - Parameters:
  ///   - width: Columns, at least 1.
  ///   - height: Rows, at least 1.
  ///   - widths: How wide text is drawn.
  ///   - fillsWithBackground: Whether erased places get the background in use (as xterm does) or
  ///     the default one.
  public init(
    width: Int, height: Int, widths: Widths = .clusters, fillsWithBackground: Bool = true
  ) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.widths = widths
    self.fillsWithBackground = fillsWithBackground
    places = Self.blank(width: self.width, height: self.height)
    margins = 0..<self.height
  }

  /// Takes what a program wrote. Sequences may be split anywhere between calls.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      repeat {
        if let token = parser.take(byte) { perform(token) }
      } while parser.mustRepeat
    }
  }

  /// Takes text as a program would write it.
  public mutating func feed(_ text: String) { feed(Array(text.utf8)) }

  /// What a place shows.
  ///
  /// - Parameters:
  ///   - x: The column, from 0, on the screen.
  ///   - y: The row, from 0, on the screen.
  public func cell(x: Int, y: Int) -> (text: String, style: Style) {
    (places[y][x].text, places[y][x].style)
  }

  /// A row, without the blanks at its end.
  public func rowText(_ y: Int) -> String {
    var text = places[y].map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// All rows, without the blanks at their ends and without the empty rows at the bottom.
  public var text: String {
    var rows = (0..<height).map(rowText)
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// The screen as text in which runs that are not plain stand in brackets, after their style:
  /// `[bold red:Error]`.
  public var styledText: String {
    var rows = places.map { row in
      var line = ""
      var style = Style()
      for place in row {
        let seen = place.text == " " ? place.style.onBlank : place.style
        if seen != style {
          if style != Style() { line += "]" }
          if seen != Style() { line += "[\(seen):" }
          style = seen
        }
        line += place.text
      }
      if style != Style() { line += "]" }
      while line.last == " " { line.removeLast() }
      return line
    }
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// Changes the size, as a user does who drags the window's corner: what fits stays where it is.
  public mutating func resize(width: Int, height: Int) {
    let (width, height) = (max(1, width), max(1, height))
    func fit(_ old: [[Place]]) -> [[Place]] {
      var new = Self.blank(width: width, height: height)
      for (y, row) in old.prefix(height).enumerated() {
        for (x, place) in row.prefix(width).enumerated() { new[y][x] = place }
        // Half a wide cluster is none.
        if row.count > width, row[width].text.isEmpty { new[y][width - 1].text = " " }
      }
      return new
    }
    places = fit(places)
    mainScreen = mainScreen.map(fit)
    (self.width, self.height) = (width, height)
    margins = 0..<height
    moveTo(x: cursorX, y: cursorY)
  }

  static func blank(width: Int, height: Int) -> [[Place]] {
    Array(repeating: Array(repeating: Place(), count: width), count: height)
  }
}
