import MillraceLayout
import MillraceRender

/// A step of a ``Wizard``: a title and the fields of a form.
public struct WizardStep {
  let title: String
  let fields: [FormField]

  /// - Parameters:
  ///   - title: shown above the fields.
  ///   - fields: the rows of a ``Form``. The step is complete when no field has an error.
  public init(_ title: String, @FormBuilder fields: () throws -> [FormField]) rethrows {
    self.title = title
    self.fields = try fields()
  }

  var mistake: Int? { fields.firstIndex { $0.isError } }
}

/// A form in several steps.
///
/// ```swift
/// Wizard(step: $step, onFinish: { create(name, plan) }) {
///   WizardStep("Account") {
///     FormField("Name", error: name.isEmpty ? "needed" : nil) { TextField($name) }
///   }
///   WizardStep("Plan") { Radio(["Free", "Team"], selection: $plan) { $0 } }
/// }
/// ```
/// It shows the title of the step, its position such as `2 of 4`, the fields, and buttons. Next
/// continues only if the step has no errors; otherwise it shows the errors, which were hidden until
/// then, and focuses the first field with an error. Back works even if the step has errors, and
/// loses no values, because the program owns them. The keys of Next are Ctrl-N, and Enter if the
/// focused control does not handle it; the key of Back is Ctrl-P; Escape cancels. The bindings are
/// named `wizard.next`, `wizard.back` and `cancel`. In plain-text output, it shows the step without
/// buttons.
public struct Wizard: Component {
  private let step: Int
  private let onStep: @MainActor (Int) throws -> Void
  private let onFinish: @MainActor () throws -> Void
  private let onCancel: (@MainActor () throws -> Void)?
  private let steps: [WizardStep]
  /// The index of the step whose errors are shown; nil at first, and after Back or Next has changed
  /// the step.
  @Local private var stepShowingErrors: Int?
  /// The number of times Next found errors.
  @Local private var failedAttempts = 0
  @Local private var field = FocusHandle()
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - step: the index of the current step, from 0. The wizard does not store it.
  ///   - onStep: called with the index of the step to show next. The program stores the index and
  ///     passes it as `step`.
  ///   - onFinish: called by Next in the last step, if it has no errors.
  ///   - onCancel: called on Escape.
  ///   - steps: the steps, in order. A step that does not apply may be left out.
  public init(
    step: Int, onStep: @escaping @MainActor (Int) throws -> Void,
    onFinish: @escaping @MainActor () throws -> Void,
    onCancel: (@MainActor () throws -> Void)? = nil,
    @WizardBuilder steps: () throws -> [WizardStep]
  ) rethrows {
    (self.step, self.onStep, self.onFinish, self.onCancel) = (step, onStep, onFinish, onCancel)
    self.steps = try steps()
  }

  /// - Parameters:
  ///   - step: the index of the current step, from 0.
  ///   - onFinish: called by Next in the last step, if it has no errors.
  ///   - onCancel: called on Escape.
  ///   - steps: the steps, in order. A step that does not apply may be left out.
  @MainActor public init(
    step: Binding<Int>, onFinish: @escaping @MainActor () throws -> Void,
    onCancel: (@MainActor () throws -> Void)? = nil,
    @WizardBuilder steps: () throws -> [WizardStep]
  ) rethrows {
    try self.init(
      step: step.wrappedValue, onStep: { step.wrappedValue = $0 }, onFinish: onFinish,
      onCancel: onCancel, steps: steps)
  }

  public var body: Node {
    guard !steps.isEmpty else { return .empty }
    // The number of steps may have decreased.
    let index = min(max(0, step), steps.count - 1)
    let shown = steps[index]
    let (isFirst, isLast) = (index == 0, index == steps.count - 1)
    return Column(gap: 1) {
      Row(gap: 2) {
        Text(shown.title).truncate().style(theme.accent)
        Text("\(index + 1) of \(steps.count)").style(theme.muted).shrink(0)
      }
      .semantics(.heading)
      Form { for field in fields(of: shown, showsErrors: stepShowingErrors == index) { field } }
        .key(index)
      Row(gap: 1, justify: .end) {
        Button("Back") { try move(to: index - 1) }.disabled(isFirst)
        Button(isLast ? "Finish" : "Next") { try advance(from: index) }
      }
    }
    // Runs after the update, when the new step's fields exist and the focus handle is attached to
    // the field to focus.
    .onChange(of: [index, failedAttempts]) { _, _ in field.focus() }
    .semantics(.form, shown.title, value: "\(index + 1) of \(steps.count)")
    .keys("Steps") {
      Bind(
        ["enter", "ctrl+n"], isLast ? "Finish" : "Next", name: "wizard.next",
        isEnabled: isEnabled
      ) { try advance(from: index) }
      Bind("ctrl+p", "Back", name: "wizard.back", isEnabled: isEnabled && !isFirst) {
        try move(to: index - 1)
      }
      if let onCancel { Bind(.escape, "Cancel", name: "cancel", action: onCancel) }
    }
  }

  /// The fields of a step, with the focus handle attached to the field to focus next.
  @MainActor private func fields(of step: WizardStep, showsErrors: Bool) -> [FormField] {
    let next = showsErrors ? step.mistake ?? 0 : 0
    return step.fields.enumerated().map { index, field in
      var field = field
      if !showsErrors { field.error = nil }
      // The content may be several nodes, and the first need not be a control: a column makes one
      // node of them.
      field.content = Column { field.content }.focus(index == next ? self.field : nil)
      return field
    }
  }

  @MainActor private func advance(from index: Int) throws {
    guard steps[index].mistake == nil else {
      stepShowingErrors = index
      failedAttempts += 1
      return
    }
    if index == steps.count - 1 { try onFinish() } else { try move(to: index + 1) }
  }

  @MainActor private func move(to index: Int) throws {
    stepShowingErrors = nil
    try onStep(index)
  }
}

/// Builds the steps of a ``Wizard`` from statements: steps, `if`, `switch`, `for`.
@resultBuilder
public enum WizardBuilder: PartsBuilder {
  public typealias Part = WizardStep
}
