/// A path, split into its folder and name.
package struct Path: Equatable, Sendable {
  package let text: String

  package init(_ text: String) {
    // Trailing slashes would make the name empty.
    var bytes = text.utf8[...]
    while bytes.count > 1, bytes.last == Path.slash { bytes.removeLast() }
    self.text = String(Substring(bytes))
  }

  // Paths are split at bytes, as in the system. Swift joins a slash and a following combining mark
  // to one character, but the slash is still a separator.
  private static let slash = UInt8(ascii: "/")

  /// The folder; "." for a path without a slash.
  package var folder: String {
    guard let slash = text.utf8.lastIndex(of: Path.slash) else { return "." }
    return slash == text.startIndex ? "/" : String(text[..<slash])
  }

  package var name: String {
    guard let slash = text.utf8.lastIndex(of: Path.slash) else { return text }
    return String(text[text.utf8.index(after: slash)...])
  }

  /// Returns the path of another name in the same folder.
  package func sibling(_ name: String) -> String { Path.join(folder, name) }

  /// Joins a path to a folder; an absolute path stays as it is.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.utf8.first == slash || folder == "." { return path }
    return folder.utf8.last == slash ? folder + path : folder + "/" + path
  }
}
