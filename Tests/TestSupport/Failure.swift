/// An error without details.
package struct Failure: Error, Equatable, CustomStringConvertible {
  package init() {}

  package var description: String { "it broke" }
}
