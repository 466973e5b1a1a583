import Millrace

struct ProgressPage: Component {
  @Local var done = 3
  let total = 8

  @MainActor func change(_ by: Int) { done = min(total, max(0, done + by)) }
}

struct SpinnerPage: Component {
  @Local var isLoading = true

  @MainActor var title: String { isLoading ? "Stop" : "Again" }
  @MainActor var withoutMotion: Node {
    Spinner("Without motion").environment(\.reducesMotion, true)
  }

  @MainActor func toggle() { isLoading.toggle() }
}

struct DialogPage: Component {
  @Local var isAsking = false
  @Local var answer = "No answer yet."

  @MainActor func ask() { isAsking = true }

  @MainActor func close(_ answer: String) {
    self.answer = answer
    isAsking = false
  }
}

struct ToastPage: Component {
  @Environment(\.toaster) var toaster

  @MainActor func save() { toaster.show("Saved") }
  @MainActor func fail() { toaster.show("The disk is full", role: .danger) }
}
