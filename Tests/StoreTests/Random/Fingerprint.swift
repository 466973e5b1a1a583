import MillraceStore

/// A value that can be distinguished from equal values that differ in bits: -0.0 from 0.0, and one
/// spelling of a string from another.
protocol Fingerprinted: Equatable, Sendable {
  func feed(_ hasher: inout Hasher)
}

extension Fingerprinted {
  /// Equal for the same bits, and in practice for no others. Valid for one run only.
  var fingerprint: Int {
    var hasher = Hasher()
    feed(&hasher)
    return hasher.finalize()
  }
}

extension Int: Fingerprinted {
  func feed(_ hasher: inout Hasher) { hasher.combine(self) }
}

extension UInt8: Fingerprinted {
  func feed(_ hasher: inout Hasher) { hasher.combine(self) }
}

extension Double: Fingerprinted {
  func feed(_ hasher: inout Hasher) { hasher.combine(bitPattern) }
}

extension String: Fingerprinted {
  func feed(_ hasher: inout Hasher) {
    var copy = self
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(utf8.count)
  }
}

extension Array: Fingerprinted where Element == Int {
  func feed(_ hasher: inout Hasher) { hasher.combine(self) }
}

extension Optional: Fingerprinted where Wrapped: Fingerprinted {
  func feed(_ hasher: inout Hasher) {
    hasher.combine(self != nil)
    self?.feed(&hasher)
  }
}

extension IdentifiedList: Fingerprinted where Element: Fingerprinted {
  func feed(_ hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { element.feed(&hasher) }
  }
}
