import MillraceRender
import MillraceTerminal

/// A terminal in memory: interprets the bytes that a program writes, and keeps the resulting
/// screen.
///
/// It implements xterm's behaviour for everything that full-screen programs use: text in UTF-8,
/// cursor motion, erasing, inserting and deleting, margins, tab stops, SGR, links, line drawing,
/// the alternate screen. `modes` keeps all modes, even those without an effect here.
/// `takeReplies()` returns the answers to questions. Unknown sequences are in `unknownSequences`,
/// so that a test can require that there are none.
///
/// It shares no code with the painter and the cell grid, so that a test that compares their screens
/// finds the errors of either.
public struct VirtualScreen: Sendable {
  /// How the width of text is counted.
  public enum Widths: Sendable {
    /// By cluster, like `GraphemeWidth`.
    case clusters
    /// By scalar, like older terminals: a family emoji takes two cells for each member.
    case scalars
  }

  /// The content of a cell on the screen.
  public struct Cell: Hashable, Sendable {
    /// One cluster; a space if nothing was written, and empty in the right half of a wide cluster.
    public var text = " "
    /// The style of the cell.
    public var style = Style()
    /// The address of a link (OSC 8).
    public var link: String?
  }

  /// The width in columns.
  public internal(set) var width: Int
  /// The height in rows.
  public internal(set) var height: Int
  /// The cursor's column, from 0.
  public internal(set) var cursorX = 0
  /// The cursor's row, from 0.
  public internal(set) var cursorY = 0
  /// Whether the cursor is shown.
  public internal(set) var isCursorVisible = true
  /// The private modes (`CSI ? n h`) that are on.
  public internal(set) var modes: Set<Int> = [7, 25]
  /// The questions to the terminal, as written, with `ESC` for the escape character.
  public internal(set) var queries: [String] = []
  /// The sequences that were not understood.
  public internal(set) var unknownSequences: [String] = []
  /// The last title that was set.
  public internal(set) var title = ""

  /// The last content put on the clipboard (OSC 52): the clipboard's letter, and the text in
  /// Base64, such as `c;aGVsbG8=`.
  public internal(set) var clipboard: String?
  /// The texts of OSC 9 and OSC 777, without the number: progress and notifications, in order.
  public internal(set) var notices: [String] = []
  /// The rows that have left the main screen at its top, the oldest first.
  public internal(set) var scrollback: [String] = []
  /// The name that the terminal reports (XTVERSION).
  public var version = "XTerm(390)"
  /// How many times the bell rang.
  public internal(set) var bells = 0
  /// The colour of text, as reported to programs.
  public var foreground: (red: UInt8, green: UInt8, blue: UInt8) = (229, 229, 229)
  /// The colour of the background, as reported to programs. In mode 2031 a change is reported.
  public var background: (red: UInt8, green: UInt8, blue: UInt8) = (0, 0, 0) {
    didSet { if modes.contains(2031) { reportScheme() } }
  }

  let widths: Widths
  let fillsWithBackground: Bool
  let answered: Queries
  var answers: [UInt8] = []
  var cells: [[Cell]]
  var savedCursor = SavedCursor()
  var keyboard = [0]
  var isAlternate = false
  /// The screen that is not shown: the alternate one, or the main one while the alternate one is
  /// shown.
  var hidden: Buffer
  var pen = Style()
  var link: String?
  var charsets = Charsets()
  /// The numbers of the ANSI modes that are set, such as 4 (IRM) and 20 (LNM).
  var ansiModes: Set<Int> = []
  var titles: [String] = []
  var tabStops = Self.everyEighth
  /// Whether a glyph was written in the last column, so that the next one goes to the next row.
  var isWrapPending = false
  /// The scrolling region (DECSTBM).
  var margins: Range<Int>
  /// Where the last cluster begins, while the next scalar may still join it.
  var lastCluster: (x: Int, y: Int)?
  /// The scalar that REP repeats.
  var lastWritten: Unicode.Scalar?
  var parser = ControlParser()

  private static let everyEighth = Set(stride(from: 0, to: 4096, by: 8))

  /// Makes an empty screen.
  /// - Parameters:
  ///   - width: The number of columns, at least 1.
  ///   - height: The number of rows, at least 1.
  ///   - widths: How the width of text is counted.
  ///   - fillsWithBackground: Whether erased cells get the current background (as in xterm) or the
  ///     default one.
  ///   - answered: The questions that are answered, in `takeReplies()`.
  public init(
    width: Int, height: Int, widths: Widths = .clusters, fillsWithBackground: Bool = true,
    answered: Queries = .all
  ) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.widths = widths
    self.fillsWithBackground = fillsWithBackground
    self.answered = answered
    cells = Self.blank(width: self.width, height: self.height)
    hidden = Buffer(cells: cells)
    margins = 0..<self.height
  }

  /// Interprets output of a program. Sequences may be split anywhere between calls.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      repeat {
        if let token = parser.take(byte) { perform(token) }
      } while parser.mustRepeat
    }
  }

  /// Interprets text as output of a program.
  public mutating func feed(_ text: String) { feed(Array(text.utf8)) }

  /// The content of a cell.
  ///
  /// - Parameters:
  ///   - x: The column, from 0, on the screen.
  ///   - y: The row, from 0, on the screen.
  public func cell(x: Int, y: Int) -> (text: String, style: Style) {
    (cells[y][x].text, cells[y][x].style)
  }

  /// The address of a cell's link (OSC 8); nil without a link.
  public func link(x: Int, y: Int) -> String? { cells[y][x].link }

  /// The current flags of kitty's keyboard protocol.
  public var keyboardFlags: Int { keyboard.last ?? 0 }

  /// A row, without trailing blanks.
  public func rowText(_ y: Int) -> String {
    var text = cells[y].map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// All rows, without trailing blanks, and without empty rows at the bottom.
  public var text: String {
    var rows = (0..<height).map(rowText)
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// The screen as text in which styled runs are in brackets, after their style:
  /// `[bold red:Error]`.
  public var styledText: String {
    var rows = cells.map { row in
      var line = ""
      var style = Style()
      for cell in row {
        let seen = cell.text == " " ? cell.style.onBlank : cell.style
        if seen != style {
          if style != Style() { line += "]" }
          if seen != Style() { line += "[\(seen):" }
          style = seen
        }
        line += cell.text
      }
      if style != Style() { line += "]" }
      while line.last == " " { line.removeLast() }
      return line
    }
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// Changes the size of the window: cells that fit keep their positions. On the main screen of a
  /// terminal other than xterm, rows that are too long are wrapped, and rows at the top move to the
  /// scrollback if the cursor's row would not fit.
  public mutating func resize(width: Int, height: Int) {
    let (width, height) = (max(1, width), max(1, height))
    func fit(_ old: [[Cell]]) -> [[Cell]] {
      var new = Self.blank(width: width, height: height)
      for (y, row) in old.prefix(height).enumerated() {
        for (x, cell) in row.prefix(width).enumerated() { new[y][x] = cell }
        // A wide cluster that is cut in half is erased.
        if row.count > width, row[width].text.isEmpty { new[y][width - 1].text = " " }
      }
      return new
    }
    if reflows {
      if width < self.width { reflow(width: width) }
      scrollOff(max(0, cursorY - height + 1))
    }
    cells = fit(cells)
    hidden.cells = fit(hidden.cells)
    (self.width, self.height) = (width, height)
    margins = 0..<height
    moveTo(x: cursorX, y: cursorY)
    if modes.contains(2048) { reportSize() }
  }

  static func blank(width: Int, height: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: width), count: height)
  }
}
