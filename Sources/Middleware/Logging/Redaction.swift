import MillraceDifference
import MillraceStore

/// A value that a log must not show. The log says only that it changed: `password: ‹redacted›`.
public struct Redaction<State>: Sendable {
  let hides: @Sendable (_ value: Any, _ path: String) -> Bool

  /// Hides the value at a key path of stored properties and optionals, such as
  /// `\.account?.password`. Another path is a programmer's error. A property that is declared
  /// directly after one of an empty type cannot be distinguished from that one: hide the type of
  /// the value instead.
  public static func path<Value>(_ path: KeyPath<State, Value> & Sendable) -> Redaction {
    // The path as a difference writes it: without the root type, and without `?` and `!`.
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

  /// Hides all values of a type, anywhere in a state or in an action.
  ///
  /// Reflection finds these values among stored values. It does not find values that a type's
  /// `customMirror` omits, and the description of such a type may show them.
  public static func type<Value>(_ type: Value.Type) -> Redaction {
    Redaction { value, _ in value is Value }
  }
}

/// All redactions of a log.
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
    // Values that are not inspected are hidden. The depth is limited, because objects may form
    // cycles.
    if depth == 16 || children.count > 100 { return "(\(children.count) parts)" }
    var isHidden = false
    let parts = children.map { child -> String in
      var label = child.label ?? ""
      if mirror.displayStyle == .optional || label.hasPrefix(".") { label = "" }
      let inner = path.isEmpty || label.isEmpty ? path + label : "\(path).\(label)"
      let hidden = text(of: child.value, at: inner, depth: depth + 1)
      isHidden = isHidden || hidden != nil
      let text = hidden ?? plainText(of: child.value, isDebug: true)
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
