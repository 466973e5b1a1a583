import Millrace

struct ScrollPage: Component {
  var body: Node {
    ScrollView {
      for line in 1...50 { Text("Line \(line) of 50, all in the tree").key(line) }
    }
    .grow()
  }
}
