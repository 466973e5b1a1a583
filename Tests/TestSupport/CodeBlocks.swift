/// The contents of the blocks of code in Markdown that are in a language, in their order.
package func codeBlocks(_ language: String, in text: String) -> [String] {
  text.split(separator: "```\(language)\n").dropFirst().map {
    String($0[..<($0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)])
  }
}

/// The lines of Markdown, each with whether it is in a block of code or begins or ends one.
package func linesWithCode<Line: StringProtocol>(_ lines: [Line]) -> [(line: Line, isCode: Bool)] {
  var isCode = false
  return lines.map { line in
    let isFence = line.drop { $0 == " " }.hasPrefix("```")
    if isFence { isCode.toggle() }
    return (line, isCode || isFence)
  }
}
