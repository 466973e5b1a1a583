/// The types of a value and of its parts, by path: `notes[].title: String`. The path of the value itself is empty.
///
/// Reflection sees the stored properties of structs, the first element of a collection, and what the case holds that is
/// there. It does not look into classes and into the types of the standard library and of Foundation.
package func typeFingerprint(of value: Any) -> [String: String] {
  var types: [String: String] = [:]
  note(value, "", &types)
  return types
}

private func note(_ value: Any, _ path: String, _ types: inout [String: String]) {
  types[path] = "\(type(of: value))"
  let mirror = Mirror(reflecting: value)
  if let all = value as? any Collection {
    if !(all is String), let first = all.first.map({ $0 as Any }) {
      note(first, path + "[]", &types)
    }
    return
  }
  let name = String(reflecting: type(of: value))
  let isForeign = name.hasPrefix("Swift.") || name.hasPrefix("Foundation")
  let isOptional = mirror.displayStyle == .optional
  // A type may hold itself.
  if mirror.displayStyle == .class || isForeign && !isOptional || types.count > 1_000 { return }
  for child in mirror.children {
    let label = isOptional ? "[]" : (child.label ?? "").drop { $0 == "." }
    note(child.value, path + (path.isEmpty || isOptional ? "" : ".") + label, &types)
  }
}

/// The case of an action, and of those that it holds: `document.add`.
func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return "" }
  guard let child = mirror.children.first else { return "\(value)" }
  return (child.label ?? "") + "." + caseName(of: child.value)
}

/// What differs between two fingerprints, a line each. Elements that only one of them has are no difference.
package func typeDifferences(_ old: [String: String], _ new: [String: String]) -> [String] {
  Set(old.keys).union(new.keys).sorted().compactMap { path in
    if old[path] == new[path] { return nil }
    let element = path.lastIndex(of: "]").map { String(path[...$0]) }
    if let element, old[element] == nil || new[element] == nil { return nil }
    let name = path.isEmpty ? "the whole" : path
    return switch (old[path], new[path]) {
    case (let old?, let new?): "\(name) was \(old) and is \(new)"
    case (let old?, nil): "\(name) is missing; it was \(old)"
    default: "\(name) is new, \(new[path] ?? "")"
    }
  }
}
