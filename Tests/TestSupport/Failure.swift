/// An error that says nothing.
package struct Failure: Error, Equatable, CustomStringConvertible {
  package init() {}

  package var description: String { "it broke" }
}
