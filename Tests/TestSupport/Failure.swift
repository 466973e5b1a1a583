/// An error with a message, for a test that makes its own.
package struct Failure: Error, Equatable, CustomStringConvertible {
  private let message: String

  package init(_ message: String = "it broke") { self.message = message }

  package var description: String { message }
}
