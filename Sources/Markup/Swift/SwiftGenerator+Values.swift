extension SwiftGenerator {
  /// Returns a path as a Swift expression, and registers its name for live markup.
  func swift(_ path: MarkupPath) -> String {
    collector.add(path)
    return name(path)
  }

  func name(_ path: MarkupPath) -> String {
    let isGivenBinding =
      !variables.contains(path.names[0]) && component.member(path.names[0])?.isGivenBinding == true
    if path.isBinding, !isGivenBinding { return "$" + path.text }
    let isRead = isGivenBinding && !path.isBinding
    return ([path.names[0].swiftName] + (isRead ? ["wrappedValue"] : []) + path.names.dropFirst())
      .joined(separator: ".")
  }

  func text(_ parts: [MarkupTextPart]) -> String {
    if parts.count == 1, case .value(let path, nil) = parts[0], isString(path) {
      return swift(path)
    }
    let literal = parts.map { part in
      switch part {
      case .literal(let text): text.swiftEscaped
      case .value(let path, nil): "\\(\(swift(path)))"
      case .value(let path, let format?): "\\(\(swift(path)), format: .\(format.text))"
      }
    }
    return "\"\(literal.joined())\""
  }

  /// Whether the path is known to have the type String.
  private func isString(_ path: MarkupPath) -> Bool {
    guard path.names.count == 1, !variables.contains(path.names[0]),
      let member = component.member(path.names[0])
    else { return false }
    return member.isValue && member.type == "String"
  }

  func condition(_ condition: MarkupCondition) -> String {
    switch condition {
    case .always(let holds): return "\(holds)"
    case .path(let path): return swift(path)
    case .equals(let path, let literal): return "\(swift(path)) == \(swift(literal))"
    case .size(let axis, let relation, let cells):
      return "_size.\(axis.size) \(relation.rawValue) \(cells.short)"
    case .compact(let axis):
      return
        "SizeClass(columns: _size.width, rows: _size.height).\(axis.size) == .compact"
    case .portrait: return "_size.height * 2 > _size.width"
    case .not(.path(let path)): return "!" + swift(path)
    case .not(let part): return "!(\(self.condition(part)))"
    case .all(let parts): return joined(parts, " && ")
    case .any(let parts): return joined(parts, " || ")
    }
  }

  private func joined(_ parts: [MarkupCondition], _ sign: String) -> String {
    "(" + parts.map { condition($0) }.joined(separator: sign) + ")"
  }

  func swift(_ literal: MarkupLiteral) -> String {
    switch literal {
    case .bool(let value): "\(value)"
    case .number(let number): number.short
    case .string(let text): text.swiftLiteral
    case .enumCase(let name): ".\(name == "init" ? "`init`" : name)"
    }
  }

  func swift(_ value: MarkupValue, for type: MarkupType) -> String {
    switch value {
    case .text(let parts): return text(parts)
    case .condition(let condition): return self.condition(condition)
    case .number(let number): return number.short
    case .length(.cells(let cells)): return cells.short
    case .length(.percent(let share)): return ".percent(\(share.short))"
    case .length(.keyword(let word)): return ".\(word)"
    case .keyword(let word): return word.swift
    case .color(.named(let name)): return ".\(name)"
    case .color(.rgb(let red, let green, let blue)): return ".rgb(\(red), \(green), \(blue))"
    case .path(let path): return type == .length ? ".cells(Double(\(swift(path))))" : swift(path)
    case .event(let event): return "{ \(call(event, valueCount: type.valueCount)) }"
    case .word(let word): return word
    }
  }

  func closure(_ event: MarkupEvent, _ attribute: MarkupAttributeType) -> SwiftClosure {
    SwiftClosure(expression: call(event, valueCount: attribute.type.valueCount))
  }

  /// The call of an event, for the body of a closure. The closure looks up the component's handlers
  /// when it is called: if the update of a component was skipped, its handlers are newer than the
  /// closure. A method of a type that the program declares is called in a closure, too, because the
  /// component and its methods are not Sendable, but a closure on the main actor is.
  func call(_ event: MarkupEvent, valueCount: Int) -> String {
    collector.add(event)
    let arguments =
      event.arguments.map {
        switch $0 {
        case .path(let path): swift(path)
        case .literal(let literal): swift(literal)
        }
      } + (0..<valueCount).map { "$\($0)" }
    let call = "\(event.name.swiftName)(\(arguments.joined(separator: ", ")))"
    return component.isDeclaredByProgram ? call : "try \(call)"
  }
}

extension Double {
  /// The number as text, without ".0" if it is a whole number.
  var short: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
