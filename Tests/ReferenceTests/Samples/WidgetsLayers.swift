import Millrace

/// Samples of content above the rest of the screen.
enum LayerSamples {
  // sample: Dialog
  struct Cart: Component {
    @Local var count = 3
    @Local var isAsking = false

    var body: Node {
      Button("Empty the cart") { isAsking = true }
      if isAsking {
        Dialog("Delete \(count) items?", onClose: { isAsking = false }) {
          Text("This cannot be undone.")
          Row(gap: 1, justify: .end) {
            Button("Cancel") { isAsking = false }
            Button("Delete") { (count, isAsking) = (0, false) }
          }
        }
      }
    }
  }
  // end

  // sample: Toaster
  struct SaveButton: Component {
    @Environment(\.toaster) var toaster
    let save: @MainActor () throws -> Void

    var body: Node {
      Button("Save") {
        do {
          try save()
          toaster.show("Saved")
        } catch {
          toaster.show("Not saved: \(error)", role: .danger)
        }
      }
    }
  }
  // end

  // sample: Toasts, Toast
  struct Mailbox: Component {
    let notices: [Toast]  // in the state of the program

    var body: Node {
      Text("Inbox")
      Toasts(notices)
    }
  }
  // end

  // sample: NodeConvertible
  struct More: Component {
    @Local var isOpen = false
    let copy: @MainActor () -> Void
    let rename: @MainActor () -> Void

    var body: Node {
      Button("More…") { isOpen = true }
        .popover(isOpen, onClose: { isOpen = false }) {
          Button("Copy") { copy() }.autofocus()
          Button("Rename") { rename() }
        }
    }
  }
  // end

  // sample: NodeConvertible
  struct Send: Component {
    var body: Node {
      Button("Send") { print("sent") }.tooltip("Sends the mail to all its readers")
    }
  }
  // end
}

@MainActor let layerScreens: [ScreenSample] = [
  ScreenSample("Dialog", columns: 44, rows: 10, keys: [.tab, .enter]) { LayerSamples.Cart() },
  ScreenSample("Toaster", columns: 40, rows: 7, keys: [.tab, .enter]) {
    LayerSamples.SaveButton {}
  },
  ScreenSample("Toasts", columns: 40, rows: 9) {
    LayerSamples.Mailbox(notices: [
      Toast(id: 1, "Two new messages"), Toast(id: 2, "The server is full", role: .danger),
    ])
  },
]
