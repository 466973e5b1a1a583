import MillraceRender

/// What a ``TextField`` offers in the place of what was typed.
public struct Completion: Equatable, Sendable {
  /// All that it puts there.
  public let text: String
  /// What it replaces: the end of the text before the cursor.
  public let replaced: String

  public init(_ text: String, replacing replaced: String) {
    self.text = text
    self.replaced = replaced
  }
}

/// What a field offers at one moment.
@MainActor
struct CompletionOffer {
  /// As many as a list shows.
  let completions: [Completion]
  let chosen: Int
  /// What the chosen one adds to a text, at whose end the cursor is.
  let ghost: String

  static let maximum = 8

  /// - Parameter completions: what the program knows for a text before the cursor.
  init?(_ completions: (String) -> [Completion], in editor: LineEditor) {
    let before = editor.line.before
    guard editor.isTyping, !before.isEmpty else { return nil }
    let fit = completions(before).lazy.filter {
      $0.text != $0.replaced && before.hasSuffix($0.replaced)
    }
    self.completions = Array(fit.prefix(Self.maximum))
    guard !self.completions.isEmpty else { return nil }
    chosen = min(editor.chosen, self.completions.count - 1)
    let (text, replaced) = (self.completions[chosen].text, self.completions[chosen].replaced)
    ghost =
      editor.isAtEnd && text.hasPrefix(replaced) ? String(text.dropFirst(replaced.count)) : ""
  }

  /// Whether they stand in a list: where there is a choice, or no other sign of the only one.
  var isListed: Bool { completions.count > 1 || ghost.isEmpty }

  enum Answer { case choose(Int), take(Completion), close }

  /// - Returns: what a key does with the offer; nil: nothing.
  func answer(to key: Key) -> Answer? {
    switch key {
    case .down where isListed: .choose((chosen + 1) % completions.count)
    case .up where isListed: .choose((chosen + completions.count - 1) % completions.count)
    case .escape where isListed: .close
    case .enter where isListed, .tab: .take(completions[chosen])
    case .right where !ghost.isEmpty, .control("f") where !ghost.isEmpty,
      .end where !ghost.isEmpty, .control("e") where !ghost.isEmpty:
      .take(completions[chosen])
    default: nil
    }
  }
}
