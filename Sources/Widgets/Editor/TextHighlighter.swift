import MillraceRender

/// A styled range of a line, found by a ``TextHighlighter``.
public struct TextHighlight: Equatable, Sendable {
  /// The range in UTF-8 bytes from the start of the line. It is clamped to the line when drawn.
  public var range: Range<Int>
  /// The style of the range.
  public var style: Style

  /// Makes a highlight of a range.
  /// - Parameters:
  ///   - range: in UTF-8 bytes from the start of the line.
  ///   - style: applied over the style of the editor.
  public init(_ range: Range<Int>, _ style: Style) { (self.range, self.style) = (range, style) }
}

/// Finds the styled ranges of a text, line by line.
///
/// ```swift
/// let comments = TextHighlighter("comments") { line in
///   line.hasPrefix("#") ? [TextHighlight(0..<line.utf8.count, Style(attributes: .dim))] : []
/// }
/// ```
///
/// It runs off the main actor, for the visible and nearby lines. Lines are plain until it has run.
/// Lines of more than 10,000 bytes are skipped. If two ranges overlap, the later one is on top.
public struct TextHighlighter: Equatable, Sendable {
  typealias State = any Sendable

  let name: String
  let start: State
  let carriesState: Bool
  let run: @Sendable (_ line: String, _ state: inout State) -> [TextHighlight]

  static let longest = 10_000

  /// Creates a highlighter for lines that do not depend on each other.
  /// - Parameters:
  ///   - name: identifies the highlighter: two with the same name must find the same ranges.
  ///   - highlight: called with a line, without its line ending, on any thread.
  public init(_ name: String, _ highlight: @escaping @Sendable (String) -> [TextHighlight]) {
    (self.name, start, carriesState) = (name, 0, false)
    run = { line, _ in highlight(line) }
  }

  /// Creates a highlighter for lines that depend on earlier lines: for example, a line that begins
  /// inside a comment.
  ///
  /// To highlight a line, it runs over all earlier lines. It keeps the state before every 64th
  /// line, and continues from there when other lines become visible or after an edit.
  /// - Parameters:
  ///   - name: identifies the highlighter: two with the same name must find the same ranges.
  ///   - start: the state before the first line.
  ///   - highlight: styles a line, and updates the state before the line to the state after it.
  public init<LineState: Sendable>(
    _ name: String, start: LineState,
    _ highlight: @escaping @Sendable (String, inout LineState) -> [TextHighlight]
  ) {
    (self.name, self.start, carriesState) = (name, start, true)
    run = { line, state in
      guard var own = state as? LineState else { return [] }
      defer { state = own }
      return highlight(line, &own)
    }
  }

  /// Whether both have the same name.
  public static func == (one: TextHighlighter, other: TextHighlighter) -> Bool {
    one.name == other.name
  }
}

/// The highlights found so far, and the states from which highlighting can continue.
struct EditorHighlights {
  /// The highlights by line number. An edit within a line shifts the highlights of the line until
  /// they are found again; an edit that adds or removes line endings removes them.
  private(set) var found: [Int: [TextHighlight]] = [:]
  /// The known states before every 64th line, starting with the first line.
  private(set) var states: [TextHighlighter.State] = []

  static let stride = 64

  struct Result: Sendable {
    /// Nil if the work was cancelled.
    var found: [Int: [TextHighlight]]?
    /// The states before every 64th line, starting at index `firstState`.
    var firstState = 0
    var states: [TextHighlighter.State] = []
  }

  mutating func removeAll() { self = EditorHighlights() }

  /// - Parameter line: the first line edited since the work began, or `Int.max` for none; results
  ///   before it are still valid.
  mutating func take(_ result: Result, before line: Int) {
    if result.firstState <= states.count {
      let known = result.states.prefix(max(0, line / Self.stride + 1 - result.firstState))
      states = Array(states.prefix(result.firstState) + known)
    }
    guard let new = result.found else { return }
    if line == .max { found = new } else { found.merge(new.filter { $0.key < line }) { $1 } }
  }

  /// Adjusts highlights and states to an edit.
  /// - Parameters:
  ///   - column: the byte offset of the edit in its first line.
  ///   - removed: the number of line endings removed.
  ///   - added: the number of line endings added.
  mutating func apply(_ edit: TextEdit, line: Int, column: Int, removed: Int, added: Int) {
    states = Array(states.prefix(line / Self.stride + 1))
    var moved: [Int: [TextHighlight]] = [:]
    for (number, highlights) in found {
      if number < line {
        moved[number] = highlights
      } else if number > line + removed {
        moved[number - removed + added] = highlights
      } else if number == line, removed == 0, added == 0 {
        let inLine = TextEdit(column..<column + edit.range.count, edit.replacement)
        moved[number] = highlights.map { TextHighlight(inLine.range(after: $0.range), $0.style) }
      }
    }
    found = moved
  }

  /// Highlights lines, starting from the nearest known state.
  nonisolated static func work(
    _ lines: Range<Int>, of text: EditedText, _ highlighter: TextHighlighter,
    states: [TextHighlighter.State]
  ) -> Result {
    var result = Result()
    var found: [Int: [TextHighlight]] = [:]
    var line = lines.lowerBound
    var state = highlighter.start
    if highlighter.carriesState {
      result.firstState = min(states.count, line / stride + 1)
      if result.firstState > 0 { state = states[result.firstState - 1] }
      line = max(0, result.firstState - 1) * stride
    }
    while line < min(lines.upperBound, text.lineCount) {
      if highlighter.carriesState, line == (result.firstState + result.states.count) * stride {
        result.states.append(state)
        if Task.isCancelled { return result }
      }
      let range = text.range(ofLine: line)
      if range.count <= TextHighlighter.longest {
        let highlights = highlighter.run(text[range], &state)
        if lines.contains(line), !highlights.isEmpty { found[line] = highlights }
      }
      line += 1
    }
    result.found = found
    return result
  }
}
