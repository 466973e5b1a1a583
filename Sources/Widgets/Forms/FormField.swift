import MillraceRender

/// A row of a ``Form``: a label, a control, and an error or a hint.
public struct FormField {
  let label: String
  var error: String?
  let hint: String?
  var content: Node

  var message: String? { error.map { "✗ " + $0 } ?? hint }
  var isError: Bool { error != nil }

  /// - Parameters:
  ///   - label: the name of the control. It identifies the row.
  ///   - error: what is wrong with the value. Shown below the control, after a `✗`, instead of the
  ///     hint.
  ///   - hint: what may be entered. Shown below the control, muted.
  ///   - content: the control.
  public init(
    _ label: String, error: String? = nil, hint: String? = nil,
    @NodeBuilder content: () throws -> Node
  ) rethrows {
    self.label = label
    self.error = error
    self.hint = hint
    self.content = try content()
  }
}

/// Builds the rows of a form from statements: fields and nodes, `if`, `switch`, `for`. A node that
/// is not a ``FormField`` is placed in the column of the controls, without a label.
@resultBuilder
public enum FormBuilder: PartsBuilder {
  public typealias Part = FormField

  public static func buildExpression(_ node: some NodeConvertible) -> [FormField] {
    [FormField("") { node }]
  }
}
