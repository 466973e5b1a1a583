#if DEBUG
  import MillraceLiveMarkup
  import MillraceRender
  import MillraceTesting
  import Testing

  private struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
    var note: String?
    var shout: String { title.uppercased() }
  }

  @MainActor private final class Counts {
    var bodies = 0
    var names = 0
    nonisolated init() {}
  }

  /// A component as the markup compiler generates it.
  private struct Greeter: Component, Equatable {
    let name: String
    var items: [Item] = []
    @Local var draft = "draft"
    @Handler var rename: @MainActor (String) throws -> Void = { _ in }
    @Handler var counts: @MainActor () -> Counts = { Counts() }

    var body: Node {
      counts().bodies += 1
      return group("compiled") { Tally() }
    }
  }

  extension Greeter: LiveMarkup {
    static var markupName: String { "Greeter" }
    var markupNames: MarkupNames {
      counts().names += 1
      var names = MarkupNames(self)
      names.value("items.first.shout", items.first?.shout)
      names.value("greeting", "Hello, \(name)!")
      names.list("items", items) { item, names in
        names.value("item.shout", item.shout)
        names.list("item.letters", Array(item.title)) { letter, names in
          names.value("letter.twice", "\(letter)\(letter)")
        }
      }
      names.list("range", 0..<3)
      names.event("rename", rename)
      names.event("swap", { (first: Int, second: Bool) in try rename("\(first) \(second)") })
      names.event("clear", { try rename("") })
      names.binding("text", $draft)
      names.component("Reader", ["text", "count", "onPick", "onDone"]) { a in
        Picker(
          text: try a["text"], count: try a["count"], onPick: try a.event("onPick"),
          onDone: try a.event("onDone"))
      }
      return names
    }
  }

  private struct Picker: Component {
    let text: String
    let count: Int?
    let onPick: @MainActor (Int) throws -> Void
    let onDone: @MainActor () -> Void
    var body: Node {
      button("\(text) \(count ?? -1)") {
        try onPick(7)
        onDone()
      }
    }
  }

  /// Counts clicks in its local state.
  private struct Tally: Component {
    @Local var clicks = 0
    var body: Node { button("clicks \(clicks)") { clicks += 1 } }
  }

  private struct NeverEqual: LiveMarkup {
    static let markupName = "NeverEqual"
    let render: @MainActor () -> Void
    var body: Node {
      render()
      return leaf("never")
    }
    var markupNames: MarkupNames { MarkupNames(self) }
  }

  @MainActor
  @Suite("Live markup")
  struct LiveMarkupTests {
    let host = RecordingHost()
    let renderer: Renderer

    init() { renderer = Renderer(host: host) }

    private func slot(_ revision: Int, _ name: String) -> LiveMarkupSlot {
      LiveMarkupSlot(revision: revision) { markup, _ in
        markup == "Greeter" ? group(name) { Tally() } : nil
      }
    }

    private func show(_ slot: LiveMarkupSlot?, _ content: some NodeConvertible) {
      renderer.render(content.node.environment(\.liveMarkup, slot))
    }

    @Test("local state is kept when a live body is added, changed and removed")
    func keepsState() {
      func greeter() -> Node { Greeter(name: "Ann").node }
      show(nil, greeter())
      host.click("clicks 0", in: renderer)
      renderer.render()
      #expect(host.tree == "compiled(clicks 1)")
      for (revision, name) in ["one", "two"].enumerated() {
        show(slot(revision, name), greeter())
        #expect(host.tree == "\(name)(clicks 1)")
      }
      show(nil, greeter())
      #expect(host.tree == "compiled(clicks 1)")
    }

    @Test("a change of the slot renders live components only")
    func readersAlone() {
      func tree() -> Node {
        Frozen {
          group {
            Greeter(name: "Ann")
            Frozen { Frozen(1) { leaf("other") } }
          }
        }.node
      }
      show(nil, tree())
      let before = renderer.statistics.bodies
      show(slot(1, "one"), tree())
      // Two bodies: the greeter's, and that of its tally, whose props cannot be compared.
      #expect(renderer.statistics.bodies - before == 2)
      show(slot(1, "other"), tree())
      #expect(renderer.statistics.bodies - before == 2)
      #expect(host.tree == "group(one(clicks 0) other)")
    }

    @Test("a removed component no longer reads the slot")
    func forgotten() {
      show(slot(1, "one"), Frozen { Greeter(name: "Ann") })
      show(slot(1, "one"), Frozen(1) { leaf("empty") })
      let before = renderer.statistics.bodies
      show(slot(2, "two"), Frozen(1) { leaf("empty") })
      #expect(renderer.statistics.bodies == before)
    }

    @Test("an equal live component is skipped, and one that cannot be compared is not")
    func skipped() {
      for slot in [nil, slot(1, "one")] {
        show(slot, Greeter(name: "Ann"))
        let (bodies, skipped) = (renderer.statistics.bodies, renderer.statistics.skipped)
        show(slot, Greeter(name: "Ann"))
        #expect(renderer.statistics.bodies == bodies)
        #expect(renderer.statistics.skipped == skipped + 1)
        show(slot, Greeter(name: "Bob"))
        #expect(renderer.statistics.bodies > bodies)
      }
      let counts = Counts()
      for _ in 0..<2 { show(nil, NeverEqual { counts.bodies += 1 }) }
      #expect(counts.bodies == 2)
    }

    @Test("names are made only with a slot, and values are evaluated on lookup")
    func lazy() {
      let counts = Counts()
      let greeter = Greeter(name: "Ann", counts: { counts })
      show(nil, greeter)
      #expect((counts.bodies, counts.names) == (1, 0))
      show(slot(1, "one"), greeter)
      #expect((counts.bodies, counts.names) == (1, 1))
      var names = MarkupNames(greeter)
      names.value("costly", counts.bodies += 1)
      names.list("rows", [counts].map { $0.bodies += 1 })
      #expect(counts.bodies == 1)
      _ = names.value(at: "costly")
      _ = names.list(at: "rows", as: "row")?.each { _ in .empty }
      #expect(counts.bodies == 3)
    }

    @Test("a nil body shows the compiled one, and an error goes to the boundary around it")
    func compiledOrError() {
      show(LiveMarkupSlot(revision: 1) { _, _ in nil }, Greeter(name: "Ann"))
      #expect(host.tree == "compiled(clicks 0)")
      let broken = LiveMarkupSlot(revision: 2) { name, _ in throw LiveMarkupError.unknownName(name)
      }
      show(
        broken,
        ErrorBoundary {
          Greeter(name: "Ann")
        } failure: { error, _ in
          leaf("\(error)")
        })
      #expect(
        host.tree == "Greeter needs a rebuild: the running program does not contain it.")
    }

    @Test("a frame record has live markup as the cause of a body")
    func reason() {
      var causes: [RenderCause] = []
      renderer.onFrame = { causes = $0.described().bodies.flatMap(\.causes) }
      show(nil, Frozen { Greeter(name: "Ann") })
      show(slot(1, "one"), Frozen { Greeter(name: "Ann") })
      #expect(causes.contains { $0.reason == .environment && $0.name == "liveMarkup" })
    }

    // MARK: - Names

    private let items = [Item(id: 1, title: "one", note: "n"), Item(id: 2, title: "two")]

    private func names(_ rename: @escaping @MainActor (String) throws -> Void = { _ in })
      -> MarkupNames
    {
      Greeter(name: "Ann", items: items, rename: rename).markupNames
    }

    @Test("a value is found by its name, or through stored properties and optionals")
    func values() {
      let names = names()
      #expect(names.value(at: "greeting") as? String == "Hello, Ann!")
      #expect(names.value(at: "greeting.count") as? Int == 11)
      #expect(names.value(at: "name") as? String == "Ann")
      #expect(names.value(at: "items.count") as? Int == 2)
      #expect(names.value(at: "items.isEmpty") as? Bool == false)
      #expect(names.value(at: "items.first.shout") as? String == "ONE")
      #expect(names.value(at: "draft") as? String == "draft")
      #expect(names.value(at: "nothing") == nil)
      #expect(names.value(at: "name.nothing") == nil)
      #expect(names.value(at: "") == nil)
    }

    @Test("a path through a nil optional is known, and its value is nil")
    func optional() throws {
      let notes = try #require(names().list(at: "items", as: "entry")).each { names in
        leaf("\(names.value(at: "entry.note.count") as? Int ?? -1)")
      }
      show(nil, group { Node.fragment(notes) })
      #expect(host.tree == "group(1 -1)")
      _ = names().list(at: "items", as: "entry")?.each { names in
        #expect(names.value(at: "entry.note.count") != nil)
        return .empty
      }
    }

    @Test("a row knows its variable and the outer names, and inner names have priority")
    func rows() throws {
      var lines: [String] = []
      let list = try #require(names().list(at: "items", as: "item"))
      _ = try list.each { names in
        let letters = try #require(names.list(at: "item.letters", as: "letter"))
        _ = letters.each { names in
          let all = ["item.shout", "item.title", "letter", "letter.twice", "name"]
          lines.append(all.map { "\(names.value(at: $0) ?? "?")" }.joined(separator: " "))
          return .empty
        }
        return .empty
      }
      #expect(lines.count == 6)
      #expect(lines.first == "ONE one o oo Ann")
      #expect(lines.last == "TWO two o oo Ann")
      _ = try #require(names().list(at: "range", as: "name")).each { names in
        #expect(names.value(at: "name") is Int)
        #expect(names.value(at: "name.count") == nil, "a row's variable hides outer names")
        return .empty
      }
    }

    @Test("a list has its collection only if the elements have ids")
    func identified() throws {
      func shouts(_ rows: some MarkupRows, _ list: MarkupList) -> String {
        "\(type(of: rows.rows) == [Item].self) "
          + rows.rows.map { "\($0.id)\(list.names(of: $0).value(at: "item.shout") ?? "")" }.joined()
      }
      let names = names()
      let list = try #require(names.list(at: "items", as: "item"))
      let identified = try #require(list.identified)
      let found = shouts(identified, list)
      #expect(found == "true 1ONE2TWO")
      let range = try #require(names.list(at: "range", as: "item"))
      #expect(range.identified == nil)
      #expect(range.each { _ in .empty }.count == 3)
      #expect(names.list(at: "greeting", as: "letter")?.each { _ in .empty }.count == 11)
      #expect(names.list(at: "nothing", as: "item") == nil)
    }

    @Test("the rows of a list that is registered twice have the names of both")
    func merged() throws {
      var names = names()
      names.list("items", items) { item, names in names.value("other.note", item.note ?? "none") }
      for variable in ["item", "other"] {
        let list = try #require(names.list(at: "items", as: variable))
        var found: [String] = []
        _ = list.each { names in
          found += ["item.shout", "other.note", "\(variable).id"].map {
            "\(names.value(at: $0) ?? "?")"
          }
          return .empty
        }
        #expect(found == ["ONE", "n", "1", "TWO", "none", "2"])
      }
    }

    @Test("any value that can be a key is one")
    func keys() {
      var names = names()
      names.value("list", [1, 2])
      #expect(names.key(at: "list") == NodeKey([1, 2]))
      #expect(names.key(at: "greeting") == NodeKey("Hello, Ann!"))
      #expect(names.key(at: "name") == NodeKey("Ann"))
      #expect(names.key(at: "counts") == nil)
    }

    @Test("a name in a row hides the key of the same outer name, also if it has no key itself")
    func hiddenKeys() throws {
      var names = names()
      names.value("item", 7)
      names.value("item.shout.count", 8)
      names.value("other", [1])
      var keys: [[NodeKey?]] = []
      _ = try #require(names.list(at: "items", as: "item")).each { names in
        let paths = ["item", "item.shout.count", "item.id", "item.nothing", "other"]
        keys.append(paths.map { names.key(at: $0) })
        return .empty
      }
      #expect(keys.first == [nil, NodeKey(3), NodeKey(1), nil, NodeKey([1])])
      #expect(names.key(at: "item") == NodeKey(7))
    }

    @Test("events are called with any number of arguments")
    func events() throws {
      var calls: [String] = []
      let names = names { calls.append($0) }
      try names.event(at: "rename")?(["Bob"])
      try names.event(at: "swap")?([1, true])
      try names.event(at: "clear")?([])
      #expect(calls == ["Bob", "1 true", ""])
      #expect(names.event(at: "nothing") == nil)
    }

    @Test("a wrong event argument throws an error with the expected type, and no event is called")
    func wrongArguments() throws {
      var calls = 0
      let swap = try #require(names { _ in calls += 1 }.event(at: "swap"))
      #expect(
        throws: LiveMarkupError.wrongArgumentCount(
          name: "swap", expected: ["Int", "Bool"], found: 1)
      ) { try swap([1]) }
      #expect(
        throws: LiveMarkupError.wrongType(
          name: "swap, argument 2", expected: "Bool", found: "String")
      ) { try swap([1, "x"]) }
      #expect(throws: Failure.self) { try names { _ in try fail("x") }.event(at: "clear")?([]) }
      #expect(calls == 0)
    }

    @Test("a binding reads its named or local state, and throws for another type")
    func bindings() throws {
      let names = names()
      for name in ["text", "draft"] {
        let binding = try #require(try names.binding(at: name, as: String.self))
        #expect(binding.wrappedValue == "draft")
      }
      #expect(
        throws: LiveMarkupError.wrongType(
          name: "text", expected: "Binding<Int>", found: "Binding<String>")
      ) { try names.binding(at: "text", as: Int.self) }
      #expect(try names.binding(at: "name", as: String.self) == nil)
    }

    @Test("a component gets the arguments of the markup, and calls its events")
    func components() throws {
      var calls: [String] = []
      let arguments = MarkupArguments(
        ["text": "pick"],
        events: [
          "onPick": { calls.append("\($0)") },
          "onDone": { calls.append("\($0)") },
        ])
      show(nil, try names().component("Reader", arguments: arguments))
      #expect(host.tree == "pick -1")
      host.click("pick -1", in: renderer)
      #expect(calls == ["[7]", "[]"])
    }

    @Test("an unknown component or wrong argument throws an error that names it")
    func wrongComponents() {
      func error(_ name: String, _ values: [String: Any]) -> LiveMarkupError? {
        do {
          _ = try names().component(name, arguments: MarkupArguments(values))
          return nil
        } catch { return error as? LiveMarkupError }
      }
      #expect(error("Other", [:]) == .unknownName("Other"))
      #expect(
        error("Reader", [:])
          == .missingArgument(component: "Reader", name: "text", expected: "String"))
      #expect(
        error("Reader", ["text": 1])
          == .wrongType(name: "Reader.text", expected: "String", found: "Int"))
      #expect(
        error("Reader", ["text": "a", "size": 1])
          == .unknownName("Reader.size"))
      #expect(
        error("Reader", ["text": "a", "count": 1])
          == .missingArgument(component: "Reader", name: "onPick", expected: "an event"))
    }
  }
#endif
