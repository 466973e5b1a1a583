import MillraceDifference
import MillraceIdentifiedList
import MillraceStore

/// Reads values by reflection, one part at a time. The cost depends on the parts that are read, not
/// on the size of the value; only in a dictionary, it also depends on the number of entries.
struct ValueReader: Sendable {
  /// Hides parts of values and actions.
  var redactor: (any Redactor)?
  var hidesParts: Bool { redactor != nil }

  // MARK: - Text

  /// Writes a value on one line. It shows the count of a collection instead of its elements.
  func text(of value: Any, at path: String = "", limit: Int = 120) -> String {
    var text = ""
    write(value, path, to: &text, limit, depth: 0)
    let line = onOneLine(text)
    return line.utf8.count <= limit || line.count <= limit ? line : line.prefix(limit) + "…"
  }

  /// - Parameter limit: The number of characters at which the caller cuts the text. The function
  ///   leaves out parts that would begin after it.
  private func write(
    _ value: Any, _ path: String, to text: inout String, _ limit: Int, depth: Int
  ) {
    let rest = limit - text.count
    if rest <= 0 { return }
    if redactor?.hides(value, at: path) == true { return text += "‹redacted›" }
    if let string = value as? String {
      let isShort = string.utf8.count <= rest
      return text += String(reflecting: isShort ? string : String(string.prefix(rest + 1)))
    }
    if value is any Collection {
      let count = count(of: value)
      return text += count == 0 ? "[]" : "(\(count) elements)"
    }
    let mirror = Mirror(reflecting: value)
    let first = mirror.children.first
    if mirror.displayStyle == .optional {
      guard let first else { return text += "nil" }
      return write(first.value, path, to: &text, limit, depth: depth)
    }
    // Uses a type's own description only without a redactor, because the description could reveal
    // hidden parts.
    let speaks = value is any CustomStringConvertible && redactor == nil
    if depth > 8, redactor != nil { return text += "…" }
    if first == nil || speaks || depth > 8 { return text += plainText(of: value).prefix(rest + 1) }
    if mirror.displayStyle == .enum, let first {
      let (label, isTuple) = (first.label ?? "", Mirror(reflecting: first.value).isTuple)
      text += isTuple ? label : label + "("
      let inner = isTuple ? depth : depth + 1
      write(first.value, join(path, label), to: &text, limit, depth: inner)
      return text += isTuple ? "" : ")"
    }
    text += (mirror.isTuple ? "" : "\(type(of: value))") + "("
    for (index, part) in mirror.children.enumerated() where text.count < limit {
      if index > 0 { text += ", " }
      let label = part.label ?? ""
      if !label.isEmpty, !label.hasPrefix(".") { text += label + ": " }
      write(part.value, join(path, label), to: &text, limit, depth: depth + 1)
    }
    text += ")"
  }

  // MARK: - Parts

  /// The number of a value's parts.
  func count(of value: Any) -> Int {
    let value = unwrapped(value)
    if value is String { return 0 }
    return (value as? any Collection)?.count ?? Mirror(reflecting: value).children.count
  }

  /// Returns a range of a value's parts. The parts are in the order of the collection, of the
  /// sorted keys, or of the declarations.
  /// - Parameter text: Returns the text of a part's id or, if `isKey` is true, of its key.
  func steps(
    of value: Any, offset: Int = 0, limit: Int = .max, text: (Any, _ isKey: Bool) throws -> String
  ) rethrows -> [(name: String, value: Any)] {
    if let keyed = value as? any KeyedValues {
      return try keyed.entries(self).dropFirst(offset).prefix(limit).map {
        ("[\(try text($0.key, true))]", $0.value)
      }
    }
    if let collection = value as? any Collection {
      let isIdentified = value is any IdentifiedCollection
      return try elements(of: collection, offset, limit).enumerated().map { index, element in
        let known = isIdentified ? element as? any Identifiable : nil
        let id = try known.map { "id: \(try text($0.id, false))" }
        return ("[\(id ?? "\(offset + index)")]", element)
      }
    }
    return Mirror(reflecting: value).children.dropFirst(offset).prefix(limit).enumerated().map {
      (join("", $1.label ?? "\(offset + $0)"), $1.value)
    }
  }

  /// Returns a range of a value's parts, with their paths.
  func parts(
    of value: Any, at path: String, offset: Int = 0, limit: Int = .max
  ) -> [(name: String, path: String, value: Any)] {
    let value = unwrapped(value)
    if value is String || redactor?.hides(value, at: path) == true { return [] }
    let steps = steps(of: value, offset: offset, limit: limit) {
      $1 ? text(of: $0) : onOneLine("\($0)")
    }
    return steps.map { ($0.name, join(path, $0.name), $0.value) }
  }

  func part(_ value: Any, name: String, path: String) -> ValuePart {
    let isHidden = redactor?.hides(value, at: path) == true
    return ValuePart(
      path: path, name: name, type: "\(type(of: value))", text: text(of: value, at: path),
      count: isHidden ? 0 : count(of: value))
  }

  private func elements<Elements: Collection>(
    of all: Elements, _ offset: Int, _ limit: Int
  ) -> [Any] {
    guard let start = all.index(all.startIndex, offsetBy: offset, limitedBy: all.endIndex) else {
      return []
    }
    return all[start...].prefix(limit).map { $0 }
  }

