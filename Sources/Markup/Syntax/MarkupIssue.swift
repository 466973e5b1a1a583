/// A mistake in a text: its position, and how to fix it.
///
/// The description is one line, in the form of compilers: `Greeter.ui.xml:12:18: error: message`.
public struct MarkupIssue: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  public var position: SourcePosition
  public var message: String
  /// The enclosing elements: `Column/Row[2]/Text`, where `Row[2]` is the second `Row` of its
  /// parent; for JSON `$.children[1].text`. Empty if there are none. Not a part of the description.
  public var path = ""

  /// The issue, with one more part at the start of its path.
  func inside(_ part: String) -> MarkupIssue {
    var issue = self
    issue.path = part + path
    return issue
  }

  public var description: String {
    "\(file):\(position.line):\(position.column): error: \(message)"
  }
}
