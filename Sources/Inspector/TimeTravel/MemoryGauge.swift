import MillraceSystem

#if canImport(Darwin)
  import Darwin
#endif

/// Measures the memory of the process.
struct MemoryGauge: Sendable {
  /// The bytes that the process uses; nil if that is unknown.
  var read: @Sendable () -> Int?

  static let live = MemoryGauge {
    #if canImport(Darwin)
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return Int(statistics.size_in_use)
    #else
      // The line of the resident memory is "VmRSS:    1234 kB".
      let status = try? SystemFiles().start(of: Array("/proc/self/status".utf8), count: 4_096)
      let lines = String(decoding: status ?? [], as: UTF8.self).split(separator: "\n")
      let resident = lines.first { $0.hasPrefix("VmRSS:") }
      return resident.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1_024 }
    #endif
  }
}

/// Estimates the bytes of a copy of a value that shares no storage with it.
///
/// The size of a collection is estimated from its first 64 elements.
func estimatedBytes(of value: Any, depth: Int = 0) -> Int {
  if let text = value as? String {
    // A short string is stored in the value itself.
    return 16 + (text.utf8.count > 15 ? text.utf8.count + 32 : 0)
  }
  if depth > 12 { return 8 }
  if let collection = value as? any Collection {
    return estimatedBytes(ofElements: collection, depth)
  }
  let children = Mirror(reflecting: value).children
  if children.isEmpty { return 8 }
  return children.reduce(0) { $0 + estimatedBytes(of: $1.value, depth: depth + 1) }
}

private func estimatedBytes(ofElements elements: some Collection, _ depth: Int) -> Int {
  let sample = elements.prefix(64)
  if sample.isEmpty { return 8 }
  let sum = sample.reduce(0) { $0 + estimatedBytes(of: $1, depth: depth + 1) }
  return 32 + elements.count * (sum / sample.count + 16)
}
