import Millrace
import MillraceMarkup

/// Reads the attributes of an element, or the arguments of a modifier.
@MainActor
struct AttributeReader {
  let attributes: [CheckedAttribute]
  let builder: MarkupNodeBuilder

  /// Returns the attribute whose name in markup, or whose label in Swift, is `name`.
  func attribute(_ name: String) -> CheckedAttribute? {
    attributes.first { $0.type.name == name || $0.label == name }
  }

  /// Returns the value of an attribute; nil if the attribute is missing.
  func value<Value>(_ name: String) throws -> Value? {
    try attribute(name).map { try builder.value(of: $0) }
  }

  func value<Value>(_ name: String, or other: Value) throws -> Value {
    try value(name) ?? other
  }

  /// Returns the value of an attribute that the checker requires.
  func required<Value>(_ name: String) throws -> Value {
    guard let value = try value(name) as Value? else { throw MarkupLoadingError.needsBuild(name) }
    return value
  }

  func word(_ name: String) -> String? { attribute(name)?.value.word }

  /// Returns the case that the attribute's keyword means; `other` if the attribute is missing.
  func keyword<Value: CaseIterable>(_ name: String, or other: Value) -> Value {
    guard case .keyword(let word)? = attribute(name)?.value else { return other }
    return Value.allCases.first { ".\($0)" == word.swift } ?? other
  }

  func event(_ name: String) throws -> (@MainActor ([Any]) throws -> Void)? {
    guard case .event(let event)? = attribute(name)?.value else { return nil }
    return try builder.action(event)
  }

  /// Returns the handler of an event to which the control adds no values.
  func action(_ name: String) throws -> (@MainActor () throws -> Void)? {
    guard let event = try event(name) else { return nil }
    return { try event([]) }
  }

  var hasBinding: Bool { attributes.contains { $0.value.path?.isBinding == true } }
}
