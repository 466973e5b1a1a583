import Millrace

/// An editor for Swift code with a small highlighter.
struct EditorPage: Component {
  @Local private var text: EditedText = """
    /* An editor: type, select with Shift,
       find with Ctrl-F, undo with Ctrl-Z. */
    func greet(_ name: String) -> String {
      let greeting = "Hello, \\(name)!"
      return greeting // Tab indents a selection.
    }
    """

  var body: Node {
    Column {
      TextEditor(
        text, label: "Code", lineNumbers: true, highlight: Self.swift,
        onEdit: { text.apply($0) })
      Text("\(text.lineCount) lines, \(text.count) bytes: Escape and then Tab leaves the editor.")
        .style(\.muted).truncate().shrink(0)
    }
    .grow()
  }

  private static let keywords: Set = ["func", "let", "var", "return", "if", "else", "for", "in"]

  private static let swift = TextHighlighter("swift", start: false) { line, isComment in
    var highlights: [TextHighlight] = []
    let bytes = Array(line.utf8)
    var (offset, start) = (0, isComment ? 0 : nil)
    func begins(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }
    func add(_ low: Int, _ style: Style) { highlights.append(TextHighlight(low..<offset, style)) }
    while offset < bytes.count {
      if let low = start {
        if begins("*/") {
          offset += 2
          add(low, Style(attributes: .dim))
          start = nil
        } else {
          offset += 1
        }
      } else if begins("/*") {
        start = offset
        offset += 2
      } else if begins("//") {
        let low = offset
        offset = bytes.count
        add(low, Style(attributes: .dim))
      } else if begins("\"") {
        let low = offset
        offset =
          bytes[(low + 1)...].firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 } ?? bytes.count
        add(low, Style(foreground: .green))
      } else {
        let low = offset
        let word = bytes[low...].prefix { 97...122 ~= $0 | 32 }
        offset += max(1, word.count)
        if keywords.contains(String(decoding: word, as: UTF8.self)) {
          add(low, Style(foreground: .magenta, attributes: .bold))
        }
      }
    }
    if let low = start { add(low, Style(attributes: .dim)) }
    isComment = start != nil
    return highlights
  }
}
