import Millrace

/// A form with an error message, which can be disabled. If the form is narrow, its labels are above
/// the fields.
struct FormPage: Component {
  @Local private var title = ""
  @Local private var due = ""
  @Local private var isUrgent = false
  @Local private var isLocked = false
  @Local private var saved = "Nothing is saved."

  var body: Node {
    Column(gap: 1) {
      Form(onSubmit: { save() }, onCancel: { title = "" }) {
        FormField("Title", error: title.isEmpty ? "needed" : nil) { TextField($title) }
        FormField("Due", hint: "fri, in 3 days") { TextField($due) }
        FormField("Urgent") { Checkbox(isUrgent) { isUrgent.toggle() } }
        Button("Save") { save() }
      }
      .disabled(isLocked)
      Row(gap: 1) {
        Checkbox(isLocked) { isLocked.toggle() }
        Text("Disabled")
      }
      Text(saved).style(\.muted)
    }
  }

  @MainActor private func save() {
    guard !title.isEmpty else { return }
    saved = "Saved: \(title)\(isUrgent ? "!" : "") \(due)"
  }
}
