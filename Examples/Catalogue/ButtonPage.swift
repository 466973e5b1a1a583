import Millrace

struct ButtonPage: Component {
  @Local private var presses = 0
  @Local private var isOn = false

  var body: Node {
    Column(gap: 1, align: .start) {
      Button("Press") { presses += 1 }
      Text("Pressed \(presses) times")
      Row(gap: 1) {
        Checkbox(isOn) { isOn.toggle() }
        Text(isOn ? "On" : "Off")
      }
    }
  }
}
