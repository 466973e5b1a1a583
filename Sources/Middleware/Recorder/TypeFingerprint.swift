/// The types of a value and of its parts, by path: `notes[].title: String`. The path of the value
/// itself is empty.
///
/// Reflection sees the stored properties of structs, the first element of a collection, and the
/// associated values of an enum's current case. It does not look into classes, or into types of the
/// standard library and Foundation.
package func typeFingerprint(of value: Any) -> [String: String] {
  var types: [String: String] = [:]
  collectTypes(value, "", &types)
  return types
}

private func collectTypes(_ value: Any, _ path: String, _ types: inout [String: String]) {
  types[path] = "\(type(of: value))"
  let mirror = Mirror(reflecting: value)
  if let all = value as? any Collection {
    if !(all is String), let first = all.first.map({ $0 as Any }) {
      collectTypes(first, path + "[]", &types)
    }
    return
  }
  let name = String(reflecting: type(of: value))
  let isForeign = name.hasPrefix("Swift.") || name.hasPrefix("Foundation")
  let isOptional = mirror.displayStyle == .optional
  // The number of types is limited, because a type may contain itself.
  if mirror.displayStyle == .class || isForeign && !isOptional || types.count > 1_000 { return }
  for child in mirror.children {
    let label = isOptional ? "[]" : (child.label ?? "").drop { $0 == "." }
    collectTypes(child.value, path + (path.isEmpty || isOptional ? "" : ".") + label, &types)
  }
}

/// Returns the case name of an action, then the case names of the actions inside it:
/// `document.add`, or `document.add.` if `add` has associated values that are not actions.
func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return "" }
  guard let child = mirror.children.first else { return "\(value)" }
  return (child.label ?? "") + "." + caseName(of: child.value)
}

/// Returns the differences between two fingerprints, one on each line. Elements of a collection
/// count only if both fingerprints have some.
package func typeDifferences(_ old: [String: String], _ new: [String: String]) -> [String] {
  Set(old.keys).union(new.keys).sorted().compactMap { path in
    if old[path] == new[path] { return nil }
    let element = path.lastIndex(of: "]").map { String(path[...$0]) }
    if let element, old[element] == nil || new[element] == nil { return nil }
    let name = path.isEmpty ? "the whole value" : path
    return switch (old[path], new[path]) {
    case (let old?, let new?): "\(name) was \(old) and is \(new)"
    case (let old?, nil): "\(name) is missing; it was \(old)"
    default: "\(name) is new: \(new[path] ?? "")"
    }
  }
}
