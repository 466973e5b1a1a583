#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import MillraceMiddleware

/// A JSON value that can be changed at a path.
indirect enum JSONTree: InspectorAnswer, Hashable {
  case null
  case flag(Bool)
  case whole(Int64)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  /// - Throws: `InspectorError.invalidValue`.
  init(text: String) throws(InspectorError) {
    do {
      self = try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
    } catch { throw .invalidValue("it is not JSON; write a string in quotes") }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ make: (Value) -> JSONTree) -> JSONTree? {
      (try? container.decode(Value.self)).map(make)
    }
    let single = container.decodeNil() ? .null : read(Self.flag) ?? read(Self.whole)
    self =
      try single ?? read(Self.number) ?? read(Self.text) ?? read(Self.list)
      ?? .object(container.decode([String: JSONTree].self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .whole(let whole): try container.encode(whole)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }

  var text: String { json + "\n" }

  /// The value as text; a string has no quotes.
  var plain: String {
    if case .text(let text) = self { text } else { json }
  }

  /// Replaces the value at a path.
  /// - Returns: False if there is no value at the path. If an object lacks only the last member of
  ///   the path, the call adds it, because a nil optional has no member in JSON.
  mutating func set(_ value: JSONTree, at steps: ArraySlice<ValuePath.Step>) -> Bool {
    guard let step = steps.first else {
      self = value
      return true
    }
    let rest = steps.dropFirst()
    switch (self, step) {
    case (.object(var members), .name(var name)), (.object(var members), .element(var name)):
      if members[name] == nil, name.hasPrefix("\"") { name = String(name.dropFirst().dropLast()) }
      guard members[name] != nil || rest.isEmpty,
        members[name, default: .null].set(value, at: rest)
      else { return false }
      self = .object(members)
    case (.list(var list), .element(let text)), (.list(var list), .id(let text)):
      var index = Int(text)
      if case .id = step {
        index = list.firstIndex {
          if case .object(let members) = $0 { members["id"]?.plain == text } else { false }
        }
      }
      guard let index, list.indices.contains(index), list[index].set(value, at: rest)
      else { return false }
      self = .list(list)
    default: return false
    }
    return true
  }
}

/// Decodes a value of a type that is known only at run time.
/// - Throws: `InspectorError.notCodable`, `.invalidValue`.
func decoded<Value>(_ type: Value.Type, _ json: JSONTree) throws(InspectorError) -> Value {
  guard let known = type as? any Decodable.Type else { throw .notCodable("\(type)") }
  do {
    let value = try JSONDecoder().decode(known, from: JSONEncoder().encode(json))
    guard let value = value as? Value else { throw InspectorError.notCodable("\(type)") }
    return value
  } catch {
    throw .invalidValue(explain(error))
  }
}

func encoded<Value>(_ value: Value) throws(InspectorError) -> JSONTree {
  guard let known = value as? any Encodable else { throw .notCodable("\(Value.self)") }
  do {
    return try JSONDecoder().decode(JSONTree.self, from: JSONEncoder().encode(known))
  } catch { throw .invalidValue(explain(error)) }
}
