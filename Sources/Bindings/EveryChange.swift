/// A value that is never equal to another: selecting it makes every change count.
struct EveryChange: Equatable, Sendable {
  static func == (first: EveryChange, second: EveryChange) -> Bool { false }
}
