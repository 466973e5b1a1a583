import TestSupport

/// A doc comment, parted as DocC parts it: text, parameters, and other fields such as `Throws`.
struct DocComment {
  /// The lines before the first field.
  private(set) var text: [String] = []
  private(set) var parameters: [(name: String, text: String)] = []
  /// Without the parameters.
  private(set) var fields: [(name: String, text: String)] = []

  init(_ lines: [String]) {
    /// The field that an indented line continues.
    enum Part { case text, parameters, parameter, field }
    var part = Part.text
    for (line, isCode) in linesWithCode(lines) {
      let bare = line.drop { $0 == " " }
      let indent = line.count - bare.count
      if !isCode, let field = Self.field(line), Self.names.contains(field.name) {
        fields.append(field)
        part = .field
      } else if !isCode, bare == "- Parameters:" {
        part = .parameters
      } else if !isCode, let match = line.wholeMatch(of: /- Parameter (\w+): (.*)/) {
        parameters.append((String(match.1), String(match.2)))
        part = .parameter
      } else if part == .parameters || part == .parameter, indent >= 2,
        let match = bare.wholeMatch(of: /- (\w+): (.*)/)
      {
        parameters.append((String(match.1), String(match.2)))
        part = .parameter
      } else if part == .parameter, indent > 0 || bare.isEmpty {
        parameters[parameters.count - 1].text += " " + bare
      } else if part == .field, indent > 0 || bare.isEmpty {
        fields[fields.count - 1].text += bare.isEmpty ? "" : " " + bare
      } else {
        part = .text
        text.append(line)
      }
    }
    while text.last?.isEmpty == true { text.removeLast() }
  }

  /// The first paragraph, on one line.
  var summary: String { text.prefix { !$0.isEmpty }.joined(separator: " ") }

  private static let names: Set = [
    "Returns", "Throws", "Complexity", "Precondition", "Postcondition", "Requires", "Note",
    "Important", "Warning", "Invariant", "SeeAlso", "Remark",
  ]

  private static func field(_ line: String) -> (name: String, text: String)? {
    line.wholeMatch(of: /- (\w+): (.*)/).map { (String($0.1), String($0.2)) }
  }
}
