import Millrace
import MillraceStore
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceInspector

/// A component that a search finds.
private struct Count: Component {
  @Local private var count = 1
  var body: Node { Text("count \(count)") }
}

/// A program with an open inspector over it, driven by keys.
@MainActor
final class OpenInspector {
  let store: Store<Notebook, NotebookAction>
  let inspector: Inspector
  let stage: TestStage

  init(columns: Int = 100, rows: Int = 44, _ actions: NotebookAction...) throws {
    var made: Store<Notebook, NotebookAction>?
    var inspector: Inspector?
    stage = try TestStage(columns: columns, rows: rows) { dependencies in
      let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
      made = store
      inspector = Inspector(store)
      return TerminalApp(store) { state, _ in
        Column {
          Text("\(state.notes.count) notes, draft \(state.draft)")
          Count()
        }
      }.inspected(by: inspector)
    }
    store = try #require(made)
    self.inspector = try #require(inspector)
    dispatch(actions)
    press(.function(12))
  }

  var text: String { stage.rows.joined(separator: "\n") }

  func dispatch(_ actions: [NotebookAction], line: UInt = 7) {
    for action in actions {
      store.dispatch(action, from: CallSite(fileID: "App/View.swift", line: line, function: "body"))
    }
    settle()
  }

  /// Draws, and lets the inspector update.
  func settle() {
    stage.settle()
    stage.clock.advance(by: .milliseconds(40))
    stage.settle()
  }

  func press(_ keys: Key...) {
    for key in keys {
      stage.terminal.send(key)
      stage.settle()
      stage.settle()
    }
  }

  func type(_ text: String) { for character in text { press(.character(character)) } }

  /// Replaces the text of the focused field, and submits it.
  func submit(_ text: String) {
    press(.end, .control("u"))
    stage.terminal.paste(text)
    stage.settle()
    press(.enter)
  }

  /// Waits for work outside the main actor.
  func wait(until isMet: () -> Bool) async {
    let isDone = await repeatUntil(isMet) {
      await Task.yield()
      settle()
    }
    #expect(isDone, "\(stage.rows)")
  }
}

@MainActor
@Suite("The log pane", .timeLimit(.minutes(20)))
struct LogPaneTests {
  @Test("keys skip actions, and the views show the branch")
  func branch() async throws {
    let open = try OpenInspector(.draft("a"), .add(1), .tag(1, "x"), .toggle)
    // The newest commit is the current one.
    open.type("x")
    #expect(open.inspector.skipped == [4])
    #expect(open.text.contains("✎ skipped: toggle"), "\(open.text)")
    await open.wait { open.text.contains("isOpen: true → false") }
    open.type("x")
    #expect(open.inspector.skipped.isEmpty)
    open.press(.down)
    open.type("x")
    open.press(.down)
    open.type("x")
    #expect(open.inspector.skipped == [2, 3])
    await open.wait { open.text.contains("notes[id: 1]: − Note") }
    // The views show the branch, and the store is unchanged.
    #expect(open.stage.rows[0] == "1 notes, draft")
    open.type("v")
    #expect(open.stage.rows[0] == "0 notes, draft a")
    #expect(open.text.contains("branch of 4"))
    #expect(open.store.snapshot.version == 4)
    open.type("v")
    #expect(open.stage.rows[0] == "1 notes, draft")
    open.type("X")
    #expect(open.inspector.skipped.isEmpty)
    open.type("xvR")
    #expect(open.store.snapshot.version == 5)
    #expect(!open.store.state.isOpen && open.store.state.notes[id: 1]?.tags == ["x"])
    #expect(open.inspector.skipped.isEmpty)
  }

