import Millrace
import MillraceMarkup

/// Reads the attributes of an element.
@MainActor
struct ElementReader {
  let element: CheckedElement
  let maker: MarkupNodeBuilder

  func text(_ name: String) throws -> String? {
    switch element[name] {
    case .text(let parts): try maker.text(parts)
    case .path(let path): try maker.path(path, as: String.self)
    default: nil
    }
  }

  func bool(_ name: String) throws -> Bool? {
    guard case .condition(let condition)? = element[name] else { return nil }
    return try maker.evaluate(condition)
  }

  func number(_ name: String) throws -> Double? {
    switch element[name] {
    case .number(let number): return number
    case .path(let path):
      let value = try maker.path(path)
      if let number = value as? any BinaryInteger { return Double(number) }
      if let number = value as? any BinaryFloatingPoint { return Double(number) }
      throw MarkupLoadingError.wrongType(
        path: path.text, expected: "a number", found: "\(type(of: value))")
    default: return nil
    }
  }

  func integer(_ name: String) throws -> Int? {
    guard case .path(let path)? = element[name] else { return try number(name).map { Int($0) } }
    return try maker.path(path, as: Int.self)
  }

  func length(_ name: String) throws -> Length? {
    if case .length(let length)? = element[name] { return length.length }
    return try number(name).map { .cells($0) }
  }

  func word(_ name: String) -> String? {
    if case .keyword(let word)? = element[name] { return word.word }
    return nil
  }

  /// The value of a keyword.
  func keyword<Value>(_ name: String, _ values: [String: Value]) -> Value? {
    word(name).flatMap { values[$0] }
  }

  /// The value of a keyword: the case that the keyword is in Swift.
  func keyword<Value: CaseIterable>(_ name: String) -> Value? {
    guard case .keyword(let word)? = element[name] else { return nil }
    return Value.allCases.first { ".\($0)" == word.swift }
  }

  func color(_ name: String) -> Color? {
    if case .color(let color)? = element[name] { return color.color }
    return nil
  }

  func event(_ name: String) throws -> (@MainActor ([Any]) throws -> Void)? {
    guard case .event(let event)? = element[name] else { return nil }
    return try maker.action(event)
  }

  /// An event to which the control adds no values.
  func action(_ name: String) throws -> (@MainActor () throws -> Void)? {
    guard let event = try event(name) else { return nil }
    return { try event([]) }
  }

  func binding<Value>(_ name: String, to type: Value.Type) throws -> Binding<Value>? {
    guard case .path(let path)? = element[name], path.isBinding else { return nil }
    return try maker.binding(path, to: type)
  }

  func content() throws -> Node { try maker.block(element.content) }

  var justify: JustifyContent { keyword("justify") ?? .start }
  var align: AlignItems { keyword("align") ?? .stretch }
}
