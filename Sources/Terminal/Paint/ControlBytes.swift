extension [UInt8] {
  /// Appends a number that is not negative, in decimal.
  mutating func appendDecimal(_ number: Int) {
    if number >= 10 { appendDecimal(number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Appends `CSI`, a number unless it is the one that may be left out, and the final byte.
  mutating func appendControl(_ number: Int, omitting implied: Int, _ final: Unicode.Scalar) {
    append(0x1B)
    append(UInt8(ascii: "["))
    if number != implied { appendDecimal(number) }
    append(UInt8(ascii: final))
  }

  /// Appends `CSI` and what comes after it.
  mutating func appendControl(_ rest: StaticString) {
    append(0x1B)
    append(UInt8(ascii: "["))
    append(contentsOf: UnsafeBufferPointer(start: rest.utf8Start, count: rest.utf8CodeUnitCount))
  }
}

/// How many digits a number has that is not negative.
func decimalDigits(_ number: Int) -> Int {
  var digits = 1
  var rest = number / 10
  while rest > 0 {
    digits += 1
    rest /= 10
  }
  return digits
}
