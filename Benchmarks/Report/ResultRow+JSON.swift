extension ResultRow {
  /// The row as one line of JSON. All fields are always present, in a fixed order. Missing values
  /// are null.
  var jsonLine: String {
    let fields = [
      "\"name\":\(quoted(name))",
      "\"n\":\(n)",
      "\"unit\":\(quoted(unit))",
      "\"min\":\(number(distribution.min))",
      "\"p50\":\(number(distribution.median))",
      "\"p95\":\(number(distribution.quantile(0.95)))",
      "\"p99\":\(number(distribution.quantile(0.99)))",
      "\"max\":\(number(distribution.max))",
      "\"baseline\":\(baseline.map(quoted) ?? "null")",
      "\"ratio\":\(number(ratio))",
    ]
    return "{\(fields.joined(separator: ","))}"
  }

  /// JSON cannot represent NaN and infinity.
  private func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    return "\(value)"
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let code = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
