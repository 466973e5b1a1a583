import Millrace

struct SliderPage: Component {
  @Local private var volume = 30
  @Local private var balance = 0.0

  var body: Node {
    Form(gap: 1) {
      FormField("Volume") { Slider($volume, in: 0...100, step: 5) }
      FormField("Balance") { Slider($balance, in: -1...1, step: 0.1, length: 21) }
      FormField("Fixed") { Slider(3, in: 0...10, step: 1) { _ in }.disabled() }
    }
  }
}
