import Foundation

/// The number of bytes currently allocated, including the allocator's overhead per block.
///
/// The function takes a lock of the allocator and walks its data structures, so do not call it
/// while measuring time.
func heapBytes() -> Int {
  #if canImport(Darwin)
    var statistics = malloc_statistics_t()
    malloc_zone_statistics(nil, &statistics)
    return Int(statistics.size_in_use)
  #else
    // Swift's import of the C library lacks the header of this function.
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

/// Parses the report of glibc. Its last lines cover all arenas: the memory obtained from the
/// system, the free part of that memory, and separately mapped blocks.
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
