import Millrace

struct ToastPage: Component {
  @Environment(\.toaster) private var toaster

  var body: Node {
    Row(gap: 1) {
      Button("Save") { toaster.show("Saved") }
      Button("Fail") { toaster.show("The disk is full", role: .danger) }
    }
  }
}
