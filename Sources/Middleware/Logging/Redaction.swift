import MillraceDifference
import MillraceStore

/// What a log must not show. It tells that the value changed, and no more: `password: ‹redacted›`.
public struct Redaction<State>: Sendable {
  let hides: @Sendable (_ value: Any, _ path: String) -> Bool

  /// What is at a key path of stored properties and optionals, such as `\.account?.password`. Another
  /// path is a programmer's error. A property that follows one of an empty type cannot be told from it: hide the
  /// type of what is secret there.
  public static func path<Value>(_ path: KeyPath<State, Value> & Sendable) -> Redaction {
    // As a difference calls it: without the type, and without what unwraps.
    let text = "\(path)"
    let name = String(text.drop { $0 != "." }.dropFirst().filter { $0 != "?" && $0 != "!" })
    if name.isEmpty || name == "self" || name.contains("..")
      || name.contains(where: { "<([ ".contains($0) })
    {
      programmerError(
        "A log cannot hide \(text). Name a stored property, or hide a type: .type(Password.self).")
    }
    return Redaction { $1 == name }
  }

  /// All values of a type, wherever they are in a state or in an action.
  ///
  /// They are found by reflection, in what a value stores. A type whose `customMirror` leaves them out is
  /// taken at its word, and may show them in its description.
  public static func type<Value>(_ type: Value.Type) -> Redaction {
    Redaction { value, _ in value is Value }
  }
}

/// All that a log must not show.
package struct Redactions: Redactor {
  let all: [@Sendable (_ value: Any, _ path: String) -> Bool]

  package init<State>(_ all: [Redaction<State>]) { self.all = all.map(\.hides) }

  package func hides(_ value: Any, at path: String) -> Bool { all.contains { $0(value, path) } }

  package func text(of value: Any, at path: String) -> String? {
    text(of: value, at: path, depth: 0)
  }

  private func text(of value: Any, at path: String, depth: Int) -> String? {
    if hides(value, at: path) { return "‹redacted›" }
    let mirror = Mirror(reflecting: value)
    let children =
      Array(mirror.children) + (mirror.superclassMirror.map { Array($0.children) } ?? [])
    // What is not looked at is not shown. Objects may lead back to themselves.
    if depth == 16 || children.count > 100 { return "(\(children.count) parts)" }
    var isHidden = false
    let parts = children.map { child -> String in
      var label = child.label ?? ""
      if mirror.displayStyle == .optional || label.hasPrefix(".") { label = "" }
      let inner = path.isEmpty || label.isEmpty ? path + label : "\(path).\(label)"
      let hidden = text(of: child.value, at: inner, depth: depth + 1)
      isHidden = isHidden || hidden != nil
      let text = hidden ?? String(reflecting: child.value)
      if mirror.displayStyle != .enum { return label.isEmpty ? text : "\(label): \(text)" }
      let isTuple = Mirror(reflecting: child.value).displayStyle == .tuple
      return isTuple ? label + text : "\(label)(\(text))"
    }.joined(separator: ", ")
    if !isHidden { return nil }
    return switch mirror.displayStyle {
    case .optional, .enum: parts
    case .tuple: "(\(parts))"
    case .collection, .set, .dictionary: "[\(parts)]"
    default: "\(mirror.subjectType)(\(parts))"
    }
  }
}
