import MillraceRender

/// A suggestion that a ``TextField`` offers for typed text.
public struct Completion: Equatable, Sendable {
  /// The complete text that it inserts.
  public let text: String
  /// The text that it replaces: the end of the text before the cursor.
  public let replaced: String

  /// Makes a completion that replaces the end of the text before the cursor.
  /// - Parameters:
  ///   - text: the complete text that it inserts.
  ///   - replaced: the end of the text before the cursor that it replaces: an incomplete word.
  ///     A completion is not offered if the text before the cursor does not end in `replaced`.
  public init(_ text: String, replacing replaced: String) {
    self.text = text
    self.replaced = replaced
  }
}

/// The completions that a field currently offers.
@MainActor
struct CompletionState {
  /// The offered completions, at most ``maximum``.
  let completions: [Completion]
  let chosen: Int
  /// The rest of the chosen completion, shown if the cursor is at the end of the text.
  let suggestion: String

  static let maximum = 8

  /// - Parameter completions: returns the program's completions for the text before the cursor.
  init?(_ completions: (String) -> [Completion], in field: FieldState) {
    let before = field.line.before
    guard field.isTyping, !before.isEmpty else { return nil }
    let fit = completions(before).lazy.filter {
      $0.text != $0.replaced && before.hasSuffix($0.replaced)
    }
    self.completions = Array(fit.prefix(Self.maximum))
    guard !self.completions.isEmpty else { return nil }
    chosen = min(field.chosen, self.completions.count - 1)
    let (text, replaced) = (self.completions[chosen].text, self.completions[chosen].replaced)
    suggestion =
      field.isAtEnd && text.hasPrefix(replaced) ? String(text.dropFirst(replaced.count)) : ""
  }

  /// Whether the completions are listed: if there are several, or if the only one cannot be shown
  /// at the cursor.
  var isListed: Bool { completions.count > 1 || suggestion.isEmpty }

  enum KeyAction { case choose(Int), take(Completion), close }

  /// - Returns: the effect of a key on the completions; nil if it has none.
  func action(to key: Key) -> KeyAction? {
    switch key {
    case .down where isListed: .choose((chosen + 1) % completions.count)
    case .up where isListed: .choose((chosen + completions.count - 1) % completions.count)
    case .escape where isListed: .close
    case .enter where isListed, .tab: .take(completions[chosen])
    case .right where !suggestion.isEmpty, .control("f") where !suggestion.isEmpty,
      .end where !suggestion.isEmpty, .control("e") where !suggestion.isEmpty:
      .take(completions[chosen])
    default: nil
    }
  }
}
