import Millrace

struct RadioPage: Component {
  @Local private var plan = "Free"
  @Local private var size = 2

  var body: Node {
    Column(gap: 1) {
      Radio(
        ["Free", "Team", "Company", "Retired"], selection: $plan, isEnabled: { $0 != "Retired" }
      ) { $0 }
      Radio([1, 2, 4, 8], selection: $size, direction: .horizontal) { "\($0) GB" }
      Text("Chosen: \(plan), \(size) GB")
    }
  }
}
