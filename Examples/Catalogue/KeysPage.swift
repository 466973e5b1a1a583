import Millrace

struct KeysPage: Component {
  @Local private var count = 0

  var body: Node {
    Column(gap: 1, align: .start) {
      Text(
        "The last line shows the keys of the focused element; ? shows all keys. After g, it shows the keys that can follow."
      )
      Text("Count: \(count)").focusable().focusStyle(Style(attributes: .inverse))
        .keys("Counter") {
          Bind("+", "More") { count += 1 }
          Bind("-", "Less", isEnabled: count > 0) { count -= 1 }
          Bind("g g", "To 0") { count = 0 }
          Bind("g h", "To 100") { count = 100 }
        }
    }
  }
}
