/// A path, cut into the folder and the name in it.
package struct Path: Equatable, Sendable {
  package let text: String

  package init(_ text: String) {
    // Trailing slashes would make the name empty.
    var bytes = text.utf8[...]
    while bytes.count > 1, bytes.last == Path.slash { bytes.removeLast() }
    self.text = String(Substring(bytes))
  }

  // By bytes, as the system does: a slash that a combining mark follows is a slash there, but no
  // character of its own here.
  private static let slash = UInt8(ascii: "/")

  /// The folder; "." for a bare name.
  package var folder: String {
    guard let slash = text.utf8.lastIndex(of: Path.slash) else { return "." }
    return slash == text.startIndex ? "/" : String(text[..<slash])
  }

  package var name: String {
    guard let slash = text.utf8.lastIndex(of: Path.slash) else { return text }
    return String(text[text.utf8.index(after: slash)...])
  }

  /// A path in the same folder.
  package func sibling(_ name: String) -> String { Path.join(folder, name) }

  /// A path, seen from a folder; an absolute one stays as it is.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.utf8.first == slash || folder == "." { return path }
    return folder.utf8.last == slash ? folder + path : folder + "/" + path
  }
}
