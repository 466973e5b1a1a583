import Millrace

@testable import catalogue

// State and functions of the catalogue's pages. Their bodies are markup.

struct TextPage: Component {}

struct ButtonPage: Component {
  @Local var presses = 0
  @Local var isOn = false

  @MainActor var title: String { isOn ? "On" : "Off" }

  @MainActor func press() { presses += 1 }
  @MainActor func toggle() { isOn.toggle() }
}

struct TextFieldPage: Component {
  @Local var name = "Ada Lovelace"
  @Local var task = ""
  let projects = ["+garden", "+home", "+homework", "+travel"]

  @MainActor var taskField: TextField {
    TextField($task, placeholder: "A task: + begins a project", completions: { complete($0) })
  }

  @MainActor func ignore(_ text: String) {}

  private func complete(_ before: String) -> [Completion] {
    guard let word = before.split(separator: " ", omittingEmptySubsequences: false).last,
      word.hasPrefix("+")
    else { return [] }
    return projects.filter { $0.hasPrefix(word) }.map { Completion($0, replacing: String(word)) }
  }
}

struct FormPage: Component {
  @Local var title = ""
  @Local var due = ""
  @Local var isUrgent = false
  @Local var isLocked = false
  @Local var saved = "Nothing is saved."

  @MainActor var titleError: String? { title.isEmpty ? "needed" : nil }

  @MainActor func clear() { title = "" }
  @MainActor func toggleUrgent() { isUrgent.toggle() }
  @MainActor func toggleLocked() { isLocked.toggle() }

  @MainActor func save() {
    guard !title.isEmpty else { return }
    saved = "Saved: \(title)\(isUrgent ? "!" : "") \(due)"
  }
}
