import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("The program of the article about tables")
struct TablesSampleTests {
  private func stage() throws -> (TestStage, Store<Warehouse, WarehouseAction>) {
    let state = Warehouse(products: [
      Product(id: 1, name: "Flour", price: 1.2, stock: 40),
      Product(id: 2, name: "Yeast", price: 0.35, stock: 3),
      Product(id: 3, name: "Barley", price: 2, stock: 12),
    ])
    let store = Store(initial: state, reducer: warehouse)
    return (try TestStage(warehouseApp(store), columns: 34, rows: 7), store)
  }

  @Test("Alt-S sorts by the current column, and the footer has the sum")
  func sorts() throws {
    let (stage, _) = try stage()
    stage.terminal.send(Key.character("s").with(.alt))
    stage.settle()
    // The screen of the article.
    #expect(
      stage.rows == [
        "  Product ▲         Price    Left",
        "  Barley             2.00      12│",
        "› Flour              1.20      40│",
        "  Yeast              0.35       3│",
        "                                 │",
        "                               55",
      ])
  }

  @Test("Space selects, and d deletes the selection")
  func deletes() throws {
    let (stage, store) = try stage()
    stage.terminal.send(.space, .down, .space, .character("d"))
    stage.settle()
    #expect(store.state.products.map(\.id) == [3])
  }

  @Test("Enter opens the cell's editor, and Enter in it saves the number")
  func edits() throws {
    let (stage, store) = try stage()
    stage.terminal.send(.down, .enter, .up)
    stage.settle()
    #expect(stage.terminal.screen.contains("╭─ Yeast"))
    stage.terminal.send(.up, .enter)
    stage.settle()
    #expect(store.state.products[id: 2]?.stock == 5)
  }

  @Test("End shows the last of a million rows")
  func million() {
    let stage = NodeStage(columns: 30, rows: 5, squareTable())
    stage.terminal.send(.tab, .end)
    #expect(stage.rows.last?.contains("999998000001") == true)
  }

  @Test("with cells, Right makes another column current")
  func cells() throws {
    let app = TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { _, _ in })) { _, _ in
      PriceSheet(products: [Product(id: 7, name: "Flour", price: 1.2, stock: 40)])
    }
    let stage = try TestStage(app, columns: 30, rows: 5)
    stage.terminal.send(.right)
    stage.settle()
    #expect(stage.rows.last == "Price of 7")
  }

  @Test("an export has the texts of the cells")
  func exports() async throws {
    let columns = [TableColumn<Product>("Price") { priceText($0.price) }]
    let text = try await exportSample(
      [Product(id: 1, name: "Flour", price: 1.2, stock: 40)], columns)
    #expect(text == "Price\r\n1.20\r\n")
  }

  @Test("a title that can be sorted fits if its column has two cells more", arguments: [6, 7])
  func titleWidth(cells: Int) throws {
    let store = Store(initial: Warehouse(), reducer: warehouse)
    let app = TerminalApp(store) { _, _ in
      Table(
        [Product(id: 1, name: "Flour", price: 1.2, stock: 40)],
        columns: [
          TableColumn("Price", width: .cells(cells), sortedBy: \.price) { priceText($0.price) },
          TableColumn("Name") { $0.name },
        ])
    }
    let stage = try TestStage(app, columns: 30, rows: 3)
    stage.terminal.send(.alt("s"))
    stage.settle()
    #expect(stage.rows[0] == (cells == 7 ? "  Price ▲  Name" : "  Price…  Name"))
  }
}
