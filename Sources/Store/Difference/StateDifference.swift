/// What an action changed, in words: where, what was there before, what is there after.
///
/// It looks into structs, tuples, optionals, what a case of an enum holds, and known collections, and
/// passes over what is equal. What it says is for people to read, and bounded in number and length.
package struct StateDifference {
  /// How many changes are told one by one.
  var limit = 8
  /// How long a value may be.
  var valueLength = 120
  private(set) var lines: [String] = []
  private(set) var omitted = 0

  /// The changes between two states, such as `draft: "a" → "ab"`.
  package static func between<State>(_ before: State, _ after: State) -> String {
    lines(before, after).joined(separator: "; ")
  }

  /// The changes between two states, a line each.
  /// - Parameter limit: How many are told one by one.
  package static func lines<State>(_ before: State, _ after: State, limit: Int = 8) -> [String] {
    var difference = StateDifference()
    difference.limit = limit
    difference.compare(before, after, path: "", depth: 0)
    return difference.omitted > 0
      ? difference.lines + ["… and \(difference.omitted) more"] : difference.lines
  }

  private mutating func compare(_ old: Any, _ new: Any, path: String, depth: Int) {
    if let new = new as? any ElementwiseComparable, let changes = new.changes(from: old) {
      for change in changes { add(change, path: path, depth: depth) }
      return
    }
    // A struct is not compared as a whole first: its parts are, each once, below.
    let after = Mirror(reflecting: new)
    let before = Mirror(reflecting: old)
    guard depth < 16, haveSameParts(before, after) else {
      return addChange(old, new, path, depth)
    }
    for (old, new) in zip(before.children, after.children) {
      let label = after.displayStyle == .optional ? "" : old.label ?? ""
      compare(old.value, new.value, path: join(path, label), depth: depth + 1)
    }
  }

  /// Whether two values of one type have parts to be compared one by one.
  private func haveSameParts(_ before: Mirror, _ after: Mirror) -> Bool {
    guard before.subjectType == after.subjectType else { return false }
    switch after.displayStyle {
    case .struct, .tuple, .optional:
      return before.children.count == after.children.count && !before.children.isEmpty
    case .enum:
      // What a case holds stands under its name.
      guard let name = before.children.first?.label else { return false }
      return after.children.first?.label == name
    default: return false
    }
  }

  private mutating func add(_ change: ElementChange, path: String, depth: Int) {
    switch change {
    case .changed(let key, let old, let new):
      if isFull { omitted += 1 } else { compare(old, new, path: path + key, depth: depth + 1) }
    case .inserted(let key, let value): add("\(place(path + key)): + ", value)
    case .removed(let key, let value): add("\(place(path + key)): − ", value)
    case .moved: add("\(place(path)): in another order", nil)
    }
  }

  private var isFull: Bool { lines.count >= limit }

  private mutating func add(_ start: String, _ value: Any?) {
    if isFull { return omitted += 1 }
    lines.append(start + (value.map { text($0) } ?? ""))
  }

  private mutating func addChange(_ old: Any, _ new: Any, _ path: String, _ depth: Int) {
    let equality = areEqual(old, new)
    if equality == true { return }
    if isFull { return omitted += 1 }
    var (before, after) = (text(old), text(new))
    var note = ""
    if before == after {
      if longCount(new) != nil {
        // Without equality it would take the text of each element to find the one that differs.
        if equality == nil { return }
        if depth < 16, let place = firstDifference(old, new) {
          return compare(
            place.old, place.new, path: "\(path)[\(place.index)]", depth: depth + 1)
        }
        note = " (not equal)"
      } else if let late = TruncatedDifference(old, new, length: valueLength) {
        (before, after) = (late.before, late.after)
      } else {
        // Without equality, two texts that read the same are as good as no change.
        if equality == nil { return }
        note = " (not equal, though they read the same)"
      }
    }
    lines.append("\(place(path)): \(before) → \(after)\(note)")
  }

  private func place(_ path: String) -> String { path.isEmpty ? "state" : path }

  private func text(_ value: Any) -> String {
    // The whole text of a long one would be made only to be cut.
    if let count = longCount(value) { return "(\(count) elements)" }
    return logText(value, limit: valueLength)
  }

  /// How many elements a collection has, if it has too many to be told.
  private func longCount(_ value: Any) -> Int? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      return mirror.children.count > 16 ? mirror.children.count : nil
    default: return nil
    }
  }

  /// The first elements in which two lists differ.
  private func firstDifference(_ old: Any, _ new: Any) -> (index: Int, old: Any, new: Any)? {
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    guard after.displayStyle == .collection else { return nil }
    for (index, (old, new)) in zip(before.children, after.children).enumerated()
    where areEqual(old.value, new.value) == false {
      return (index, old.value, new.value)
    }
    return nil
  }

  private func join(_ path: String, _ label: String) -> String {
    if path.isEmpty || label.isEmpty { return path + label }
    return label.hasPrefix(".") ? path + label : "\(path).\(label)"
  }
}