  @Test("a field dispatches an action in JSON, and shows why an invalid one is refused")
  func dispatch() throws {
    let open = try OpenInspector(.draft("a"), .add(1))
    open.type("d")
    open.submit(#"{"rename":{"_0":1}}"#)
    #expect(open.text.contains("_1\" is missing"), "\(open.text)")
    #expect(open.store.snapshot.version == 2)
    open.submit(#"{"rename":{"_0":1,"_1":"pear"}}"#)
    #expect(open.store.state.notes[id: 1]?.title == "pear")
    open.type("d")
    open.press(.escape)
    #expect(!open.text.contains("Dispatch"))
    #expect(open.text.contains("Inspector"))
  }

  @Test("keys fold runs, mute actions and call sites, hide no-ops, and show all commits again")
  func noise() async throws {
    let open = try OpenInspector(.draft("a"), .draft("ab"), .draft("abc"), .tick, .draft("abc"))
    open.dispatch([.tick, .tick], line: 9)
    func rows() -> [String] {
      open.stage.rows.drop { !$0.contains("Inspector") }.compactMap { row in
        row.firstMatch(of: #/(draft|tick)[^ ]*( ×[0-9]+)? /#).map {
          String($0.output.0).trimmingSuffix()
        }
      }
    }
    open.type("f")
    await open.wait { open.text.contains("×3") }
    #expect(
      rows().prefix(4) == ["tick ×2", "draft(\"abc\")", "tick", "draft(\"a\") ×3"], "\(open.text)")
    open.type("n")
    await open.wait { open.text.contains("1 hidden; a shows all") }
    #expect(rows().prefix(3) == ["tick ×2", "tick", "draft(\"a\") ×3"], "\(open.text)")
    open.type("nf")
    open.press(.home)
    open.type("O")
    await open.wait { open.text.contains("2 hidden") }
    #expect(rows().prefix(2) == ["draft(\"abc\")", "tick"])
    open.press(.home)
    open.type("M")
    await open.wait { open.text.contains("6 hidden") }
    #expect(rows().first == "tick")
    open.type("a")
    await open.wait { !open.text.contains("hidden") }
    #expect(rows().count >= 7)
    // A replay also runs what is hidden.
    #expect(try open.inspector.value(at: "draft", version: 5).value.text == "\"abc\"")
  }

  @Test("the current commit stays current while others arrive, also in a folded list")
  func selection() async throws {
    let open = try OpenInspector(.draft("a"), .tick, .tick, .add(1))
    func current() -> String {
      open.stage.rows.first { $0.contains("› ") } ?? ""
    }
    func arriving(_ number: Int) -> [NotebookAction] {
      [.paint("red", number), .tick, .paint("red", -1), .tick, .load]
    }
    open.press(.down)
    #expect(current().contains("tick"), "\(open.text)")
    for number in 0..<10 { open.dispatch(arriving(number)) }
    #expect(current().contains(" 3 "), "\(open.text)")
    open.type("f")
    await open.wait { open.text.contains("×2") }
    #expect(current().contains(" 2 "), "\(open.text)")
    #expect(current().contains("tick ×2"), "\(open.text)")
    let before = open.inspector.versions.upperBound
    for number in 0..<10 { open.dispatch(arriving(number)) }
    open.press(.home, .end)
    await open.wait { open.text.contains("draft(") }
    open.press(.up)
    #expect(current().contains("tick ×2"), "\(open.text)")
    #expect(open.inspector.versions.upperBound == before + 60)
  }

  @Test("keys hold actions and set a break, and the log selects the commit of a break")
  func holding() throws {
    let open = try OpenInspector(.draft("a"))
    open.type("2")
    open.press(.down)
    open.type("b")
    #expect(open.inspector.holding.breaks == ["draft"], "\(open.text)")
    #expect(open.text.contains("● draft"), "\(open.text)")
    open.dispatch([.tick, .draft("b"), .draft("c"), .tick])
    #expect(open.stage.rows[0] == "0 notes, draft b")
    #expect(open.text.contains("held, 2 waiting"))
    open.type("1")
    #expect(open.stage.rows.contains { $0.contains("› ") && $0.contains("draft(\"b\")") })
    open.type("H")
    #expect(open.stage.rows[0] == "0 notes, draft c")
    #expect(open.inspector.holding.version == 4)
    open.type("H")
    #expect(!open.text.contains("held"))
    open.type("H")
    open.dispatch([.tick])
    #expect(open.text.contains("held, 1 waiting"), "\(open.text)")
    open.type("D")
    #expect(open.store.state.log == [0, 1])
    open.type("p")
    open.dispatch([.draft("paused")])
    #expect(open.stage.rows[0] == "0 notes, draft c")
    #expect(open.store.snapshot.version == 6)
    open.type("p")
    #expect(open.stage.rows[0] == "0 notes, draft paused")
  }

  @Test("a field edits a value of the state, and shows why an invalid one is refused")
  func edit() throws {
    let open = try OpenInspector(.draft("a"), .add(1))
    open.type("2")
    open.press(.down)
    open.press(.enter)
    open.submit("3")
    #expect(open.text.contains("The value does not fit: at draft: Expected"), "\(open.text)")
    #expect(open.store.snapshot.version == 2)
    open.submit("\"pear\"")
    #expect(open.store.state.draft == "pear")
    #expect(open.stage.rows[0] == "1 notes, draft pear")
    open.press(.down, .down)
    open.type("e")
    #expect(open.text.contains("●─ off"), "\(open.text)")
    open.submit("true")
    #expect(open.store.state.isOpen)
  }

  @Test("a search also finds nodes, and a history reports its first entries before the others")
  func search() async throws {
    let open = try OpenInspector(.draft("pear"), .add(1))
    let nodes = open.inspector.searchTree("COUNT")
    #expect(nodes.hits.contains { $0.kind == .node && $0.text.hasPrefix("Count") })
    #expect(!nodes.text.contains("Inspector"))
    #expect(open.inspector.searchTree("count", limit: 1).isComplete == false)
    open.type("2")
    open.press(.shiftTab)
    open.submit("pear")
    await open.wait { open.text.contains("2 found") || open.text.contains("3 found") }
    #expect(open.text.contains("notes[id: 1].title  \"pear\""), "\(open.text)")
    var parts: [PathHistory] = []
    open.dispatch((0..<200).map { .paint("red", $0) })
    let whole = try open.inspector.history(of: "byColor", limit: 1_000, found: { parts.append($0) })
    #expect(parts.count > 3)
    #expect(parts.first?.entries.count ?? 0 > 0)
    for part in parts { #expect(Array(whole.entries.prefix(part.entries.count)) == part.entries) }
    // The pages together are the whole history.
    var (joined, before): ([PathHistoryEntry], UInt64?) = ([], nil)
    repeat {
      let page = try open.inspector.history(of: "byColor", before: before, limit: 7)
      joined += page.entries
      before = page.next
    } while before != nil
    #expect(joined == whole.entries)
  }
}

extension String {
  fileprivate func trimmingSuffix() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
