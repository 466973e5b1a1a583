import Millrace

struct SpinnerPage: Component {
  @Local private var isLoading = true

  var body: Node {
    Column(gap: 1, align: .start) {
      if isLoading { Spinner("Loading") } else { Text("Loaded") }
      Spinner("Without motion").environment(\.reducesMotion, true)
      Button(isLoading ? "Stop" : "Again") { isLoading.toggle() }
    }
  }
}
