import Millrace
import MillraceMarkup

/// An action that an untrusted document may call. The types of its arguments are checked when the
/// document is loaded.
///
/// `onPress="open(42)"` calls the action `NodeAction { (id: Int) in … }` with the name `open`. If
/// the control adds a value, such as the new text of a field, the value comes last.
@MainActor
public struct NodeAction {
  let kinds: [MarkupLiteral.Kind]
  private let action: @MainActor ([Any]) throws -> Void

  /// Makes an action: `NodeAction { (id: Int) in dispatch(.open(id)) }`.
  /// - Parameter action: Called with one value for each of its parameters: strings, numbers and
  ///   Booleans.
  public init<each Value: NodeActionValue>(
    _ action: @escaping @MainActor (repeat each Value) throws -> Void
  ) {
    var kinds: [MarkupLiteral.Kind] = []
    repeat kinds.append((each Value).markupKind)
    self.kinds = kinds
    self.action = { values in
      var index = 0
      func next<One: NodeActionValue>(_ type: One.Type) throws -> One {
        let value: Any = index < values.count ? values[index] : ()
        index += 1
        // A whole number arrives as an `Int`, and is accepted for a `Double`, too.
        if let one = value as? One ?? (value as? Int).flatMap({ Double($0) as? One }) { return one }
        throw MarkupLoadingError.wrongType(
          name: "value \(index)", expected: "\(type)", found: "\(Swift.type(of: value))")
      }
      try action(repeat try next((each Value).self))
    }
  }

  func call(_ values: [Any]) throws { try action(values) }
}

/// A type of values that untrusted documents may pass to actions: `String`, `Int`, `Double`,
/// `Bool`.
public protocol NodeActionValue {
  /// The kind of literal that a document writes for the value.
  static var markupKind: MarkupLiteral.Kind { get }
}

extension String: NodeActionValue { public static var markupKind: MarkupLiteral.Kind { .string } }
extension Int: NodeActionValue { public static var markupKind: MarkupLiteral.Kind { .integer } }
extension Double: NodeActionValue { public static var markupKind: MarkupLiteral.Kind { .number } }
extension Bool: NodeActionValue { public static var markupKind: MarkupLiteral.Kind { .bool } }
