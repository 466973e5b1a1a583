/// Collects the issues of a file.
struct Report {
  /// The file of the text that is checked, which is that of a style for attributes of the style.
  var source: MarkupSource
  var issues: [MarkupIssue] = []
  /// The elements from the root to the current one.
  var path: [MarkupElement] = []
  /// The path of the root; if nil, the root's name is used. If it begins with `$`, the paths of
  /// all issues are JSON paths.
  var rootPath: String?
  /// The most issues to collect. Computing the position of an issue takes time proportional to its
  /// offset.
  var limit = Int.max

  init(source: MarkupSource) { self.source = source }

  var isFull: Bool { issues.count >= limit }

  mutating func error(_ message: String, at offset: Int, in other: MarkupSource? = nil) {
    if isFull { return }
    issues.append(
      (other ?? source).issue(message, at: offset, path: text(of: path, at: offset)))
  }

  /// A path in the form that the readers use: `Column/Row[2]`, or `$.children[1].text` for JSON.
  private func text(of path: [MarkupElement], at offset: Int) -> String {
    guard let root = path.first, let last = path.last else { return rootPath ?? "" }
    var text = rootPath ?? root.name
    let isJSON = text.first == "$"
    for (parent, child) in zip(path, path.dropFirst()) {
      let before = parent.content.prefix {
        if case .element(let other) = $0 { other.offset != child.offset } else { true }
      }
      let count =
        isJSON
        ? before.count
        : before.count {
          if case .element(let other) = $0 { other.name == child.name } else { false }
        }
      text +=
        isJSON ? ".children[\(count)]" : "/" + child.name + (count > 0 ? "[\(count + 1)]" : "")
    }
    if isJSON, let attribute = last.attributes.first(where: { $0.contains(offset) }) {
      text += "." + attribute.name
    }
    return text
  }
}

extension MarkupElement.Attribute {
  /// Whether an issue at this byte is about the attribute.
  fileprivate func contains(_ place: Int) -> Bool {
    place == offset || place >= valueOffset && place <= valueOffset + value.utf8.count
  }
}
