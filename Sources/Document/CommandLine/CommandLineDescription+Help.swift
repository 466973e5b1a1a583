extension CommandLineDescription {
  /// The text of `--help`, with descriptions wrapped at 80 columns.
  /// - Parameter name: The verb to describe; nil for all.
  public func help(for name: String? = nil) -> String {
    let verb = name.flatMap { name in allVerbs.first { $0.name == name } }
    let verbs = verb == nil ? verbRows : []
    let flags = verb.map { ($0.flags + allFlags).map { ($0.usage, $0.help) } } ?? flagRows
    // All descriptions begin in one column. If a usage is too long for that column, its description
    // begins on the next line.
    let column = (verbs + flags).map(\.0.count).filter { $0 <= 24 }.max() ?? 0
    func table(_ rows: [(String, String)]) -> String {
      rows.map { usage, help in
        let margin = "\n" + String(repeating: " ", count: column + 4)
        let text = Self.wrapped(help, to: 76 - column).joined(separator: margin)
        let gap = String(repeating: " ", count: max(0, column + 2 - usage.count))
        return "  \(usage)" + (usage.count > column ? margin : gap) + text
      }.joined(separator: "\n")
    }
    let usage = "usage: \(program) \(verb?.usage ?? "[VERB …]") [FLAG…]"
    let text = Self.wrapped(verb?.help ?? abstract, to: 80).joined(separator: "\n")
    return [usage, text, table(verbs), table(flags), verb == nil ? notes : ""]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The manual page, in roff's `man` macros.
  public var manual: String {
    func escaped(_ text: String) -> String {
      // Roff would read a line that begins with a period or an apostrophe as a request.
      "\n\(text)".replacing("\\", with: "\\e").replacing("-", with: "\\-")
        .replacing("\n.", with: "\n\\&.").replacing("\n'", with: "\n\\&'")
    }
    func items(_ rows: [(String, String)]) -> String {
      rows.map { "\n.TP\n.B" + " \"\(escaped($0).dropFirst())\"" + escaped($1) }.joined()
    }
    return ".TH \(program.uppercased()) 1 \"\" \"\(program) \(version)\"\n.SH NAME"
      + escaped("\(program) - \(abstract)") + "\n.SH SYNOPSIS"
      + escaped("\(program) [VERB …] [FLAG…]")
      + "\n.SH VERBS" + items(verbRows)
      + "\n.SH FLAGS" + items(flagRows)
      + (notes.isEmpty ? "" : "\n.SH NOTES\n.nf\(escaped(notes))\n.fi")
  }

  private var verbRows: [(String, String)] { allVerbs.map { ($0.usage, $0.help) } }

  private var flagRows: [(String, String)] {
    allFlags.map { ($0.usage, $0.help) }
      + verbs.flatMap { verb in
        verb.flags.map { ($0.usage, "\(verb.name ?? "without a verb"): \($0.help)") }
      }
  }

  /// Breaks a text into lines of at most a width; a longer word has its own line.
  private static func wrapped(_ text: String, to width: Int) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}

extension CommandArgument {
  /// The argument as shown in the usage: `ID…`, `[FILE]`, `bash|zsh|fish`.
  var usage: String {
    var text = name + (repeats ? "…" : "")
    if case .choice(let choices) = form { text = choices.joined(separator: "|") }
    return isRequired ? text : "[\(text)]"
  }
}

extension Flag {
  var usage: String { name + (value.map { " \($0.usage)" } ?? "") }
}

extension Verb {
  /// The verb with its flags and operands: `export [--force] [FILE]`.
  var usage: String {
    let words = [name].compactMap(\.self) + flags.map { "[\($0.usage)]" } + operands.map(\.usage)
    return words.joined(separator: " ")
  }
}
