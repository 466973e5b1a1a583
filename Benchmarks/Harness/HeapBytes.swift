import Foundation

/// How many bytes are allocated at present, with what the allocator adds to each block.
///
/// Takes a lock of the allocator and goes through its books: not for the inside of a measurement of
/// time.
func heapBytes() -> Int {
  #if canImport(Darwin)
    var statistics = malloc_statistics_t()
    malloc_zone_statistics(nil, &statistics)
    return Int(statistics.size_in_use)
  #else
    // Swift's view of the C library lacks the header of this function.
    typealias Report = @convention(c) (CInt, OpaquePointer) -> CInt
    guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
    let writeReport = unsafeBitCast(symbol, to: Report.self)
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let stream = open_memstream(&text, &length) else { return 0 }
    _ = writeReport(0, OpaquePointer(stream))
    fclose(stream)
    guard let text else { return 0 }
    defer { free(text) }
    return allocatedBytes(inReport: String(cString: text))
  #endif
}

/// Reads glibc's report, whose last lines are about all arenas together: what the system gave, what
/// of that is free, and what was mapped for blocks by themselves.
private func allocatedBytes(inReport report: String) -> Int {
  var bytes = 0
  for line in report.split(separator: "\n").suffix(8) {
    let size = line.split(separator: " ").last { $0.hasPrefix("size=") }
    guard let size, let value = Int(size.drop { !$0.isNumber }.prefix { $0.isNumber }) else {
      continue
    }
    if line.hasPrefix("<system type=\"current\"") { bytes += value }
    if line.hasPrefix("<total type=\"mmap\"") { bytes += value }
    if line.hasPrefix("<total type=\"fast\"") || line.hasPrefix("<total type=\"rest\"") {
      bytes -= value
    }
  }
  return bytes
}
