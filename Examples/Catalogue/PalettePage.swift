import Millrace

/// The commands of a page, searchable by parts of their names: `d a` finds “Delete all”.
struct PalettePage: Component {
  @Local private var isSearching = false
  @Local private var pages = 3
  @Local private var last = "Press ctrl+p"

  var body: Node {
    Column(gap: 1) {
      Text("\(pages) pages")
      Text(last).style(\.muted)
      Button("Commands") { isSearching = true }
      Palette(isSearching) { isSearching = false }
    }
    .keys("Pages") {
      Bind("n", "New page") { change("New page", to: pages + 1) }
      Bind(["d", "delete"], "Delete page", isEnabled: pages > 0) {
        change("Delete page", to: pages - 1)
      }
      // A binding without a key is available in the palette only.
      Bind([], "Delete all pages", isEnabled: pages > 0) { change("Delete all pages", to: 0) }
    }
    .keys { Bind("ctrl+p", "Commands") { isSearching = true } }
  }

  @MainActor private func change(_ title: String, to count: Int) {
    (last, pages) = (title, count)
  }
}
