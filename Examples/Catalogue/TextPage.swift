import Millrace

struct TextPage: Component {
  var body: Node {
    Column(gap: 1) {
      Text("A text is wrapped at words, wherever its box ends.")
      Text("This text is truncated to one line.")
        .truncate()
      Text {
        "Spans look "
        TextSpan("different").bold()
        ", or "
        TextSpan("lead somewhere").link("https://example.org")
        "."
      }
      Text("Failures stand out.").style(\.danger)
    }
  }
}
