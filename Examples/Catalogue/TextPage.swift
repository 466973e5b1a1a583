import Millrace

struct TextPage: Component {
  var body: Node {
    Column(gap: 1) {
      Text("A text is wrapped at words, wherever its box ends.")
      Text("This one is cut where there is no more room for it, and has no second line.")
        .truncate()
      Text {
        "Spans look "
        TextSpan("different").bold()
        ", or "
        TextSpan("lead somewhere").link("https://example.org")
        "."
      }
      Text("What failed stands out.").style(\.danger)
    }
  }
}
