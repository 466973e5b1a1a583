import MillraceRender
import MillraceTerminal

/// A terminal in memory: reads the bytes that a program writes, and keeps the screen that they
/// make.
///
/// It does what xterm does of all that full-screen programs use: text in UTF-8, motion, erasing,
/// inserting and deleting, margins, tab stops, SGR, links, line drawing, the alternate screen. Modes
/// are kept in `modes` whether they mean something here or not. Questions are answered. Whatever it
/// does not know is in `unknownSequences`, so that a test can demand that there is nothing.
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
    /// Where the text leads (OSC 8).
    public var link: String?
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
  /// What was asked of the terminal, as it was written, with `ESC` as `ESC`.
  public internal(set) var queries: [String] = []
  /// What was not understood.
  public internal(set) var unknownSequences: [String] = []
  /// The title that was set last.
  public internal(set) var title = ""

  /// What was put on the clipboard last (OSC 52): which one, and the text in Base64, as in
  /// `c;aGVsbG8=`.
  public internal(set) var clipboard: String?
  /// What OSC 9 and OSC 777 said, without the number: progress and notifications, in the order in which they came.
  public internal(set) var notices: [String] = []
  /// The rows that have left the main screen at its top, the first first.
  public internal(set) var scrollback: [String] = []
  /// What it says that it is (XTVERSION).
  public var version = "XTerm(390)"
  /// How often the bell rang.
  public internal(set) var bells = 0
  /// The colour of text, for programs that ask.
  public var foreground: (red: UInt8, green: UInt8, blue: UInt8) = (229, 229, 229)
  /// The colour behind text, for programs that ask. Mode 2031 has a change reported.
  public var background: (red: UInt8, green: UInt8, blue: UInt8) = (0, 0, 0) {
    didSet { if modes.contains(2031) { reportScheme() } }
  }

  let widths: Widths
  let fillsWithBackground: Bool
  let answered: Questions
  var answers: [UInt8] = []
  var places: [[Place]]
  var savedCursor = SavedCursor()
  var keyboard = [0]
  var isAlternate = false
  /// The screen that is not shown: the alternate one, or the main one while that is.
  var hidden: Buffer
  var pen = Style()
  var link: String?
  var charsets = Charsets()
  /// IRM and LNM.
  var ansiModes: Set<Int> = []
  var titles: [String] = []
  var tabStops = Self.everyEighth
  /// A glyph was written in the last column: the next one goes to the next row.
  var isWrapPending = false
  /// The rows that scroll.
  var margins: Range<Int>
  /// Where the last cluster begins, as long as the next scalar may still join it.
  var lastCluster: (x: Int, y: Int)?
  /// What REP repeats.
  var lastWritten: Unicode.Scalar?
  var parser = ControlParser()

  private static let everyEighth = Set(stride(from: 0, to: 4096, by: 8))

  /// - Parameters:
  ///   - width: Columns, at least 1.
  ///   - height: Rows, at least 1.
  ///   - widths: How wide text is drawn.
  ///   - fillsWithBackground: Whether erased places get the background in use (as xterm does) or
  ///     the default one.
  ///   - answered: The questions that are answered, in `takeAnswers()`.
  public init(
    width: Int, height: Int, widths: Widths = .clusters, fillsWithBackground: Bool = true,
    answered: Questions = .all
  ) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.widths = widths
    self.fillsWithBackground = fillsWithBackground
    self.answered = answered
    places = Self.blank(width: self.width, height: self.height)
    hidden = Buffer(places: places)
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

  /// Where the text of a place leads (OSC 8).
  public func link(x: Int, y: Int) -> String? { places[y][x].link }

  /// The flags of kitty's keyboard that are in use.
  public var keyboardFlags: Int { keyboard.last ?? 0 }

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

  /// Changes the size, as a user does who drags the window's corner: what fits stays where it is. The main screen
  /// of a terminal that is no xterm wraps rows that are too long, and lets rows go at the top where the cursor's
  /// would not fit.
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
    if reflows {
      if width < self.width { reflow(width: width) }
      leave(max(0, cursorY - height + 1))
    }
    places = fit(places)
    hidden.places = fit(hidden.places)
    (self.width, self.height) = (width, height)
    margins = 0..<height
    moveTo(x: cursorX, y: cursorY)
    if modes.contains(2048) { reportSize() }
  }

  static func blank(width: Int, height: Int) -> [[Place]] {
    Array(repeating: Array(repeating: Place(), count: width), count: height)
  }
}
