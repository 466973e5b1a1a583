import Millrace
import MillraceTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor
private func app(_ store: Store<Todos, TodoAction>) -> TerminalApp<Todos, TodoAction> {
  TerminalApp(store) { state, dispatch in
    Column {
      TextField(
        state.draft, placeholder: "What needs doing?",
        onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) })
      List(state.items) { TodoRow(todo: $0, dispatch: dispatch) }
      Text("\(state.items.count { !$0.isDone }) left").dim()
    }
  }
}

@MainActor
@Suite("The program of the README")
struct ReadmeSampleTests {
  @Test("every Swift sample of the README is compiled by this test target, line by line")
  func readmeIsCompiled() throws {
    let here = URL(filePath: #filePath)
    let package = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
    let sample = try String(
      contentsOf: here.deletingLastPathComponent().appending(path: "ReadmeSample.swift"),
      encoding: .utf8)
    let compiled = Set(lines(of: sample))
    let blocks = readme.split(separator: "```swift\n").dropFirst().map {
      String($0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex))
    }
    #expect(blocks.count >= 2)
    for line in blocks.flatMap(lines) {
      let line = line.hasPrefix("@main ") ? String(line.dropFirst(6)) : line
      #expect(compiled.contains(line), "not in ReadmeSample.swift: \(line)")
    }
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
  }

  @Test("adds, ticks and removes, by keys")
  func works() throws {
    let store = Store(initial: Todos(), reducer: todos, middleware: [.thunk])
    let stage = try TestStage(app(store), columns: 30, rows: 6)
    #expect(stage.rows == ["What needs doing?", "", "", "", "", "0 left"])

    stage.terminal.type("milk\rbread\r")
    stage.settle()
    #expect(
      stage.rows == [
        "What needs doing?",
        "› [ ] milk                 ‹x›",
        "  [ ] bread                ‹x›",
        "", "",
        "2 left",
      ])

    stage.terminal.send(.down, .space)
    stage.settle()
    #expect(stage.rows[1] == "› [x] milk                 ‹x›")
    #expect(stage.rows[5] == "1 left")

    stage.terminal.send(.tab, .tab, .enter)
    stage.settle()
    #expect(
      stage.rows == [
        "What needs doing?", "› [ ] bread                ‹x›", "", "", "", "1 left",
      ])
  }

  @Test("is plain text where there is no terminal")
  func plainText() {
    var initial = Todos()
    initial.items = [Todo(id: 1, title: "milk", isDone: true), Todo(id: 2, title: "a\u{1B}[2Jb")]
    let lines = app(Store(initial: initial, reducer: todos)).plainTextLines()
    #expect(lines == ["[x] milk", "[ ] a␛[2Jb", "1 left"])
  }
}
