import Millrace

struct SwitchPage: Component {
  @Local private var isAirplane = false
  @Local private var isWireless = true
  @Local private var unread = 7

  var body: Node {
    Column(gap: 1, align: .start) {
      Form {
        FormField("Airplane mode") { Row { Switch($isAirplane) } }
        FormField("Wireless", hint: isAirplane ? "off in airplane mode" : nil) {
          Row { Switch($isWireless) }.disabled(isAirplane)
        }
      }
      Row(gap: 1) {
        Text("Unread")
        Badge(unread, max: 20)
        Button("More") { unread *= 2 }
        Button("None") { unread = 0 }
      }
    }
  }
}
