import Millrace

struct SelectPage: Component {
  @Local private var planet = "Earth"
  private let planets = ["Venus", "Earth", "Mars", "Jupiter", "Saturn", "Neptune", "Pluto"]

  var body: Node {
    Column(gap: 1, align: .start) {
      Row(gap: 1) {
        Text("Planet")
        Select(planets, selection: $planet) { $0 }
      }
      Text(planet == "Pluto" ? "It was a planet until 2006." : "It is a planet.")
    }
  }
}
