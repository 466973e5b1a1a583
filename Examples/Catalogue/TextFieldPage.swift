import Millrace

/// Text fields: one with completion and one that is disabled.
struct TextFieldPage: Component {
  @Local private var name = "Ada Lovelace"
  @Local private var task = ""
  private let projects = ["+garden", "+home", "+homework", "+travel"]

  var body: Node {
    Column(gap: 1) {
      TextField($name, placeholder: "Name")
      TextField($task, placeholder: "A task: + begins a project", completions: { complete($0) })
      TextField("This one is disabled", onChange: { _ in }).disabled()
      Text("Shift with arrows selects, Ctrl-W kills a word, Ctrl-Y brings it back, Ctrl-_ undoes.")
        .style(\.muted)
    }
  }

  private func complete(_ before: String) -> [Completion] {
    guard let word = before.split(separator: " ", omittingEmptySubsequences: false).last,
      word.hasPrefix("+")
    else { return [] }
    return projects.filter { $0.hasPrefix(word) }.map { Completion($0, replacing: String(word)) }
  }
}
