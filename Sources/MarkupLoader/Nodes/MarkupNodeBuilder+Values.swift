import Millrace
import MillraceMarkup

extension MarkupNodeBuilder {
  func path(_ path: MarkupPath) throws -> Any {
    guard let value = path.isBinding ? scope.binding(path.text) : scope.value(path.text) else {
      throw MarkupLoadingError.needsBuild("{\(path.isBinding ? "$" : "")\(path.text)}")
    }
    return value
  }

  /// Returns the value of an attribute in the type that the program needs.
  func value<Value>(of attribute: CheckedAttribute) throws -> Value {
    try typed(value(attribute.value), at: attribute.value.path)
  }

  private func typed<Value>(_ found: Any, at path: MarkupPath?) throws -> Value {
    let number = Double(number: found)
    if let value = found as? Value
      ?? number.flatMap({ $0 as? Value ?? Length.cells($0) as? Value })
    {
      return value
    }
    let needsNumber = Value.self == Double.self || Value.self == Length.self
    throw MarkupLoadingError.wrongType(
      name: path.map { ($0.isBinding ? "$" : "") + $0.text } ?? "",
      expected: needsNumber ? "a number" : "\(Value.self)", found: "\(type(of: found))")
  }

  func text(_ parts: [MarkupTextPart]) throws -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let words): text += words
      case .value(let path, let format):
        let plain = "\(try self.path(path))"
        text += format.map { $0.format.text(of: plain) } ?? plain
      }
    }
    return text
  }

  func evaluate(_ condition: MarkupCondition) throws -> Bool {
    switch condition {
    case .always(let holds): return holds
    case .path(let path): return try typed(self.path(path), at: path)
    case .equals(let path, let literal): return literal.isEqual(to: try self.path(path))
    case .size(let axis, let relation, let cells):
      let extent = Double(axis == .horizontal ? size.width : size.height)
      switch relation {
      case .equal: return extent == cells
      case .atMost: return extent <= cells
      case .atLeast: return extent >= cells
      }
    case .compact(let axis):
      let kind = SizeClass(columns: size.width, rows: size.height)
      return (axis == .horizontal ? kind.width : kind.height) == .compact
    case .portrait: return size.height * 2 > size.width
    case .not(let part): return try !evaluate(part)
    case .all(let parts): return try parts.allSatisfy { try evaluate($0) }
    case .any(let parts): return try parts.contains { try evaluate($0) }
    }
  }

  /// Returns a value of any type. A whole number is an `Int`.
  func value(_ value: MarkupValue) throws -> Any {
    switch value {
    case .text(let parts): try text(parts)
    case .condition(let condition): try evaluate(condition)
    case .number(let number): MarkupLiteral.number(number).value
    case .length(let length): length.length
    case .color(let color): color.color
    case .path(let path): try self.path(path)
    case .keyword, .event, .word: throw MarkupLoadingError.needsBuild("an argument")
    }
  }

  func argument(_ argument: MarkupEvent.Argument) throws -> Any {
    switch argument {
    case .path(let path): try self.path(path)
    case .literal(let literal): literal.value
    }
  }

  /// Returns the handler of an event, after checking that the event and its arguments exist. The
  /// handler evaluates the arguments at each call, as in compiled code.
  func action(_ event: MarkupEvent) throws -> @MainActor ([Any]) throws -> Void {
    for argument in event.arguments { _ = try self.argument(argument) }
    let function = try scope.event(event.name)
    return { values in try function(try event.arguments.map { try argument($0) } + values) }
  }
}

extension MarkupLiteral {
  /// The value of the literal. A whole number is an `Int`.
  var value: Any {
    switch self {
    case .bool(let value): value
    case .number(let number): Int(exactly: number).map { $0 as Any } ?? number
    case .string(let text): text
    case .enumCase(let name): name
    }
  }

  func isEqual(to other: Any) -> Bool {
    switch self {
    case .bool(let value): return other as? Bool == value
    case .string(let text): return other as? String == text
    case .enumCase(let name):
      let mirror = Mirror(reflecting: other)
      if mirror.displayStyle == .optional, let some = mirror.children.first {
        return isEqual(to: some.value)
      }
      // The value's own description need not be the name of its case.
      return (enumCaseName(other).map { String(cString: $0) } ?? "\(other)") == name
    case .number(let number): return Double(number: other) == number
    }
  }
}

// A function of Swift's runtime on which `print` is based. The standard library declares it in the
// same way, but not for other modules. It returns nil for a value that is not of an enumeration.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

extension Double {
  /// Converts a number of any type.
  fileprivate init?(number: Any) {
    if let integer = number as? any BinaryInteger {
      self.init(integer)
    } else if let float = number as? any BinaryFloatingPoint {
      self.init(float)
    } else {
      return nil
    }
  }
}

extension MarkupFormat {
  var format: TextFormat {
    switch name {
    case "uppercased": .uppercased
    case "lowercased": .lowercased
    case "percent": .percent
    case "fixed": .fixed(count ?? 0)
    default: .padded(count ?? 0)
    }
  }
}

extension MarkupLength {
  var length: Length {
    switch self {
    case .cells(let cells): return .cells(cells)
    case .percent(let share): return .percent(share)
    case .keyword(let word): return Self.lengths[word] ?? .auto
    }
  }

  private static let lengths: [String: Length] = [
    "auto": .auto, "minContent": .minContent, "maxContent": .maxContent,
    "fitContent": .fitContent, "stretch": .stretch, "content": .content,
  ]
}

extension MarkupColor {
  var color: Color {
    switch self {
    case .rgb(let red, let green, let blue): .rgb(red, green, blue)
    case .named("default"): .default
    // The names after `default` are in the order of the indexed colors.
    case .named(let name):
      MarkupColor.names.firstIndex(of: name).map { .indexed(UInt8($0 - 1)) } ?? .default
    }
  }
}
