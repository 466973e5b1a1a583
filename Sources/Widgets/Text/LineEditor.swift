import MillraceRender

/// A line of text with a cursor between two grapheme clusters, and the keys that change it.
///
/// A class, because it is edited several times between two frames when keys arrive fast.
@MainActor
package final class LineEditor {
  private(set) var before = ""
  private(set) var after = ""
  /// The first column that shows, where the text is wider than its field.
  package var scroll = 0

  private var lastOffer: Offer?

  /// Stands for one description of a field: the next one is another object.
  final class Offer: Sendable {}

  nonisolated init() {}

  var text: String { before + after }

  /// Takes a text from outside, once for each offer. The cursor stays where it is, as far as there
  /// is text; in a text that comes where there was none, it goes to the end.
  func adopt(_ text: String, from offer: Offer) {
    guard offer !== lastOffer else { return }
    lastOffer = offer
    guard text != self.text else { return }
    let place = self.text.isEmpty || after.isEmpty ? text.count : before.count
    before = String(text.prefix(place))
    after = String(text.dropFirst(place))
  }

  func insert(_ text: String) { before += text }

  /// - Returns: whether the key means something here.
  func apply(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): moveLeft()
    case .right, .control("f"): moveRight()
    case .home, .control("a"): move(to: text.startIndex)
    case .end, .control("e"): move(to: text.endIndex)
    case .alt("b"), .wordLeft, .wordLeftAlt: moveWordLeft()
    case .alt("f"), .wordRight, .wordRightAlt: moveWordRight()
    case .backspace, .control("h"): if !before.isEmpty { before.removeLast() }
    case .delete, .control("d"): if !after.isEmpty { after.removeFirst() }
    case .control("w"), .altBackspace:
      before = String(before[..<WordBoundary.index(wordBefore: before.endIndex, in: before)])
    case .alt("d"):
      after = String(after[WordBoundary.index(wordAfter: after.startIndex, in: after)...])
    case .control("u"): before = ""
    case .control("k"): after = ""
    default:
      guard let character = key.text else { return false }
      before.append(character)
    }
    return true
  }

  /// Puts the cursor before the cluster that covers a column.
  /// - Parameter columns: how many a text takes.
  func moveCursor(toColumn column: Int, columns: (String) -> Int) {
    let text = text
    var index = text.startIndex
    var width = 0
    while index < text.endIndex {
      width += columns(singleLine(String(text[index])))
      if width > column { break }
      index = text.index(after: index)
    }
    move(to: index)
  }

  private func moveLeft() { if let last = before.popLast() { after = String(last) + after } }

  private func moveRight() { if !after.isEmpty { before.append(after.removeFirst()) } }

  private func moveWordLeft() {
    let index = WordBoundary.index(wordBefore: before.endIndex, in: before)
    after = String(before[index...]) + after
    before = String(before[..<index])
  }

  private func moveWordRight() {
    let index = WordBoundary.index(wordAfter: after.startIndex, in: after)
    before += String(after[..<index])
    after = String(after[index...])
  }

  private func move(to index: String.Index) {
    let text = text
    before = String(text[..<index])
    after = String(text[index...])
  }
}

extension Key {
  fileprivate static let wordLeft = Key(.left, .control)
  fileprivate static let wordLeftAlt = Key(.left, .alt)
  fileprivate static let wordRight = Key(.right, .control)
  fileprivate static let wordRightAlt = Key(.right, .alt)
  fileprivate static let altBackspace = Key(.backspace, .alt)
}
