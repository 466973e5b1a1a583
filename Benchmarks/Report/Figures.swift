/// Formats a number with three significant digits, or more if its integer part has more.
func figure(_ value: Double) -> String {
  guard value.isFinite else { return "–" }
  var decimals = 2
  var size = abs(value)
  while size >= 10, decimals > 0 {
    size /= 10
    decimals -= 1
  }
  while size > 0, size < 1, decimals < 6 {
    size *= 10
    decimals += 1
  }
  return decimal(value, decimals: decimals)
}

/// Formats a number with thousands separators.
func grouped(_ number: Int) -> String {
  var groups: [String] = []
  var digits = String(number.magnitude)
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}

private func decimal(_ value: Double, decimals: Int) -> String {
  let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
  let scaled = (abs(value) * scale).rounded()
  guard scaled < 1e15 else { return "\(value)" }
  let whole = Int(scaled) / Int(scale)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard decimals > 0 else { return sign + grouped(whole) }
  let fraction = String(Int(scaled) % Int(scale))
  let zeros = String(repeating: "0", count: decimals - fraction.count)
  return "\(sign)\(grouped(whole)).\(zeros)\(fraction)"
}
