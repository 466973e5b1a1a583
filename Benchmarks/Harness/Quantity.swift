/// Something that a sample tells about one repetition of the work.
struct Quantity: Sendable {
  /// What the row's name ends in.
  let suffix: String
  let unit: String
  /// Of a sample, divided by its repetitions.
  let value: @Sendable (Sample) -> Double

  /// Time.
  /// - Parameter parts: how many parts the work has, for the time of one of them.
  static func time(_ unit: TimeUnit, per part: String = "", of parts: Int = 1, suffix: String = "")
    -> Quantity
  {
    Quantity(suffix: suffix, unit: part.isEmpty ? unit.rawValue : "\(unit.rawValue)/\(part)") {
      $0.time / unit.duration / Double(parts)
    }
  }

  /// Bytes written to the terminal.
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
