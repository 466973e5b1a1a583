import MillraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Measures the memory of the process.
struct MemoryGauge: Sendable {
  /// The bytes that the process uses; nil if that is unknown.
  var read: @Sendable () -> Int?

  #if canImport(Darwin)
    static let live = MemoryGauge(
      read: {
        var statistics = malloc_statistics_t()
        malloc_zone_statistics(nil, &statistics)
        return Int(statistics.size_in_use)
      })
  #else
    static let live = MemoryGauge(
      read: {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = readBytes(file, &text)
        // The file has two numbers of pages: the address space and its resident part.
        let line = String(decoding: text.prefix(max(0, count)), as: UTF8.self)
        let fields = line.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
      })
  #endif
}

#if !canImport(Darwin)
  private func readBytes(_ file: Int32, _ bytes: inout [UInt8]) -> Int {
    read(file, &bytes, bytes.count)
  }
#endif

/// Estimates the bytes of a copy of a value that shares no storage with it.
///
/// It estimates a collection from its first 64 elements.
func estimatedBytes(of value: Any, depth: Int = 0) -> Int {
  if let text = value as? String {
    // A short string is stored in the value itself.
    return 16 + (text.utf8.count > 15 ? text.utf8.count + 32 : 0)
  }
  if depth > 12 { return 8 }
  if let collection = value as? any Collection {
    let (sample, count) = firstElements(of: collection, 64)
    if sample.isEmpty { return 8 }
    let sum = sample.reduce(0) { $0 + estimatedBytes(of: $1, depth: depth + 1) }
    return 32 + count * (sum / sample.count + 16)
  }
  let children = Mirror(reflecting: value).children
  if children.isEmpty { return 8 }
  return children.reduce(0) { $0 + estimatedBytes(of: $1.value, depth: depth + 1) }
}

private func firstElements<Elements: Collection>(
  of elements: Elements, _ limit: Int
) -> ([Any], Int) {
  (elements.prefix(limit).map { $0 as Any }, elements.count)
}
