/// Matches items that have all of the projects, tags and words, and the priority.
struct TodoFilter: Hashable, Codable, Sendable {
  var projects: [String] = []
  var tags: [String] = []
  var priority: Priority?
  /// Texts that the title contains, in any order.
  var words: [String] = []

  var isEmpty: Bool { self == TodoFilter() }
}

extension TodoFilter: CustomStringConvertible {
  /// Parses text such as `+home @phone (A) call`: projects, tags, a priority, and words of the
  /// title.
  init(parsing text: String) {
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
      let (name, letter) = (String(word.dropFirst()), word.dropFirst().prefix(1).uppercased())
      switch word.first {
      case "+" where !name.isEmpty: projects.append(name)
      case "@" where !name.isEmpty: tags.append(name)
      case "(" where word.count == 3 && word.hasSuffix(")") && Priority(letter) != nil:
        priority = Priority(letter)
      default: words.append(word)
      }
    }
  }

  /// The filter as typed text.
  var description: String {
    (projects.map { "+\($0)" } + tags.map { "@\($0)" } + (priority.map { ["(\($0))"] } ?? [])
      + words).joined(separator: " ")
  }

  /// Whether an item matches, ignoring case.
  /// - Complexity: O(*n*) in the bytes of the title. A key press may search a million titles.
  func matches(_ todo: Todo) -> Bool {
    (priority == nil || todo.priority == priority)
      && projects.allSatisfy { todo.title.contains("+" + $0, asWord: true) }
      && tags.allSatisfy { todo.title.contains("@" + $0, asWord: true) }
      && words.allSatisfy { todo.title.contains($0, asWord: false) }
  }
}

extension String {
  /// Whether this string sorts before another one. It compares bytes, with ASCII letters in
  /// lowercase, which is fast enough to sort a million strings.
  func precedesIgnoringCase(_ other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { left.lexicographicallyPrecedes($0) { $0.folded < $1.folded } }
    }
  }

  fileprivate func contains(_ text: String, asWord: Bool) -> Bool {
    // Outside ASCII, a change of case changes bytes, and possibly their number.
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    var title = isASCII ? self : lowercased()
    let text = isASCII ? text.utf8.map(\.folded) : Array(text.lowercased().utf8)
    return title.withUTF8 { title in
      (0..<max(0, title.count - text.count + 1)).contains { start in
        let end = start + text.count
        return title[start..<end].elementsEqual(text) { $0.folded == $1 }
          && (!asWord || start == 0 || title[start - 1] <= blank)
          && (!asWord || end == title.count || title[end] <= blank)
      }
    }
  }
}

/// The ASCII space. Smaller bytes, such as the tab, count as blank, too.
private let blank: UInt8 = 0x20

extension UInt8 {
  fileprivate var folded: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
