/// The measured operation did not produce the expected result.
struct CheckFailure: Error, CustomStringConvertible {
  let description: String
}

/// Aborts a measurement whose operation failed.
/// - Throws: `CheckFailure` if the condition is false.
func check(_ holds: Bool, _ reason: @autoclosure () -> String) throws(CheckFailure) {
  guard holds else { throw CheckFailure(description: reason()) }
}
