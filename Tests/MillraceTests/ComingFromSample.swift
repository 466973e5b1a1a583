import Millrace
import MillraceTesting
import Testing

// The samples of the article "Coming from another library", and tests of what it says.

struct Tally: Equatable, Sendable { var value = 0 }
enum TallyAction: Sendable { case added(Int) }

let tally = Reducer<Tally, TallyAction> { state, action in
  switch action {
  case .added(let amount): state.value += amount
  }
}

func runTally() {
  let store = Store(initial: Tally(), reducer: tally)
  let subscription = store.subscribe(to: \.value) { change in print(change.new) }
  store.dispatch(.added(2))
  subscription.cancel()
}

struct Greeting: Component {
  @Local var name = ""

  var body: Node {
    Column {
      TextField($name, placeholder: "Your name")
      if !name.isEmpty { Text("Hello, \(name)!").bold() }
    }
    .padding(1)
  }
}

struct Counting: Component {
  let state: CountState
  let dispatch: Dispatcher<CountAction>

  var body: Node {
    Column {
      Text("\(state.count) so far")
      KeyHints()
    }
    .keys { Bind(.up, "More") { dispatch(.increment) } }
  }
}

@MainActor
@Suite("Coming from another library")
struct ComingFromTests {
  private struct Detail: Component {
    let number: Int
    let isKeyed: Bool

    var body: Node {
      let lines = ScrollView {
        for line in 1...9 { Text("\(number).\(line)").key(line) }
      }
      if isKeyed { lines.key(number).grow() } else { lines.grow() }
    }
  }

  /// The first row, without the scroll bar.
  private func top(_ stage: TestStage) -> Substring? { stage.rows.first?.prefix(3) }

  private func topOfSecond(isKeyed: Bool) throws -> Substring? {
    let store = Store(initial: 1, reducer: Reducer<Int, Int> { number, new in number = new })
    let stage = try TestStage(
      TerminalApp(store) { number, _ in Detail(number: number, isKeyed: isKeyed) }, columns: 20,
      rows: 4)
    stage.terminal.wheel(up: false, x: 0, y: 0)
    stage.settle()
    #expect(top(stage) != "1.1")
    store.dispatch(2)
    stage.settle()
    #expect(top(stage)?.hasPrefix("2.") == true)
    return top(stage)
  }

  @Test(
    "a detail view keeps its scroll position for another item, unless it gets another key")
  func detail() throws {
    #expect(try topOfSecond(isKeyed: false) != "2.1")
    #expect(try topOfSecond(isKeyed: true) == "2.1")
  }

  @Test("padding and background are properties of one element, in either order")
  func modifiers() {
    func cells(_ node: Node) -> VirtualScreen {
      NodeStage(columns: 6, rows: 4, Row(align: .start) { node }.node).terminal.virtualScreen
    }
    let one = cells(Text("x").padding(1).background(.blue))
    let other = cells(Text("x").background(.blue).padding(1))
    let twice = cells(Text("x").padding(2).padding(1).background(.blue))
    for y in 0..<4 {
      for x in 0..<6 {
        #expect(one.cell(x: x, y: y) == other.cell(x: x, y: y))
        #expect(one.cell(x: x, y: y) == twice.cell(x: x, y: y))
      }
    }
    #expect(one.cell(x: 0, y: 0).style.background == .blue)
  }

  @Test("samples respond to keys")
  func samples() throws {
    let counting = Store(initial: CountState(), reducer: count)
    let stage = try TestStage(
      TerminalApp(counting) { Counting(state: $0, dispatch: $1) }, columns: 20, rows: 2)
    stage.terminal.send(.up)
    stage.settle()
    #expect(stage.rows == ["1 so far", "up More"])

    let greeting = try TestStage(
      TerminalApp(counting) { _, _ in Greeting() }, columns: 20, rows: 4)
    greeting.terminal.type("Ada")
    greeting.settle()
    #expect(greeting.rows == ["", " Ada", " Hello, Ada!"])
  }
}
