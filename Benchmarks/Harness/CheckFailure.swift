/// The work that was measured was not done.
struct CheckFailure: Error, CustomStringConvertible {
  let description: String
}

/// Ends a measurement whose work was not done.
/// - Throws: `CheckFailure` if the condition does not hold.
func check(_ holds: Bool, _ reason: @autoclosure () -> String) throws(CheckFailure) {
  guard holds else { throw CheckFailure(description: reason()) }
}
