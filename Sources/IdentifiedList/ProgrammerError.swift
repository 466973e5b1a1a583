/// Stops the program for a mistake in its code; the message says what to do instead.
///
/// `fatalError`, because `preconditionFailure` keeps its message to itself in a release build.
@usableFromInline
package func programmerError(_ message: String) -> Never {
  fatalError(message)
}
