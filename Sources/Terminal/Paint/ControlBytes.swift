extension [UInt8] {
  /// Appends a non-negative number in decimal.
  mutating func appendDecimal(_ number: Int) {
    if number >= 10 { appendDecimal(number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Appends `CSI`, the number unless it is the implied one, and the final byte.
  mutating func appendControl(_ number: Int, omitting implied: Int, _ final: Unicode.Scalar) {
    append(0x1B)
    append(UInt8(ascii: "["))
    if number != implied { appendDecimal(number) }
    append(UInt8(ascii: final))
  }

  /// Appends `CSI` and the rest of a sequence.
  mutating func appendControl(_ rest: StaticString) {
    append(0x1B)
    append(UInt8(ascii: "["))
    append(contentsOf: UnsafeBufferPointer(start: rest.utf8Start, count: rest.utf8CodeUnitCount))
  }
}

/// The number of digits of a non-negative number.
func decimalDigits(_ number: Int) -> Int {
  var digits = 1
  var rest = number / 10
  while rest > 0 {
    digits += 1
    rest /= 10
  }
  return digits
}
