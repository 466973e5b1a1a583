/// A run of `*`, `_` or `~`, which may open or close emphasis.
struct MarkdownRun {
  let character: Scalar
  /// The original length of the run.
  let length: Int
  /// The number of characters that do not delimit emphasis yet.
  var count: Int
  let canOpen: Bool
  let canClose: Bool

  /// The maximum number of open runs, and the maximum length of an opener; beyond that, runs are
  /// text. Both limits bound the recursion over trees that are built from untrusted text.
  private static let (mostOpen, longest) = (32, 20)

  init(_ character: Scalar, count: Int, between before: Scalar, and after: Scalar) {
    (self.character, length, self.count) = (character, count, count)
    func isOpen(_ inner: Scalar, _ outer: Scalar) -> Bool {
      !inner.isMarkdownWhitespace
        && (!inner.isMarkdownPunctuation || outer.isMarkdownWhitespace
          || outer.isMarkdownPunctuation)
    }
    let (isLeft, isRight) = (isOpen(after, before), isOpen(before, after))
    switch character {
    case "_":
      canOpen = isLeft && (!isRight || before.isMarkdownPunctuation)
      canClose = isRight && (!isLeft || after.isMarkdownPunctuation)
    case "~": (canOpen, canClose) = (isLeft && count <= 2, isRight && count <= 2)
    default: (canOpen, canClose) = (isLeft, isRight)
    }
  }

  private func closes(_ opener: MarkdownRun) -> Bool {
    guard opener.character == character else { return false }
    if character == "~" { return opener.count == count }
    // CommonMark's rule of multiples of three: `*a**b*` is emphasis around `a**b`.
    return !(canOpen || opener.canClose) || length % 3 == 0 || (length + opener.length) % 3 != 0
  }

  /// Resolves emphasis, and turns unused runs into text.
  /// - Complexity: O(*n*), because the number of open runs is limited.
  static func resolve(_ pieces: ArraySlice<MarkdownInlineParser.Piece>) -> [MarkdownInline] {
    var stack: [MarkdownInlineParser.Piece] = []
    var openers: [(run: MarkdownRun, index: Int)] = []
    for piece in pieces {
      guard case .run(var run) = piece else {
        stack.append(piece)
        continue
      }
      while run.canClose, run.count > 0 {
        guard let found = openers.lastIndex(where: { run.closes($0.run) }) else { break }
        openers.removeSubrange((found + 1)...)
        var (opener, index) = openers[found]
        let used = run.character == "~" ? run.count : min(opener.count, run.count) >= 2 ? 2 : 1
        let inside = flattened(stack[(index + 1)...])
        opener.count -= used
        run.count -= used
        stack.removeSubrange(index...)
        if opener.count == 0 {
          openers.removeLast()
        } else {
          openers[found].run = opener
          stack.append(.run(opener))
        }
        stack.append(
          .inline(
            run.character == "~"
              ? .strikethrough(inside) : used == 2 ? .strong(inside) : .emphasis(inside)))
      }
      if run.count == 0 { continue }
      if run.canOpen, run.length <= longest, openers.count < mostOpen {
        openers.append((run, stack.count))
      }
      stack.append(.run(run))
    }
    return flattened(stack[...])
  }

  /// The parts, with adjacent texts merged.
  private static func flattened(
    _ pieces: ArraySlice<MarkdownInlineParser.Piece>
  ) -> [MarkdownInline] {
    var parts: [MarkdownInline] = []
    var text = ""
    for piece in pieces {
      switch piece {
      case .run(let run): text += String(repeating: String(run.character), count: run.count)
      case .inline(.text(let more)): text += more
      case .inline(let part):
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(part)
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    return parts
  }
}
