import Millrace

// The program of the article "Tables". `TablesSampleTests` runs it.

struct Product: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
  var price: Double
  var stock: Int
}

struct Warehouse: Equatable, Sendable {
  var products = IdentifiedList<Product>()
  var low = 5
}

enum WarehouseAction: Equatable, Sendable {
  case setStock(Product.ID, Int)
  case remove(Set<Product.ID>)
}

let warehouse = Reducer<Warehouse, WarehouseAction> { state, action in
  switch action {
  case .setStock(let id, let stock): state.products[id: id]?.stock = stock
  case .remove(let ids): for id in ids { state.products.remove(id: id) }
  }
}

struct ProductTable: Component {
  let state: Warehouse
  let dispatch: Dispatcher<WarehouseAction>
  @Local var chosen: Set<Product.ID> = []
  @Local var columns = TableState()
  @Local var edited: Product?
  @Environment(\.theme) var theme

  var body: Node {
    let (low, danger) = (state.low, theme.danger)
    Table(
      state.products,
      columns: [
        TableColumn("Product", width: .share(min: 12), sortedBy: \.name) { $0.name },
        TableColumn("Price", align: .trailing, sortedBy: \.price) { priceText($0.price) },
        TableColumn(
          "Left", align: .trailing, style: { $0.stock < low ? danger : Style() },
          number: { Double($0.stock) }, sortedBy: \.stock
        ) { "\($0.stock)" },
      ], state: $columns
    )
    .selection($chosen)
    .onActivate { edited = $0 }
    .keys("Products") {
      Bind("d", "Delete", isEnabled: !chosen.isEmpty) {
        dispatch(.remove(chosen))
        chosen = []
      }
    }
    KeyHints()
    if let product = edited {
      Dialog(product.name, onClose: { edited = nil }) {
        NumberField(product.stock, in: 0...9_999) { edited?.stock = $0 }.onKey { key in
          guard key == .enter, let edited else { return false }
          dispatch(.setStock(edited.id, edited.stock))
          self.edited = nil
          return true
        }
      }
    }
  }
}

func priceText(_ price: Double) -> String {
  let cents = Int((price * 100).rounded())
  return "\(cents / 100).\(cents % 100 / 10)\(cents % 10)"
}

@MainActor
func warehouseApp(
  _ store: Store<Warehouse, WarehouseAction>
) -> TerminalApp<Warehouse, WarehouseAction> {
  TerminalApp(store) { state, dispatch in ProductTable(state: state, dispatch: dispatch) }
}

struct Squares: Equatable, RandomAccessCollection, Sendable {
  struct Row: Identifiable, Sendable { let id: Int }

  let startIndex = 0
  let endIndex = 1_000_000

  subscript(index: Int) -> Row { Row(id: index) }
}

@MainActor
func squareTable() -> Node {
  Table(
    Squares(),
    columns: [
      TableColumn("Number", align: .trailing) { "\($0.id)" },
      TableColumn("Square", align: .trailing, sortedBy: { $0.id * $0.id }) { "\($0.id * $0.id)" },
    ]
  ).node
}

struct PriceSheet: Component {
  let products: IdentifiedList<Product>
  @Local var current: Product.ID?
  @Local var cell: Set<String> = []

  var body: Node {
    Table(
      products,
      columns: [
        TableColumn("Product") { $0.name },
        TableColumn("Price", align: .trailing) { priceText($0.price) },
      ], selectsCells: true, selectedColumns: $cell
    )
    .current($current)
    Text("\(cell.sorted().joined(separator: ", ")) of \(current ?? 0)")
  }
}

func exportSample(_ products: [Product], _ columns: [TableColumn<Product>]) async throws -> String {
  try await TableColumn.export(products, columns, as: .csv)
}
