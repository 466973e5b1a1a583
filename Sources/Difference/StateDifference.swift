import MillraceIdentifiedList

/// The differences between two states as text: each with its path, the old value and the new one.
///
/// The parts of structs, tuples, optionals, enum cases and collections are compared separately, and
/// equal values are skipped. The text is for people: the number of changes and the length of each
/// value are limited.
package struct StateDifference {
  /// The maximum number of changes in the text.
  private let limit: Int
  private let redactor: (any Redactor)?
  /// The maximum length of a value's text.
  private let valueLength = 120
  /// A collection with more elements is written as its number of elements. The elements of a longer
  /// array are not compared if their type is not `Equatable`, unless `comparesLongArrays` is true.
  private let elementLimit = 16
  private let comparesLongArrays: Bool
  package private(set) var changes: [(path: String, change: String)] = []
  /// The number of changes that `limit` leaves out.
  package private(set) var omitted = 0
  private var depth = 0

  /// Returns the changes between two states, such as `draft: "a" → "ab"`.
  package static func between<State>(_ before: State, _ after: State) -> String {
    lines(before, after).joined(separator: "; ")
  }

  /// Returns the changes between two states, each as one line.
  /// - Parameters:
  ///   - limit: The maximum number of changes in the text.
  ///   - redactor: Hides values. For a hidden value the text only says that it changed.
  package static func lines<State>(
    _ before: State, _ after: State, limit: Int = 8, hiding redactor: (any Redactor)? = nil
  ) -> [String] {
    let difference = StateDifference(before, after, limit: limit, hiding: redactor)
    let lines = difference.changes.map { "\($0.path): \($0.change)" }
    return difference.omitted > 0 ? lines + ["… and \(difference.omitted) more"] : lines
  }

  /// Finds the changes between two states: see ``lines(_:_:limit:hiding:)``.
  /// - Parameter comparesLongArrays: Whether to compare the elements of a long array also if their
  ///   type is not `Equatable`.
  package init(
    _ before: Any, _ after: Any, limit: Int, hiding redactor: (any Redactor)?,
    comparesLongArrays: Bool = false
  ) {
    (self.limit, self.redactor) = (limit, redactor)
    self.comparesLongArrays = comparesLongArrays
    compare(before, after, "")
  }

  mutating func compare(_ old: Any, _ new: Any, _ path: String) {
    let equality = areEqual(old, new)
    if equality == true { return }
    if changes.count >= limit, equality == false { return omitted += 1 }
    if let redactor, redactor.hides(old, at: path) || redactor.hides(new, at: path) {
      // The parts are compared to find out whether there is a change; they appear in no text.
      if equality == nil, Self.lines(old, new, limit: 1).isEmpty { return }
      return append("‹redacted›", at: path)
    }
    depth += 1
    defer { depth -= 1 }
    if let new = new as? any ElementwiseComparable, type(of: old) == type(of: new as Any) {
      return new.appendChanges(from: old, at: path, in: &self)
    }
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    guard depth <= 16, haveSameParts(before, after) else { return add(old, new, path, equality) }
    let isLong = after.displayStyle == .collection && after.children.count > elementLimit
    if isLong, equality == nil, !comparesLongArrays {
      return
    }
    for (index, (old, new)) in zip(before.children, after.children).enumerated() {
      let label =
        switch after.displayStyle {
        case .optional: ""
        case .collection: "[\(index)]"
        default: old.label ?? ""
        }
      // The labels of a tuple's elements are `.0` and `.1`.
      let needsNoDot = path.isEmpty || label.isEmpty || label.hasPrefix("[") || label.hasPrefix(".")
      compare(old.value, new.value, needsNoDot ? path + label : "\(path).\(label)")
    }
  }

  /// Whether two values have parts that can be compared separately.
  private func haveSameParts(_ before: Mirror, _ after: Mirror) -> Bool {
    guard before.subjectType == after.subjectType else { return false }
    switch after.displayStyle {
    case .struct, .tuple, .optional, .collection:
      return before.children.count == after.children.count && !before.children.isEmpty
    case .enum:
      // The label of the associated value is the name of the case.
      guard let name = before.children.first?.label else { return false }
      return after.children.first?.label == name
    default: return false
    }
  }

  mutating func append(_ change: String, _ value: Any? = nil, at path: String) {
    if changes.count >= limit { return omitted += 1 }
    let value = value.map { " " + text($0, path) } ?? ""
    changes.append((path.isEmpty ? "state" : path, change + value))
  }

  private mutating func add(_ old: Any, _ new: Any, _ path: String, _ equality: Bool?) {
    var (before, after, suffix) = (text(old, path), text(new, path), "")
    if before == after {
      (before, after) = (text(old, path, limit: .max), text(new, path, limit: .max))
      // If the type is not `Equatable`, equal texts count as no change.
      if before == after, equality == nil { return }
      if before == after {
        (before, after) = (text(old, path), text(new, path))
        suffix = " (the values differ, but their descriptions are equal)"
      } else {
        // Both texts start shortly before the first difference.
        let common = zip(before, after).prefix { $0 == $1 }.count
        before = truncated(before.dropFirst(max(0, common - 20)))
        after = truncated(after.dropFirst(max(0, common - 20)))
      }
    }
    append("\(before) → \(after)\(suffix)", at: path)
  }

  private func truncated(_ text: Substring) -> String {
    "…" + (text.count > valueLength ? text.prefix(valueLength) + "…" : text)
  }

  func elementPath(of id: Any, in path: String) -> String {
    let text = redactor?.text(of: id, at: path) ?? "\(id)"
    return "\(path)[id: \(onOneLine(String(text.prefix(valueLength))))]"
  }

  func text(_ value: Any, _ path: String, limit: Int? = nil) -> String {
    let mirror = Mirror(reflecting: value)
    let isCollection = [.collection, .set, .dictionary].contains(mirror.displayStyle)
    // Does not build the full text of a long collection, because that text would be cut anyway.
    if isCollection, limit == nil, mirror.children.count > elementLimit {
      return "(\(mirror.children.count) elements)"
    }
    return logText(value, limit: limit ?? valueLength, hiding: redactor, at: path)
  }
}

/// Whether two values are equal; nil if their type is not `Equatable`.
package func areEqual<Value>(_ old: Value, _ new: Value) -> Bool? {
  func compare<Known: Equatable>(_ old: Known) -> Bool { (new as? Known) == old }
  guard let old = old as? any Equatable else { return nil }
  return compare(old)
}
