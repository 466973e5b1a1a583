import Millrace

/// Samples of views whose rows are the items of a collection.
enum RowSamples {
  // sample: List
  struct Purchase: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
  }

  struct ShoppingList: Component {
    let items: IdentifiedList<Purchase>

    var body: Node {
      List(items) { item in Text(item.title) }.grow()
    }
  }
  // end

  // sample: RowsView, LinearRowsView, RowOptions, List
  struct ChosenList: Component {
    let items: IdentifiedList<Purchase>
    let open: @MainActor (Purchase) -> Void
    @Local var current: Purchase.ID?
    @Local var chosen: Set<Purchase.ID> = []

    var body: Node {
      List(items) { Text($0.title) }
        .current($current)
        .selection($chosen)
        .onActivate { open($0) }
        .grow()
    }
  }
  // end

  // sample: TableColumn, Table, TableWidth
  struct Price: Identifiable, Equatable, Sendable {
    let id: Int
    let name: String
    let cents: Int
  }

  struct Prices: Component {
    let prices: [Price]

    var body: Node {
      Table(
        prices,
        columns: [
          TableColumn("Name", width: .share(), sortedBy: \.name) { $0.name },
          TableColumn(
            "Cents", align: .trailing, number: { Double($0.cents) }, sortedBy: \.cents
          ) { "\($0.cents)" },
        ]
      ).grow()
    }
  }
  // end

  // sample: TableState, Table
  struct SortedPrices: Component {
    let prices: [Price]
    @Local var columns = TableState(sort: TableState.Order(column: "Cents", isDescending: true))

    var body: Node {
      Table(
        prices,
        columns: [
          TableColumn("Name", sortedBy: \.name) { $0.name },
          TableColumn("Cents", align: .trailing, sortedBy: \.cents) { "\($0.cents)" },
        ],
        state: $columns)
    }
  }
  // end

  static func export() {
    // sample: TableFormat, TableColumn
    func csv(of prices: [Price], _ state: TableState) async throws -> String {
      let columns: [TableColumn<Price>] = [
        TableColumn("Name", sortedBy: \.name) { $0.name },
        TableColumn("Cents", sortedBy: \.cents) { "\($0.cents)" },
      ]
      return try await TableColumn.export(prices, columns, state, as: .csv)
    }
    // end
  }

  // sample: TableColumn
  struct ConvertedPrices: Component {
    let prices: [Price]
    @Local var rate = 1.08  // a column cannot read it, but its value

    var body: Node {
      Table(
        prices,
        columns: [
          TableColumn("Name") { $0.name },
          TableColumn("Dollars", align: .trailing) { [rate] price in
            "\(Double(price.cents) / 100 * rate, format: .fixed(2))"
          },
        ])
    }
  }
  // end

  // sample: Tree, TreeChildren
  struct Chapter: Identifiable, Equatable, Sendable {
    let id: String
    var sections: [Chapter] = []
  }

  struct Contents: Component {
    let chapters: IdentifiedList<Chapter>
    @Local var open: Set<Chapter.ID> = []

    var body: Node {
      Tree(.known(chapters), text: \.id, open: $open) { chapter in
        chapter.sections.isEmpty ? .none : .known(IdentifiedList(chapter.sections))
      }
    }
  }
  // end

  // sample: TreeChildren
  struct Folder: Identifiable, Equatable, Sendable {
    let id: String
    var isFile = false
  }

  struct RemoteFiles: Component {
    let top: IdentifiedList<Folder>
    let list: @Sendable (Folder) async throws -> [Folder]

    var body: Node {
      Tree(.known(top), text: \.id) { [list] folder in
        folder.isFile ? .none : .load { try await list(folder) }
      }
    }
  }
  // end

  // sample: LazyGrid
  struct Photo: Identifiable, Equatable, Sendable {
    let id: Int
    let title: String
  }

  struct Album: Component {
    let photos: [Photo]
    @Local var chosen: Set<Photo.ID> = []

    var body: Node {
      LazyGrid(photos, cellWidth: 12) { photo in Text(photo.title).truncate() }
        .selection($chosen)
    }
  }
  // end

  // sample: Log, LogLines, LogLine, LogFilter
  struct Requests: Component {
    let lines: LogLines
    @Local var query = ""

    var body: Node {
      Column {
        TextField($query, placeholder: "all lines").shrink(0)
        Log(lines, label: "Requests", filter: query.isEmpty ? nil : .text(query))
      }
      .grow()
    }
  }
  // end

  static func logLines() -> LogLines {
    // sample: LogLines, LogLine
    var lines = LogLines(maximumCount: 10_000)
    lines.append("GET /items 200")
    lines.append("GET /items/7 404")
    precondition(lines.last?.text == "GET /items/7 404" && lines.last?.id == 1)
    // end
    return lines
  }

  static func filters() -> [LogFilter] {
    // sample: LogFilter
    let failures = LogFilter.lines("failures") { $0.hasSuffix("404") || $0.hasSuffix("500") }
    // end
    return [failures]
  }
}

@MainActor let rowScreens: [ScreenSample] = [
  ScreenSample("List", columns: 30, rows: 3, keys: [.tab, .down]) {
    RowSamples.ShoppingList(items: purchases)
  },
  ScreenSample("RowsView", columns: 30, rows: 3, keys: [.tab, .space, .down, .down, .space]) {
    RowSamples.ChosenList(items: purchases) { _ in }
  },
  ScreenSample("Table", columns: 36, rows: 6, keys: [.tab, .down]) {
    RowSamples.Prices(prices: prices)
  },
  ScreenSample("TableState", columns: 36, rows: 5) { RowSamples.SortedPrices(prices: prices) },
  ScreenSample("Tree", columns: 30, rows: 5, keys: [.tab, .right, .down]) {
    RowSamples.Contents(chapters: [
      RowSamples.Chapter(
        id: "Bread", sections: [RowSamples.Chapter(id: "Dough"), RowSamples.Chapter(id: "Oven")]),
      RowSamples.Chapter(id: "Cakes", sections: [RowSamples.Chapter(id: "Icing")]),
    ])
  },
  ScreenSample("LazyGrid", columns: 40, rows: 3, keys: [.tab, .right, .space]) {
    RowSamples.Album(
      photos: ["Lisbon", "Porto", "Sintra", "Faro", "Évora"].enumerated()
        .map { RowSamples.Photo(id: $0, title: $1) })
  },
  ScreenSample("Log", columns: 40, rows: 5) {
    RowSamples.Requests(
      lines: LogLines(
        (1...20).map { "\u{1B}[32mGET\u{1B}[0m /items/\($0) \($0 % 7 == 0 ? 404 : 200)" }))
  },
]

private let purchases: IdentifiedList<RowSamples.Purchase> = [
  RowSamples.Purchase(id: 1, title: "Bread"), RowSamples.Purchase(id: 2, title: "Olives"),
  RowSamples.Purchase(id: 3, title: "Coffee"),
]

private let prices = [
  RowSamples.Price(id: 1, name: "Bread", cents: 420),
  RowSamples.Price(id: 2, name: "Olives", cents: 650),
  RowSamples.Price(id: 3, name: "Coffee", cents: 590),
]
