/// A quantity measured per repetition of the operation.
struct Quantity: Sendable {
  /// The suffix of the row's name.
  let suffix: String
  let unit: String
  /// Returns the total of a sample, which is then divided by its repetitions.
  let value: @Sendable (Sample) -> Double

  /// The time of the operation.
  /// - Parameter parts: The number of parts of the operation. The time is reported per part.
  static func time(_ unit: TimeUnit, per part: String = "", of parts: Int = 1, suffix: String = "")
    -> Quantity
  {
    Quantity(suffix: suffix, unit: part.isEmpty ? unit.rawValue : "\(unit.rawValue)/\(part)") {
      $0.time / unit.duration / Double(parts)
    }
  }

  /// The number of bytes written to the terminal.
  static let bytes = Quantity(suffix: ", bytes", unit: "bytes") { Double($0.bytes) }
}

enum TimeUnit: String {
  case nanoseconds = "ns"
  case microseconds = "µs"
  case milliseconds = "ms"

  var duration: Duration {
    switch self {
    case .nanoseconds: .nanoseconds(1)
    case .microseconds: .microseconds(1)
    case .milliseconds: .milliseconds(1)
    }
  }
}
