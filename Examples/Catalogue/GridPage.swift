import Millrace

struct GridPage: Component {
  struct Letter: Identifiable, Equatable, Sendable {
    let id: UInt32
    var text: String { Unicode.Scalar(id).map { "\($0)" } ?? "" }
  }

  private static let letters = (0x391...0x3A9).filter { $0 != 0x3A2 }.map { Letter(id: $0) }

  @Local private var name = ""
  @Local private var current: UInt32?
  @Local private var selection: Set<UInt32> = []

  var body: Node {
    Column(gap: 1) {
      Grid(columns: [.content, .share(), .cells(10)], gap: 1) {
        Text("Name")
        TextField($name, placeholder: "a part of the space")
        Text("ten cells").truncate()
        Text("Chosen")
        GridCell(columns: 2) {
          Text("\(selection.count) of \(Self.letters.count)").truncate()
        }
      }
      .shrink(0)
      LazyGrid(Self.letters, cellWidth: 6) { letter in
        Text(letter.text)
      }
      .current($current).selection($selection)
    }
    .grow()
  }
}
