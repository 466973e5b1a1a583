import Millrace

struct NumberPage: Component {
  @Local private var rooms = 3
  @Local private var price = 9.5

  var body: Node {
    Column(gap: 1) {
      Form {
        FormField("Rooms", hint: "1 to 12") { NumberField($rooms, in: 1...12) }
        FormField("Price") { NumberField($price, in: 0...1000, step: 0.5) }
        FormField("In German") { NumberField($price, step: 0.5).environment(\.locale, "de_DE") }
      }
      Text("\(rooms) rooms cost \(Double(rooms) * price).")
    }
  }
}
