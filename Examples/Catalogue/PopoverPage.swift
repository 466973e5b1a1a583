import Millrace

struct PopoverPage: Component {
  @Local private var isOpen = false
  @Local private var done = "Nothing is done yet."

  var body: Node {
    Column(gap: 1, align: .start) {
      Button("More…") { isOpen = true }
        .popover(isOpen, onClose: { isOpen = false }) {
          Button("Copy") { end("Copied.") }.autofocus()
          Button("Rename") { end("Renamed.") }
        }
      Text(done)
    }
  }

  @MainActor private func end(_ done: String) {
    self.done = done
    isOpen = false
  }
}
