import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@testable import TodoExample

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor
@Suite("Parts of todo")
struct TodoShapeTests {
  /// The components that a key renders, each by its name.
  private func rendered(_ stage: TodoStage, _ work: () -> Void) -> [String] {
    var bodies: [BodyRecord] = []
    stage.session.onFrame = { bodies += $0.bodies }
    work()
    stage.settle()
    stage.session.onFrame = nil
    return bodies.map { body in
      String(body.path.split(separator: "/").last?.prefix { $0.isLetter } ?? "")
    }
  }

  @Test("a letter of the draft renders its field, and neither the list nor the header")
  func letter() throws {
    let stage = try TodoStage(1_000, columns: 100, rows: 30)
    stage.send(.character("a"))
    stage.type("b")
    let names = rendered(stage) { stage.type("c") }
    #expect(stage.screen.contains("bc"))
    #expect(names.contains("TextField"), "\(names)")
    for name in ["TodoScreen", "TodoHeader", "TodoItems", "TodoRow", "DraftField"] {
      #expect(!names.contains(name), "\(names)")
    }
  }

  @Test("a letter of a line that is edited renders its field, and no row")
  func editedLetter() throws {
    let stage = try TodoStage(1_000, columns: 100, rows: 30)
    stage.send(.character("e"))
    let names = rendered(stage) { stage.type("c") }
    #expect(names.contains("TextField"), "\(names)")
    for name in ["TodoScreen", "TodoHeader", "TodoItems", "TodoRow"] {
      #expect(!names.contains(name), "\(names)")
    }
  }

  @Test("a tick renders one row and the counts")
  func tick() throws {
    let stage = try TodoStage(1_000, columns: 100, rows: 30)
    // The first change shows the key of undo.
    stage.send(.down, .space)
    let names = rendered(stage) { stage.send(.space) }
    #expect(names.count { $0 == "TodoRow" } == 1, "\(names)")
    #expect(names.count { $0 == "TodoHeader" } == 1, "\(names)")
    for name in ["TodoScreen", "DraftField", "TextField", "TodoDialogs"] {
      #expect(!names.contains(name), "\(names)")
    }
  }

  @Test("an action without a time gets that of the store's clock, and one with a time keeps it")
  func timestamps() throws {
    let stage = try TodoStage("one", "two")
    stage.store.dispatch(.change(.tick([TodoID(1)], true)))
    stage.store.dispatch(.change(.tick([TodoID(2)], true, at: at())))
    #expect(stage.state.list.items.map(\.completed) == [TodoStage.day, today])
    stage.store.dispatch(.draft(.typed("three due:tom")))
    stage.store.dispatch(.draft(.submitted(TodoID(3))))
    #expect(stage.state.list.items[2].due?.day == TodoStage.day.advanced(by: 1))
  }

  @Test("an item that falls due is announced with the bell until Escape, or until it is done")
  func reminder() throws {
    let now = Moment(.milliseconds(1_795_780_800_000))
    func line(_ title: String, in minutes: Int) -> String {
      "\(title) due:\(Due(day: now.day, minute: now.minute + minutes))"
    }
    let stage = try TodoStage(
      line("past", in: -5), line("call", in: 2), line("later", in: 4), "any day due:\(now.day)",
      line("soon", in: 1), columns: 100)
    stage.advance(by: .seconds(60))
    #expect(stage.screen.contains("Due now: soon"), "\(stage.screen)")
    stage.send(.escape)
    stage.advance(by: .seconds(60))
    #expect(stage.screen.contains("Due now: call"), "\(stage.screen)")
    #expect(stage.state.list.reminded == [TodoID(2)])
    stage.send(.escape)
    #expect(!stage.screen.contains("Due now"))
    stage.advance(by: .seconds(120))
    #expect(stage.screen.contains("Due now: later"))
    stage.store.dispatch(.tick([TodoID(3)], true, at: now))
    stage.settle()
    #expect(!stage.screen.contains("Due now"))
  }

  @Test("an open list is shown for the new day a minute after midnight at the latest")
  func midnight() throws {
    let stage = try TodoStage("pay due:2026-11-28", columns: 80)
    #expect(stage.screen.contains("tomorrow"))
    stage.advance(by: .seconds(24 * 3_600 + 60))
    #expect(!stage.screen.contains("tomorrow"), "\(stage.screen)")
  }

  @Test("i imports a file, and says how many of its lines the list has")
  func imports() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("old.txt")
    try Data("milk\n(B) bread\ntea\n".utf8).write(to: URL(filePath: path))
    let stage = try TodoStage("milk", columns: 100, rows: 24)
    stage.send(.character("i"))
    stage.type(path)
    stage.send(.enter)
    await stage.wait { $0.titles == ["milk", "bread", "tea"] }
    await stage.wait { $0.screen.contains("1 item skipped: the list has them") }
    stage.send(.character("i"))
    stage.type(folder.file("none.txt"))
    stage.send(.enter)
    await stage.wait { $0.screen.contains("none.txt") }
    #expect(stage.titles.count == 3)
  }

  @Test(
    "one line pasted into the list leaves the draft alone, and a confirmed paste shows its items")
  func pastes() throws {
    let stage = try TodoStage("one", "two")
    stage.store.dispatch(.draft(.typed("half")))
    stage.sendAlone("4")
    stage.terminal.paste("three")
    stage.settle()
    #expect(stage.titles.last == "three" && stage.state.draft == "half")
    #expect(stage.state.tab == .all)
    stage.sendAlone("4")
    stage.terminal.paste((1...50).map { "line \($0)" }.joined(separator: "\n"))
    stage.settle()
    #expect(stage.titles.count == 3)
    stage.send(.character("y"))
    #expect(stage.titles.count == 53 && stage.state.tab == .all)
    #expect(stage.state.newest == stage.state.list.items.last?.id)
  }

  @Test("a key closes what the last one reported")
  func problem() throws {
    let stage = try TodoStage("one", "two")
    stage.send(.character("C"))
    #expect(stage.screen.contains("No item is done"))
    stage.send(.space)
    #expect(!stage.screen.contains("No item is done"))
  }

  @Test("a log of the actions has a line for each, with what it changed")
  func log() throws {
    let folder = try TemporaryFolder()
    let stage = try TodoStage(
      TodoList(["one"]), middleware: [.logging(to: .file(folder.file("a.log")))])
    stage.send(.space)
    stage.store.finish()
    let text = try #require(folder.text("a.log"))
    #expect(text.contains("tick("), "\(text)")
    #expect(text.contains("isDone: false → true"), "\(text)")
  }

  @Test("a draft that an earlier version saved is still there")
  func earlierScreen() throws {
    let files = MemoryStorage()
    let text =
      #"{"commit":3,"state":{"draft":"half","tab":"done","sort":"due","filter":{"projects":[],"tags":[],"words":[]}},"version":1}"#
    files["/.todos.json.interface"] = Array(text.utf8)
    let store = TodoApp(
      log: DocumentLog(file: "/todos.json", storage: files), settings: .todo(nil)
    ).makeStore()
    #expect(store.startupFailures.isEmpty)
    #expect(store.state.draft == "half")
  }
}
