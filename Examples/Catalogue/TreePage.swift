import Millrace

/// A tree with children from the state, and children that are loaded. One load fails the first
/// time.
struct TreePage: Component {
  struct Item: Identifiable, Equatable, Sendable {
    let id: String
    var parts: [Item] = []
    var isFar = false
  }

  private static let items: IdentifiedList<Item> = [
    Item(
      id: "Metazoa",
      parts: [
        Item(id: "Chordata", parts: [Item(id: "Aves"), Item(id: "Mammalia")]),
        Item(id: "Arthropoda", parts: [Item(id: "Insecta"), Item(id: "Arachnida")]),
      ]),
    Item(id: "Plantae", parts: [Item(id: "Bryophyta"), Item(id: "Tracheophyta")]),
    Item(id: "Fungi", isFar: true),
    Item(id: "Archaea", isFar: true),
  ]

  private struct Unreachable: Error, CustomStringConvertible { let description = "No answer" }

  @Local private var open: Set<String> = ["Metazoa"]
  @Local private var selection: Set<String> = []
  @Local private var line = Line()

  /// A simulated connection, whose first use fails.
  @MainActor private final class Line {
    private var isBroken = true
    nonisolated init() {}

    func use() throws {
      defer { isBroken = false }
      if isBroken { throw Unreachable() }
    }
  }

  var body: Node {
    let line = line
    return Column {
      Tree(
        .known(Self.items), text: \.id, open: $open, findsByTyping: true,
        children: { item in
          guard item.isFar else { return .known(IdentifiedList(item.parts)) }
          return .load {
            try await Task.sleep(for: .seconds(1))
            if item.id == "Archaea" { try await line.use() }
            return ["A", "B", "C"].map { Item(id: "\(item.id) \($0)") }
          }
        }
      )
      .selection($selection)
      Text("\(selection.count) selected: arrows, * opens all siblings, Space selects.")
        .truncate().style(\.muted).shrink(0)
    }
    .grow()
  }
}
