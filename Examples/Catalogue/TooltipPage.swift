import Millrace

struct TooltipPage: Component {
  @Local private var playsSound = false

  var body: Node {
    Column(gap: 2, align: .start) {
      Text("Hover over a control, or focus it.")
      Row(gap: 2) {
        Button("Send") {}.tooltip("Sends the mail to all its readers")
        Row { Switch($playsSound) }.tooltip("Plays a sound when the mail is sent")
      }
    }
  }
}
