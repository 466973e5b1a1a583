import Millrace

struct DialogPage: Component {
  @Local private var isAsking = false
  @Local private var answer = "No answer yet."

  var body: Node {
    Column(gap: 1, align: .start) {
      Button("Delete…") { isAsking = true }
      Text(answer)
      if isAsking {
        Dialog("Delete 3 items?", onClose: { close("Kept.") }) {
          Text("This cannot be undone.")
          Row(gap: 1, justify: .end) {
            Button("Cancel") { close("Kept.") }
            Button("Delete") { close("Deleted.") }
          }
        }
      }
    }
  }

  @MainActor private func close(_ answer: String) {
    self.answer = answer
    isAsking = false
  }
}
