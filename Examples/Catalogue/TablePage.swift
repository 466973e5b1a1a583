import Millrace

struct TablePage: Component {
  struct City: Identifiable, Equatable, Sendable {
    let id: Int
    let name: String
    let country: String
    let people: Int
  }

  private static let cities = [
    ("Tokyo", "Japan", 37_036_200), ("Delhi", "India", 34_665_600),
    ("Shanghai", "China", 30_482_100), ("Dhaka", "Bangladesh", 24_652_900),
    ("Cairo", "Egypt", 23_074_200), ("São Paulo", "Brazil", 22_990_000),
    ("Ciudad de México", "Mexico", 22_752_400), ("Beijing", "China", 22_596_500),
    ("Mumbai", "India", 22_089_000), ("大阪", "Japan", 18_921_600),
  ].enumerated().map { City(id: $0, name: $1.0, country: $1.1, people: $1.2) }

  @Local private var selection: Set<Int> = []

  var body: Node {
    Column {
      Table(
        Self.cities,
        columns: [
          TableColumn("City", sortedBy: \.name) { $0.name },
          TableColumn("Country", width: .share(), sortedBy: \.country) { $0.country },
          TableColumn(
            "People", align: .trailing, number: { Double($0.people) }, sortedBy: \.people
          ) { "\($0.people)" },
        ]
      )
      .selection($selection)
      Text("\(selection.count) selected: arrows, alt+s sorts, the header takes clicks and drags.")
        .style(\.muted).truncate().shrink(0)
    }
    .grow()
  }
}
