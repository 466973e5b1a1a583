/// Finds the word boundaries of an editable text.
///
/// A word is a run of letters, digits and underscores, or a run of other symbols; spaces belong to
/// neither. East Asian text has no spaces and counts as one word: splitting it would need a
/// dictionary.
public enum WordBoundary {
  /// The start of the last word before an index, as used by Ctrl-Left and Ctrl-W. If the index is
  /// inside a word, the start of that word; if there is no word before, the start of the text.
  ///
  /// - Complexity: O(distance).
  public static func index(wordBefore index: String.Index, in text: String) -> String.Index {
    end(ofWordIn: text[..<index].reversed()).base
  }

  /// The end of the first word after an index, as used by Ctrl-Right and Alt-D. If the index is
  /// inside a word, the end of that word; if there is no word after, the end of the text.
  ///
  /// - Complexity: O(distance).
  public static func index(wordAfter index: String.Index, in text: String) -> String.Index {
    end(ofWordIn: text[index...])
  }

  private static func end<Text: Collection<Character>>(ofWordIn text: Text) -> Text.Index {
    guard let start = text.firstIndex(where: { Kind($0) != .space }) else { return text.endIndex }
    let kind = Kind(text[start])
    return text[start...].firstIndex { Kind($0) != kind } ?? text.endIndex
  }

  private enum Kind {
    case space, word, punctuation

    init(_ cluster: Character) {
      let isWord = cluster.isLetter || cluster.isNumber || cluster == "_"
      self = cluster.isWhitespace ? .space : isWord ? .word : .punctuation
    }
  }
}
