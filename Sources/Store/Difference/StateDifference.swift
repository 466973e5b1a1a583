/// What an action changed, in words: where, what was there before, what is there after.
///
/// It looks into structs, tuples, optionals and known collections, and passes over what is equal.
/// What it says is for people to read, and bounded in number and length.
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
    guard depth < 16,
      after.displayStyle == .struct || after.displayStyle == .tuple
        || after.displayStyle == .optional
    else { return addChange(old, new, path) }
    let before = Mirror(reflecting: old)
    guard before.subjectType == after.subjectType, before.children.count == after.children.count,
      !before.children.isEmpty
    else { return addChange(old, new, path) }
    for (old, new) in zip(before.children, after.children) {
      let label = after.displayStyle == .optional ? "" : old.label ?? ""
      compare(old.value, new.value, path: join(path, label), depth: depth + 1)
    }
  }

  private mutating func add(_ change: ElementChange, path: String, depth: Int) {
    switch change {
    case .changed(let key, let old, let new):
      if isFull { omitted += 1 } else { compare(old, new, path: path + key, depth: depth + 1) }
    case .inserted(let key, let value): add("\(path)\(key): + ", value)
    case .removed(let key, let value): add("\(path)\(key): − ", value)
    case .moved: add("\(path): in another order", nil)
    }
  }

  private var isFull: Bool { lines.count >= limit }

  private mutating func add(_ start: String, _ value: Any?) {
    if isFull { return omitted += 1 }
    lines.append(start + (value.map { text($0) } ?? ""))
  }

  private mutating func addChange(_ old: Any, _ new: Any, _ path: String) {
    let equality = areEqual(old, new)
    if equality == true { return }
    if isFull { return omitted += 1 }
    let (before, after) = (text(old), text(new))
    // Without equality, two texts that read the same are as good as no change; cut texts may differ
    // further on.
    if equality == nil, before == after, !before.hasSuffix("…") { return }
    lines.append("\(path.isEmpty ? "state" : path): \(before) → \(after)")
  }

  private func text(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      // The whole text of a long one would be made only to be cut.
      if mirror.children.count > 16 { return "(\(mirror.children.count) elements)" }
    default: break
    }
    return logText(value, limit: valueLength)
  }

  private func join(_ path: String, _ label: String) -> String {
    if path.isEmpty || label.isEmpty { return path + label }
    return label.hasPrefix(".") ? path + label : "\(path).\(label)"
  }
}
