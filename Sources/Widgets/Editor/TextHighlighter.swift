import MillraceRender

/// A part of a line that looks different: what a ``TextHighlighter`` finds.
public struct TextHighlight: Equatable, Sendable {
  /// In UTF-8 bytes from the start of the line. What lies outside of the line is not shown.
  public var range: Range<Int>
  public var style: Style

  public init(_ range: Range<Int>, _ style: Style) { (self.range, self.style) = (range, style) }
}

/// Finds what is to look different in a text, line by line.
///
/// ```swift
/// let comments = TextHighlighter("comments") { line in
///   line.hasPrefix("#") ? [TextHighlight(0..<line.utf8.count, Style(attributes: .dim))] : []
/// }
/// ```
///
/// It runs beside the main actor, for the lines around what shows; lines that it has not come to are plain. Lines of more
/// than 10,000 bytes are not given to it. Of two ranges that overlap, the later one is on top.
public struct TextHighlighter: Equatable, Sendable {
  typealias State = any Sendable

  let name: String
  let start: State
  let carriesState: Bool
  let run: @Sendable (_ line: String, _ state: inout State) -> [TextHighlight]

  static let longest = 10_000

  /// For lines that can be understood alone.
  /// - Parameters:
  ///   - name: tells it from others: two of one name are taken to find the same.
  ///   - highlight: called with a line, without its end, on any thread.
  public init(_ name: String, _ highlight: @escaping @Sendable (String) -> [TextHighlight]) {
    (self.name, start, carriesState) = (name, 0, false)
    run = { line, _ in highlight(line) }
  }

  /// For lines that depend on those before them: whether they begin in a comment, say.
  ///
  /// To show a line it has to go through all before it once, and through those after an edit again.
  /// - Parameters:
  ///   - start: the state before the first line.
  ///   - highlight: changes the state to that after the line.
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

  /// Whether they have one name.
  public static func == (one: TextHighlighter, other: TextHighlighter) -> Bool {
    one.name == other.name
  }
}

/// What highlighting has found, and the states from which it can go on.
struct EditorHighlights {
  /// By line. Those of lines that were edited since follow the edit until they are found anew.
  private(set) var found: [Int: [TextHighlight]] = [:]
  /// The states before every 64th line, from the first, as far as they are known.
  private(set) var states: [TextHighlighter.State] = []

  static let stride = 64

  struct Result: Sendable {
    /// Nil where the work was cancelled.
    var found: [Int: [TextHighlight]]?
    /// States before every 64th line, from the one with this number on.
    var firstState = 0
    var states: [TextHighlighter.State] = []
  }

  mutating func removeAll() { self = EditorHighlights() }

  /// - Parameter line: the first line that was edited since the work began; those before it are as they were.
  mutating func take(_ result: Result, before line: Int) {
    if result.firstState <= states.count {
      let known = result.states.prefix(max(0, line / Self.stride + 1 - result.firstState))
      states = Array(states.prefix(result.firstState) + known)
    }
    guard let new = result.found else { return }
    if line == .max { found = new } else { found.merge(new.filter { $0.key < line }) { $1 } }
  }

  /// Follows an edit.
  /// - Parameters:
  ///   - column: of the edit in its first line, in bytes.
  ///   - removed: line ends that it took away.
  ///   - added: line ends that came.
  mutating func follow(_ edit: TextEdit, line: Int, column: Int, removed: Int, added: Int) {
    states = Array(states.prefix(line / Self.stride + 1))
    var moved: [Int: [TextHighlight]] = [:]
    for (number, highlights) in found {
      if number < line {
        moved[number] = highlights
      } else if number > line + removed {
        moved[number - removed + added] = highlights
      } else if number == line, removed == 0, added == 0 {
        let inLine = TextEdit(column..<column + edit.range.count, edit.replacement)
        moved[number] = highlights.map {
          let start = inLine.offset(after: $0.range.lowerBound)
          return TextHighlight(
            start..<max(start, inLine.offset(after: $0.range.upperBound)), $0.style)
        }
      }
    }
    found = moved
  }

  /// Highlights lines, from the nearest state that is known.
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
