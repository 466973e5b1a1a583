#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON value that can be changed at a path.
indirect enum JSONTree: Codable, Hashable, Sendable {
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
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let whole = try? container.decode(Int64.self) {
      self = .whole(whole)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONTree].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
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

  /// The value as text; a string has no quotes.
  var plain: String {
    if case .text(let text) = self { return text }
    return json
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The value as JSON on one line, with keys in alphabetical order.
  var compact: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// Replaces the value at a path.
  /// - Returns: False if there is no value at the path. If an object lacks the member, which may be
  ///   a nil optional, the call adds it.
  mutating func set(_ value: JSONTree, at steps: ArraySlice<ValuePath.Step>) -> Bool {
    guard let step = steps.first else {
      self = value
      return true
    }
    switch (self, step) {
    case (.object(var members), .name(let name)),
      (.object(var members), .element(let name)):
      let name =
        members[name] == nil && name.hasPrefix("\"")
        ? String(name.dropFirst().dropLast()) : name
      var member = members[name] ?? .null
      guard members[name] != nil || steps.count == 1, member.set(value, at: steps.dropFirst())
      else { return false }
      members[name] = member
      self = .object(members)
    case (.list(var list), .element(let text)), (.list(var list), .id(let text)):
      var place = Int(text)
      if case .id = step {
        place = list.firstIndex {
          if case .object(let members) = $0 { members["id"]?.plain == text } else { false }
        }
      }
      guard let place, list.indices.contains(place), list[place].set(value, at: steps.dropFirst())
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
  func read<Known: Decodable>(_ type: Known.Type) throws -> Known {
    try JSONDecoder().decode(type, from: JSONEncoder().encode(json))
  }
  guard let known = type as? any Decodable.Type else { throw .notCodable("\(type)") }
  do {
    guard let value = try read(known) as? Value else { throw InspectorError.notCodable("\(type)") }
    return value
  } catch let error as DecodingError {
    throw .invalidValue(explanation(of: error))
  } catch {
    throw .invalidValue("\(error)")
  }
}

/// Decodes a value of a type of which nothing is known at compile time.
func decoded(_ type: any Decodable.Type, _ json: JSONTree) throws(InspectorError) -> Any {
  func read<Known: Decodable>(_ type: Known.Type) throws(InspectorError) -> Any {
    try decoded(type, json) as Known
  }
  return try read(type)
}

func encoded<Value>(_ value: Value) throws(InspectorError) -> JSONTree {
  guard let known = value as? any Encodable else { throw .notCodable("\(Value.self)") }
  do {
    return try JSONDecoder().decode(JSONTree.self, from: JSONEncoder().encode(known))
  } catch { throw .invalidValue("\(error)") }
}

/// Says where a value does not fit its type, and why.
private func explanation(of error: DecodingError) -> String {
  func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return path.isEmpty
      ? context.debugDescription
      : "\(path.joined(separator: ".")): \(context.debugDescription)"
  }
  return switch error {
  case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
    place(context)
  case .keyNotFound(let key, let context):
    "\(key.stringValue) is missing: \(place(context))"
  @unknown default: "\(error)"
  }
}
