/// Where the words of an editable text begin and end.
///
/// A word is a run of letters, digits and underscores, or a run of other marks; spaces belong to
/// neither. East Asian text has no spaces, and counts as one word: finding words in it takes a
/// dictionary.
public enum WordBoundary {
  /// The start of the word that ends at or before an index, as Ctrl-Left and Ctrl-W want it.
  ///
  /// - Complexity: O(distance).
  public static func index(wordBefore index: String.Index, in text: String) -> String.Index {
    var place = index
    func kindBefore() -> Kind? {
      place == text.startIndex ? nil : Kind(text[text.index(before: place)])
    }
    while kindBefore() == .space { place = text.index(before: place) }
    guard let kind = kindBefore() else { return place }
    while kindBefore() == kind { place = text.index(before: place) }
    return place
  }

  /// The end of the word that starts at or after an index, as Ctrl-Right and Alt-D want it.
  ///
  /// - Complexity: O(distance).
  public static func index(wordAfter index: String.Index, in text: String) -> String.Index {
    var place = index
    func kindAfter() -> Kind? { place == text.endIndex ? nil : Kind(text[place]) }
    while kindAfter() == .space { place = text.index(after: place) }
    guard let kind = kindAfter() else { return place }
    while kindAfter() == kind { place = text.index(after: place) }
    return place
  }

  private enum Kind {
    case space, word, mark

    init(_ cluster: Character) {
      if cluster.isWhitespace {
        self = .space
      } else if cluster.isLetter || cluster.isNumber || cluster == "_" {
        self = .word
      } else {
        self = .mark
      }
    }
  }
}
