import Millrace

/// A menu bar, a menu button and a context menu. The keys of the menus also work while the menus
/// are closed.
struct MenuPage: Component {
  @Local private var done = "Nothing is done yet."
  @Local private var isWrapping = true
  @Local private var lines = 3

  var body: Node {
    MenuBar([file, view]) {
      Column(gap: 1, align: .start) {
        Row(gap: 1) {
          Text("\(lines) lines\(isWrapping ? ", wrapped" : "")").focusable()
            .focusStyle(Style(attributes: .inverse))
            .contextMenu("Lines") {
              Bind("+", "Add a line") { lines += 1 }
              Bind("-", "Remove a line", isEnabled: lines > 0) { lines -= 1 }
            }
          Menu("Lines") { Bind([], "None", isEnabled: lines > 0) { lines = 0 } }
        }
        Text(done)
        Text("F10, Alt-F and Alt-V open the menus; a right click on the lines opens theirs.")
          .style(\.muted)
      }
      .margin(vertical: 1)
    }
  }

  @MainActor private var file: Menu {
    Menu("File") {
      Bind("ctrl+n", "New") { done = "New." }
      Bind("ctrl+x ctrl+s", "Save") { done = "Saved." }
      Divider()
      Menu("Export") {
        Bind([], "as text") { done = "Exported as text." }
        Bind([], "as JSON") { done = "Exported as JSON." }
      }
    }
  }

  @MainActor private var view: Menu {
    Menu("View") {
      Bind("w", "Wrap lines") { isWrapping.toggle() }.checked(isWrapping)
      Bind([], "Zoom", isEnabled: false) {}
    }
  }
}
