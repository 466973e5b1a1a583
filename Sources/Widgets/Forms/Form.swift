import MillraceLayout
import MillraceRender

/// A form: a column of labels and a column of controls.
///
/// ```swift
/// Form(onSubmit: { save(title) }, onCancel: { close() }) {
///   FormField("Title", error: title.isEmpty ? "needed" : nil) { TextField($title) }
///   FormField("Due", hint: "fri, in 3 days") { TextField($due) }
///   Button("Save") { save(title) }
/// }
/// ```
///
/// Tab moves between controls, and so do arrows that a control does not handle. In a form narrower
/// than 40 columns, labels are above their controls. A form that is
/// ``NodeConvertible/disabled(_:)`` cannot be submitted, but it can be cancelled.
///
/// A form is as tall as its rows, and does not scroll. If there may be too few lines for it, put it
/// into a ``ScrollView``, which scrolls to the control that gets the focus; a ``Dialog`` scrolls by
/// itself.
public struct Form: LiveComponent {
  private let gap: Length
  private let onSubmit: (@MainActor () throws -> Void)?
  private let onCancel: (@MainActor () throws -> Void)?
  private let fields: [FormField]
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - gap: lines between rows.
  ///   - onSubmit: called on Ctrl-S, a binding named `submit`.
  ///   - onCancel: called on Escape, a binding named `cancel`.
  ///   - fields: the rows.
  public init<Failure: Error>(
    gap: Length = 0, onSubmit: (@MainActor () throws -> Void)? = nil,
    onCancel: (@MainActor () throws -> Void)? = nil,
    @FormBuilder fields: () throws(Failure) -> [FormField]
  ) throws(Failure) {
    self.gap = gap
    self.onSubmit = onSubmit
    self.onCancel = onCancel
    self.fields = try fields()
  }

  public func body(in context: RenderContext) -> Node {
    let widest = fields.map { context.columns(of: $0.label) }.max() ?? 0
    // Labels get at most half of the width, so that there is space for the controls.
    return SizeReader(initialSize: CellSize(width: 80, height: 24)) { size in
      rows(labelWidth: size.width < 40 ? nil : min(widest, size.width / 2))
    }
    .keys {
      if let onSubmit {
        Bind("ctrl+s", "Save", name: "submit", isEnabled: isEnabled, action: onSubmit)
      }
      if let onCancel { Bind(.escape, "Cancel", name: "cancel", action: onCancel) }
    }
  }

  /// - Parameter labelWidth: the width of the column of labels; nil places labels above their
  ///   controls.
  @MainActor private func rows(labelWidth: Int?) -> Node {
    var seen: [String: Int] = [:]
    let rows = fields.map { field in
      seen[field.label, default: 0] += 1
      let label = Text(field.label).truncate().style(isEnabled ? Style() : theme.muted)
        .width(labelWidth.map { .cells(Double($0)) } ?? .auto).shrink(0)
        .hidden(labelWidth == nil && field.label.isEmpty)
      let control = Column {
        field.content
        if let message = field.message {
          Text(message).style(field.isError ? theme.danger : theme.muted)
        }
      }.grow()
      // A row and a column are the same kind of container, so controls keep their state when the
      // direction changes.
      let parts = Node.fragment([label, control])
      let row = labelWidth == nil ? Column { parts }.node : Row(gap: 2) { parts }.node
      return row.semantics(.group, states: field.isError ? .invalid : [])
        .key("\(field.label) \(seen[field.label] ?? 0)")
    }
    return Column {
      // Sets a minimum width, because otherwise a dialog would be as narrow as its empty fields.
      Row {}.width(44).height(0)
      Column(gap: gap) { Node.fragment(rows) }
    }
    .semantics(.form)
  }
}
