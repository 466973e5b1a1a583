/// A mistake in a text: its position, and how to fix it.
///
/// The description is one line, in the form of compilers: `Greeter.ui.xml:12:18: error: message`.
public struct MarkupIssue: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  public var position: SourcePosition
  public var message: String

  public var description: String {
    "\(file):\(position.line):\(position.column): error: \(message)"
  }
}
