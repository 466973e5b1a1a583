/// Stops the program because of a mistake in its code. The message says what to do instead.
///
/// It uses `fatalError`, because `preconditionFailure` does not print its message in a release
/// build.
@usableFromInline
package func programmerError(_ message: String) -> Never {
  fatalError(message)
}
