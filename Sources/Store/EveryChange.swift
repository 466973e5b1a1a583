/// A value that is never equal to another: selecting it makes every change count.
package struct EveryChange: Equatable, Sendable {
  package init() {}

  package static func == (first: EveryChange, second: EveryChange) -> Bool { false }
}
