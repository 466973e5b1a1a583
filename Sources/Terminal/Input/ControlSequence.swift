/// A finished control sequence (`CSI … final`), taken apart as ECMA-48 5.4 says.
struct ControlSequence {
  /// `<`, `=`, `>` or `?` before the parameters, else 0.
  var marker: UInt8 = 0
  /// Missing ones are nil. Sub-parameters (after `:`) are dropped, but for the first.
  var parameters: [Int?] = []
  /// Bytes between the parameters and the final one.
  var intermediates: [UInt8] = []
  var final: UInt8

  /// - Parameters:
  ///   - body: All bytes between `CSI` and the final one.
  ///   - final: The byte that ended it.
  /// - Returns: Nil where the bytes are not in the order that the standard asks for.
  init?(body: ArraySlice<UInt8>, final: UInt8) {
    self.final = final
    var rest = body
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      marker = first
      rest = rest.dropFirst()
    }
    let digits = rest.prefix { (0x30...0x3B).contains($0) }
    intermediates = Array(rest.dropFirst(digits.count))
    guard intermediates.allSatisfy({ (0x20...0x2F).contains($0) }) else { return nil }
    guard !digits.isEmpty else { return }
    for part in digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      parameters.append(Self.number(part.prefix { $0 != UInt8(ascii: ":") }))
    }
  }

  /// A parameter, or what stands for a missing one.
  func parameter(_ index: Int, default value: Int = 0) -> Int {
    index < parameters.count ? parameters[index] ?? value : value
  }

  /// Numbers are capped: no screen is that large, and none overflows.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    if digits.isEmpty { return nil }
    return digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 0xFFFFFF) }
  }
}
