import MillraceDifference
import MillraceIdentifiedList

/// Writes values, and changes of values, as Swift.
struct SwiftSource {
  /// Whether the source decodes a value from JSON.
  private(set) var usesJSON = false
  private var isPlain: [ObjectIdentifier: Bool] = [:]

  private enum Kind { case fields, list, identified, dictionary, single }
  /// The parts of a value, each with the Swift that accesses it, such as `.title` or `[0]`.
  private typealias Parts = (kind: Kind, all: [(step: String, value: Any)])

  /// The name of a type as code in its module can write it; nil for generic, local and private
  /// types.
  static func name(of type: Any.Type) -> String? {
    let name = String(reflecting: type).drop { $0 != "." }.dropFirst()
    return name.isEmpty || name.contains { "<( ".contains($0) } ? nil : String(name)
  }

  /// - Throws: `InspectorError.notCodable` if a value can be written neither as Swift nor as JSON.
  mutating func text(_ value: Any) throws -> String {
    let mirror = Mirror(reflecting: value)
    let held = mirror.children.first
    // Optionals are checked first, because a cast unwraps them.
    if mirror.displayStyle == .optional { return try held.map { try text($0.value) } ?? "nil" }
    if value is String { return String(reflecting: value) }
    if value is Bool || value is any BinaryInteger { return "\(value)" }
    if let number = value as? any BinaryFloatingPoint, Double(number).isFinite {
      return "\(number)"
    }
    let (kind, parts) = try parts(of: value)
    switch kind {
    case .fields: return try (Self.name(of: type(of: value)) ?? ".init") + arguments(mirror)
    case .list, .identified:
      return "[" + (try parts.map { try text($0.value) }).joined(separator: ", ") + "]"
    case .dictionary:
      let all = try parts.map { "\($0.step.dropFirst().dropLast()): \(try text($0.value))" }
      return all.isEmpty ? "[:]" : "[" + all.joined(separator: ", ") + "]"
    case .single: break
    }
    switch (mirror.displayStyle, held) {
    case (.tuple, _): return try arguments(mirror)
    case (.enum, let held?):
      let inner = Mirror(reflecting: held.value)
      let all = try inner.isTuple ? arguments(inner) : "(\(text(held.value)))"
      return ".\(held.label ?? "")" + all
    case (.enum, nil) where !(value is any CustomStringConvertible): return ".\(value)"
    default: break
    }
    usesJSON = true
    let json = try encoded(value).json
    // The literal needs so many number signs that nothing in the text ends it or begins an
    // interpolation.
    var signs = "#"
    while json.contains("\"" + signs) || json.contains("\\" + signs) { signs += "#" }
    return "try decoded(\(signs)\"\(json)\"\(signs))"
  }

  private mutating func arguments(_ mirror: Mirror) throws -> String {
    let all = try mirror.children.map { child in
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 + ": " } ?? ""
      return try label + text(child.value)
    }
    return "(" + all.joined(separator: ", ") + ")"
  }

  private mutating func parts(of value: Any) throws -> Parts {
    let mirror = Mirror(reflecting: value)
    let kind: Kind? =
      switch mirror.displayStyle {
      case _ where value is any IdentifiedCollection: .identified
      case .dictionary: .dictionary
      case .collection: .list
      case .struct where !(value is any Collection) && isPlain(value, mirror): .fields
      default: nil
      }
    guard let kind else { return (.single, []) }
    let steps = try ValueReader().steps(of: value) { part, _ in try text(part) }
    let all = steps.map { (step: ($0.name.hasPrefix("[") ? "" : ".") + $0.name, value: $0.value) }
    return (kind, kind == .dictionary ? all.sorted { $0.step < $1.step } : all)
  }

  /// Whether the JSON of a value has the value's stored properties as its members. Then the type
  /// most likely has the coding and the initializer that the compiler synthesizes. Also true for a
  /// type that is not `Encodable`, because it has no coding of its own.
  private mutating func isPlain(_ value: Any, _ mirror: Mirror) -> Bool {
    let type = ObjectIdentifier(type(of: value))
    if let known = isPlain[type] { return known }
    var found = !(value is any Encodable)
    if case .object(let members)? = try? encoded(value) {
      let written = mirror.children.filter {
        let inner = Mirror(reflecting: $0.value)
        return inner.displayStyle != .optional || !inner.children.isEmpty
      }
      found = Set(members.keys) == Set(written.compactMap(\.label))
    }
    isPlain[type] = found
    return found
  }

  /// Writes the assignments and calls that change the old value to the new value.
  mutating func changes(_ old: Any, _ new: Any, _ path: String) throws -> [String] {
    if areEqual(old, new) == true { return [] }
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    if after.displayStyle == .optional, let old = before.children.first?.value,
      let new = after.children.first?.value
    {
      return try changes(old, new, path + "?")
    }
    let ((oldKind, olds), (kind, news)) = (try parts(of: old), try parts(of: new))
    let steps = Set(news.map(\.step))
    let kept = olds.filter { steps.contains($0.step) }
    // A new order is written as an assignment of the whole value, except in a dictionary, which has
    // no order. A removal from a plain array is written so, too, because its elements have no ids.
    if kind != oldKind || kind == .single || (kind == .list && kept.count < olds.count)
      || (kind != .dictionary && !news.starts(with: kept) { $0.step == $1.step })
    {
      return ["\(path) = \(try text(new))"]
    }
    var lines = olds.filter { !steps.contains($0.step) }.map {
      kind == .dictionary
        ? "\(path)\($0.step) = nil" : "\(path).remove(\($0.step.dropFirst().dropLast()))"
    }
    let values = Dictionary(kept.map { ($0.step, $0.value) }) { first, _ in first }
    let chaining = kind == .identified || kind == .dictionary ? "?" : ""
    for (step, value) in news {
      if let old = values[step] {
        lines += try changes(old, value, path + step + chaining)
      } else {
        let text = try text(value)
        lines.append(kind == .dictionary ? "\(path)\(step) = \(text)" : "\(path).append(\(text))")
      }
    }
    return lines
  }
}
