import Millrace

struct ScrollPage: Component {
  var body: Node {
    ScrollView {
      for line in 1...50 { Text("Line \(line) of 50, all of which exist").key(line) }
    }
    .grow()
  }
}