  func join(_ path: String, _ label: String) -> String {
    let label = label.hasPrefix(".") ? String(label.dropFirst()) : label
    return path.isEmpty || label.isEmpty || label.hasPrefix("[") ? path + label : "\(path).\(label)"
  }

  /// Whether two values are equal; if their type is not `Equatable`, whether `StateDifference`
  /// finds no change in their parts.
  func areSame(_ old: Any?, _ new: Any?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    if let equality = areEqual(old, new) { return equality }
    let difference = StateDifference(old, new, limit: 1, hiding: nil, comparesLongArrays: true)
    return difference.changes.isEmpty
  }

  func unwrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let child = mirror.children.first else { return value }
    return unwrapped(child.value)
  }
}

extension Mirror {
  var isTuple: Bool { displayStyle == .tuple }
}

/// A dictionary of any key and value types.
private protocol KeyedValues {
  /// The entries, sorted by the text of their keys unless there are more than 10,000.
  func entries(_ reader: ValueReader) -> [(key: Any, value: Any)]
  func value(of key: String, _ reader: ValueReader) -> Any?
}

extension Dictionary: KeyedValues {
  func entries(_ reader: ValueReader) -> [(key: Any, value: Any)] {
    let all = map { (text: count <= 10_000 ? reader.text(of: $0.key) : "", entry: $0) }
    return (count <= 10_000 ? all.sorted { $0.text < $1.text } : all).map { $0.entry }
  }

  func value(of key: String, _ reader: ValueReader) -> Any? {
    if let known = key as? Key, let value = self[known] { return value }
    return first { "\($0.key)" == key || reader.text(of: $0.key) == key }?.value
  }
}

// MARK: - Paths

/// A path into a value: `notes[id: 3].title`, `log[0]`, `byColor["red"]`. It has the syntax that
/// `StateDifference` writes.
struct ValuePath: Sendable {
  enum Step: Equatable, Sendable {
    case name(String)
    /// The index of an element, or a key.
    case element(String)
    case id(String)

    var text: String {
      switch self {
      case .name(let name): name
      case .element(let key): "[\(key)]"
      case .id(let id): "[id: \(id)]"
      }
    }
  }

  let text: String
  private(set) var steps: [Step] = []

  /// - Throws: `InspectorError.invalidPath`.
  init(_ text: String) throws(InspectorError) {
    self.text = text == "state" ? "" : text
    var rest = self.text[...]
    // The text of an id can contain brackets, so a `]` ends a step only before `.`, `[` or the end.
    let inBrackets = /\[(?:id: *(.*?)|(.+?))\](?=[.\[]|$)/.dotMatchesNewlines()
    while !rest.isEmpty {
      if let found = rest.prefixMatch(of: inBrackets) {
        steps.append(found.1.map { .id(String($0)) } ?? .element(String(found.2 ?? "")))
        rest = rest[found.range.upperBound...]
      } else if let found = rest.prefixMatch(of: /\.?([^.\[]+)/),
        found.0.hasPrefix(".") != steps.isEmpty
      {
        steps.append(.name(String(found.1)))
        rest = rest[found.range.upperBound...]
      } else {
        throw .invalidPath(text)
      }
    }
  }
}

extension ValueReader {
  /// Whether a path can lead to a value in this state or in a later one. Elements of collections,
  /// and the values of optionals and of enum cases, can appear later. Other stored properties
  /// cannot. A path into a hidden value counts as possible.
  func canHave(_ path: ValuePath, in state: Any) -> Bool {
    var (value, text) = (state, "")
    for step in path.steps {
      if redactor?.hides(value, at: text) == true { return true }
      value = unwrapped(value)
      if let child = child(step, of: value) {
        (value, text) = (child, join(text, step.text))
        continue
      }
      if [.optional, .enum].contains(Mirror(reflecting: value).displayStyle) { return true }
      switch step {
      case .name: return false
      case .element(let key):
        return value is any KeyedValues || value is any Collection && Int(key) ?? -1 >= 0
      case .id: return value is any IdentifiedCollection
      }
    }
    return true
  }

  /// - Returns: Nil if there is no value at the path. For a hidden value and for a path into one,
  ///   the result is the text `‹redacted›`.
  func value(at path: ValuePath, in state: Any) -> Any? {
    var (value, text) = (state, "")
    for step in path.steps {
      guard let child = child(step, of: unwrapped(value)) else { return nil }
      (value, text) = (child, join(text, step.text))
      if redactor?.hides(value, at: text) == true { return "‹redacted›" }
    }
    return value
  }

  private func child(_ step: ValuePath.Step, of value: Any) -> Any? {
    switch step {
    case .name(let name):
      return Mirror(reflecting: value).children.first {
        $0.label == name || $0.label == ".\(name)"
      }?.value
    case .element(let key):
      if let keyed = value as? any KeyedValues { return keyed.value(of: key, self) }
      guard let offset = Int(key), offset >= 0, let all = value as? any Collection else {
        return nil
      }
      return elements(of: all, offset, 1).first
    case .id(let id): return (value as? any IdentifiedCollection).flatMap { element(id, in: $0) }
    }
  }

  private func element<List: IdentifiedCollection>(_ text: String, in list: List) -> Any? {
    typealias ID = List.Element.ID
    if let type = ID.self as? any LosslessStringConvertible.Type, let id = type.init(text) as? ID {
      return list.index(id: id).map { list[$0] }
    }
    return list.first { onOneLine("\($0.id)") == text }
  }
}
