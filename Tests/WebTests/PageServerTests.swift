import Foundation
import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceWeb

private struct Names: Codable, Equatable, Sendable {
  var all: [String] = []
  var draft = ""
}

private enum NamesAction: Codable, Sendable { case changed(String), add }

private let names = Reducer<Names, NamesAction> { state, action in
  switch action {
  case .changed(let text): state.draft = text
  case .add:
    state.all.append(state.draft)
    state.draft = ""
  }
}

private struct Named: Identifiable { let id: String }

private struct OwnCount: Component {
  @Local private var count = 0

  var body: Node { Button("own \(count)") { count += 1 } }
}

@MainActor
private func namesApp(_ store: Store<Names, NamesAction>) -> TerminalApp<Names, NamesAction> {
  TerminalApp(store) { state, dispatch, terminal in
    Column {
      TextField(state.draft, onChange: { dispatch(.changed($0)) }, onSubmit: { dispatch(.add) })
      for name in state.all { Text(name).key(name) }
      OwnCount()
    }
    .keys { Bind("ctrl+q", "Quit") { terminal.quit() } }
  }
}

/// A program with only the draft, or its first characters.
@MainActor
private func draftApp(
  _ store: Store<Names, NamesAction>, isShort: Bool
) -> TerminalApp<Names, NamesAction> {
  TerminalApp(store) { state, dispatch in
    Column {
      TextField(
        isShort ? String(state.draft.prefix(6)) : state.draft,
        onChange: { dispatch(.changed($0)) })
    }
  }
}

@MainActor
@Suite("Page server")
struct PageServerTests {
  private func stage(
    _ store: Store<Names, NamesAction> = Store(initial: Names(), reducer: names),
    limits: WebServer.Limits = WebServer.Limits()
  ) throws -> PageStage {
    try PageStage(limits: limits) { namesApp(store) }
  }

  @Test("a program whose middleware did not start is not served")
  func startupFailure() async {
    let fails = Middleware<Names, NamesAction>(parts: { _ in
      .init(start: { _ in throw Failure() })
    })
    let store = Store(initial: Names(), reducer: names, middleware: [fails])
    await #expect(throws: Failure.self) {
      _ = try await namesApp(store).runReturningEnding(serving: PageOptions())
    }
  }

  @Test("an item added in one browser appears in the other, and each keeps its local state")
  func twoBrowsers() throws {
    let stage = try stage()
    let (one, other) = (try stage.open(), try stage.open("bbbbbbbb"))
    #expect(one.token != other.token)
    #expect(stage.server.state.connected == 2)
    let field = try one.element("input")
    try one.send(
      "{\"t\":\"input\",\"id\":\(field.id),\"n\":1,\"s\":\"Ada\",\"a\":3,\"z\":3}",
      "{\"t\":\"key\",\"k\":\"enter\",\"m\":0}")
    stage.settle()
    one.take()
    other.take()
    let button = try one.element("button")
    try one.send("{\"t\":\"click\",\"id\":\(button.id)}")
    stage.settle()
    one.take()
    #expect(one.text.hasPrefix("▒▒▒"))
    #expect(one.text.contains("\nAda\n‹own 1›"))
    #expect(other.text.contains("\nAda\n‹own 0›"))
    #expect(one.page.mistakes == [] && other.page.mistakes == [])
    // The state cleared the field after the page's first edit.
    #expect(try one.element("input").value?.text == "")
    #expect(try one.element("input").value?.edit == 1)
  }

  @Test(
    "text typed before the page shows that the program cleared the field is added to the empty field"
  )
  func lateEdit() throws {
    let store = Store(initial: Names(), reducer: names)
    let stage = try stage(store)
    let tab = try stage.open()
    let id = try tab.element("input").id
    func input(_ number: Int, _ text: String, answer: Int = 0) -> String {
      "{\"t\":\"input\",\"id\":\(id),\"n\":\(number),\"b\":\(answer),\"s\":\"\(text)\","
        + "\"a\":\(text.count),\"z\":\(text.count)}"
    }
    func value() throws -> String? {
      stage.settle()
      tab.take()
      return try tab.element("input").value.map { "\($0.edit) \($0.text) \($0.start)" }
    }
    try tab.send(input(1, "Ada"), "{\"t\":\"key\",\"k\":\"enter\",\"m\":0}")
    // The user has not seen the answer to Enter.
    try tab.send(input(2, "AdaBob"))
    #expect(try value() == "2 Bob 3")
    // The user has seen it, and replaces all of it.
    try tab.send(input(3, "Eve", answer: try #require(tab.element("input").answer)))
    #expect(store.state.draft == "Eve")
    // In one batch, as after a slow response.
    try tab.send("{\"t\":\"key\",\"k\":\"enter\",\"m\":0}", input(4, "EveZoe"))
    #expect(store.state.all == ["Ada", "Eve"] && store.state.draft == "Zoe")
    #expect(try value() == "4 Zoe 3")
  }

  @Test("the server sends an edit that the state accepts unchanged only to the other pages")
  func echo() throws {
    let stage = try stage()
    let tab = try stage.open()
    let field = try tab.element("input")
    try tab.send(
      "{\"t\":\"input\",\"id\":\(field.id),\"n\":1,\"s\":\"é👩‍👩‍👧x\",\"a\":1,\"z\":9}")
    let button = try tab.element("button")
    try tab.send("{\"t\":\"click\",\"id\":\(button.id)}")
    stage.settle()
    tab.take()
    #expect(try tab.element("input").value == nil)
    // After a reload, the field has the text and the selection.
    try tab.connect()
    let value = try #require(try tab.element("input").value)
    #expect(value.text == "é👩‍👩‍👧x" && value.start == 1 && value.end == 9)
  }

  @Test(
    "sessions on one store share what its state contains, and a store for each session does not")
  func navigation() throws {
    let store = Store(initial: Names(), reducer: names)
    for isShared in [true, false] {
      let stage = try PageStage {
        namesApp(isShared ? store : Store(initial: Names(), reducer: names))
      }
      let (one, other) = (try stage.open(), try stage.open("bbbbbbbb"))
      try one.key("a")
      stage.settle()
      try other.connect()
      #expect(try other.element("input").value?.text ?? "" == (isShared ? "a" : ""))
    }
  }

  @Test("a reload continues the session, and the server tells the previous tab")
  func reload() throws {
    let stage = try stage()
    let tab = try stage.open()
    let button = try tab.element("button")
    try tab.send("{\"t\":\"click\",\"id\":\(button.id)}")
    let old = tab.client
    try tab.connect()
    #expect(tab.text.contains("‹own 1›"))
    #expect(old.read().contains("{\"why\":\"moved\"}"))
    #expect(tab.client.read(until: "hello").contains("\"seq\":1"))
  }

  @Test("the server handles a repeated batch of events once, and refuses a batch after a gap")
  func numbers() throws {
    let stage = try stage()
    let tab = try stage.open()
    let click = "{\"t\":\"click\",\"id\":\(try tab.element("button").id)}"
    #expect(try tab.send(click, number: 1) == 204)
    #expect(try tab.send(click, number: 1) == 204)
    #expect(try tab.send(click, number: 3) == 409)
    #expect(try tab.send(click, number: 2) == 204)
    try tab.connect()
    #expect(tab.text.contains("‹own 2›"))
  }

  @Test("a tab with a view-only link can change only the size of its window")
  func viewOnly() throws {
    let stage = try stage()
    let tab = try stage.open("aaaaaaaa", .view)
    #expect(tab.client.read(until: "hello").contains("\"drive\":false"))
    let click = "{\"t\":\"click\",\"id\":\(try tab.element("button").id)}"
    #expect(try tab.send(click, number: 1) == 403)
    #expect(try tab.send("{\"t\":\"size\",\"c\":20,\"r\":5,\"d\":0}", number: 1) == 204)
    try tab.connect(columns: 20, rows: 5)
    #expect(tab.text.contains("‹own 0›"))
  }

  @Test("a link works once; then the server makes another")
  func links() throws {
    let stage = try stage()
    let first = stage.server.link
    _ = try stage.open()
    #expect(stage.server.link != first)
    let code = first.components(separatedBy: "#")[1]
    let answer = try PageTab.post("pair", "{\"code\":\"\(code)\"}", nil, stage.server.port)
    #expect(answer.hasPrefix("HTTP/1.1 403"))
  }

  @Test("a session that quits tells its page, and a new stream starts another session")
  func quitting() throws {
    let stage = try stage()
    let tab = try stage.open()
    try tab.send("{\"t\":\"click\",\"id\":\(try tab.element("button").id)}")
    try tab.key("q", 4)
    #expect(tab.client.read().contains("{\"why\":\"ended\"}"))
    #expect(stage.server.state.connected == 0)
    #expect(try tab.send(number: 3) == 409)
    try tab.connect()
    #expect(tab.text.contains("‹own 0›"))
  }

  @Test("a session without a browser ends after ten minutes, and not before")
  func sessionTimeout() throws {
    let stage = try stage()
    let tab = try stage.open()
    try tab.send("{\"t\":\"click\",\"id\":\(try tab.element("button").id)}")
    tab.hangUp()
    stage.clock.advance(by: .seconds(599))
    stage.queue.run()
    try tab.connect()
    #expect(tab.text.contains("‹own 1›"))
    tab.hangUp()
    stage.clock.advance(by: .seconds(601))
    stage.queue.run()
    try tab.connect()
    #expect(tab.text.contains("‹own 0›"))
  }

  @Test("a slow browser gets the newest state, and the server does not wait for it")
  func slowReader() throws {
    let store = Store(initial: Names(), reducer: names)
    let isSlow = Captured(true)
    let stage = try PageStage {
      defer { isSlow.value = false }
      return draftApp(store, isShort: !isSlow.value)
    }
    let (slow, quick) = (try stage.open(), try stage.open("bbbbbbbb"))
    // This is far more than the stream's queue and the sockets can hold, where each quotation mark
    // takes two bytes. The quick browser shows only the first characters, which saves time.
    let long = String(repeating: "\"", count: 50_000)
    for number in 0..<60 {
      store.dispatch(.changed("\(number) " + (number < 59 ? long : "end")))
      stage.settle()
      quick.take()
    }
    #expect(try quick.element("input").value?.text == "59 end")
    while try slow.element("input").value?.text != "59 end" {
      slow.take(until: "event: ")
      stage.settle()
    }
    #expect(slow.page.mistakes == [])
    // The slow browser received fewer events than the quick one.
    #expect(slow.events.count < quick.events.count)
  }

  @Test("keys, mouse events, pastes and focus changes reach their elements")
  func events() throws {
    let store = Store(initial: Names(), reducer: names)
    let stage = try PageStage { namesApp(store) }
    let tab = try stage.open()
    #expect(tab.page.focus == (try tab.element("input").id))
    try tab.key("a")
    try tab.send("{\"t\":\"text\",\"s\":\"bc\\nd\"}")
    #expect(store.state.draft == "abc d")
    let button = try tab.element("button").id
    try tab.send("{\"t\":\"focus\",\"id\":\(button)}")
    try tab.key("enter")
    let mouse = { (action: String) in
      "{\"t\":\"mouse\",\"a\":\"\(action)\",\"b\":0,\"id\":\(button),\"x\":1,\"y\":0,\"m\":0}"
    }
    try tab.send(mouse("press"), mouse("release"))
    try tab.connect()
    #expect(tab.page.focus == button)
    #expect(tab.text.contains("‹own 2›"))
    // The server ignores a focus event that the page sent before it knew of the program's focus.
    try tab.key("tab")
    try tab.send("{\"t\":\"focus\",\"id\":\(button)}", seen: 0)
    try tab.connect()
    #expect(tab.page.focus == (try tab.element("input").id))
  }

  @Test(
    "the server refuses invalid events",
    arguments: [
      "{\"t\":\"key\",\"k\":\"ab\",\"m\":0}", "{\"t\":\"key\",\"k\":\"\\u001b\",\"m\":0}",
      "{\"t\":\"mouse\",\"a\":\"jump\",\"b\":0,\"id\":1,\"x\":0,\"y\":0,\"m\":0}",
      "{\"t\":\"mouse\",\"a\":\"press\",\"b\":0,\"id\":1,\"x\":9223372036854775807,\"y\":0,\"m\":0}",
      "{\"t\":\"mouse\",\"a\":\"press\",\"b\":0,\"id\":1,\"x\":-9223372036854775808,\"y\":0,\"m\":0}",
      "{\"t\":\"size\",\"c\":0,\"r\":5,\"d\":0}", "{\"t\":\"size\",\"c\":100000,\"r\":5,\"d\":0}",
      "{\"t\":\"none\"}", "{}", "[]", "7",
    ])
  func refused(event: String) throws {
    let stage = try stage()
    let tab = try stage.open()
    #expect(try tab.send(event, number: 1) == 400)
    #expect(try tab.send("{\"t\":\"focus\",\"id\":99999}", number: 1) == 204)
    let click = "{\"t\":\"click\",\"id\":\(try tab.element("button").id)}"
    #expect(try tab.send("{\"t\":\"click\",\"id\":-1}", click, number: 2) == 204)
    try tab.connect()
    #expect(tab.text.contains("‹own 1›"))
  }

  @Test("the server refuses a sixth tab of one link, and keeps no state for it")
  func sixthTab() throws {
    let stage = try stage()
    let tab = try stage.open("aaaaaaa0")
    let others = try (1...4).map { try PageTab(stage, "aaaaaaa\($0)", tab.token) }
    #expect(stage.server.state.connected == 5)
    let client = try TestClient(port: stage.server.port)
    let status = client.status(
      of:
        "GET /api/stream?tab=aaaaaaa5&c=30&r=8&d=1 HTTP/1.1\r\nHost: 127.0.0.1:\(stage.server.port)"
        + "\r\nAuthorization: Bearer \(tab.token)\r\n\r\n")
    #expect(status == 429)
    stage.queue.run()
    #expect(stage.server.state.connected == 5)
    #expect(others.allSatisfy { $0.page.mistakes == [] })
  }

  @Test(
    "with five tabs of one link, a second copy of a tab is refused, and the tab stays connected")
  func copiedTab() throws {
    let stage = try stage()
    let tab = try stage.open("aaaaaaa0")
    let others = try (1...4).map { try PageTab(stage, "aaaaaaa\($0)", tab.token) }
    let status = try TestClient(port: stage.server.port).status(
      of:
        "GET /api/stream?tab=aaaaaaa0&c=30&r=8&d=1 HTTP/1.1\r\nHost: 127.0.0.1:\(stage.server.port)"
        + "\r\nAuthorization: Bearer \(tab.token)\r\n\r\n")
    #expect(status == 429)
    stage.queue.run()
    #expect(stage.server.state.connected == 5)
    try tab.send("{\"t\":\"click\",\"id\":\(tab.element("button").id)}")
    stage.settle()
    tab.take()
    #expect(tab.text.contains("‹own 1›"))
    #expect(!tab.events.contains("bye") && others.allSatisfy { !$0.events.contains("bye") })
  }

  @Test(
    "the server applies only the last of many sizes in one request, and refuses too many events")
  func manySizes() throws {
    let stage = try stage()
    let tab = try stage.open()
    let sizes = (0..<1000).map { "{\"t\":\"size\",\"c\":\(20 + $0 % 2),\"r\":5,\"d\":\($0 % 2)}" }
    let versions = tab.version
    #expect(try tab.send(sizes.joined(separator: ","), number: 1) == 204)
    stage.settle()
    tab.take()
    #expect(tab.version <= versions + 2)
    let more = sizes + sizes + sizes
    #expect(try tab.send(more.joined(separator: ","), number: 2) == 413)
  }

  @Test(
    "resizes without end make at most a million cells in a second, or a fifth, and the last is shown",
    arguments: [(PagePermission.drive, 1_000_000), (.view, 200_000)])
  func endlessSizes(permission: PagePermission, most: Int) throws {
    let made = Captured<[TerminalSize]>([])
    let store = Store(initial: Names(), reducer: names)
    let stage = try PageStage {
      TerminalApp(store) { _, _, terminal in
        let _ = made.value.append(terminal.size)
        Text("wide")
      }
    }
    let first = try stage.open("aaaaaaa0", permission)
    let tabs = try [first] + (1...4).map { try PageTab(stage, "aaaaaaa\($0)", first.token) }
    made.value = []
    for number in 1...40 {
      for tab in tabs {
        let size = "{\"t\":\"size\",\"c\":\(120 + number),\"r\":290,\"d\":1}"
        #expect(try tab.send(size, number: number) == 204)
      }
      stage.clock.advance(by: .milliseconds(25))
      stage.queue.run()
    }
    let cells = made.value.reduce(0) { $0 + $1.columns * $1.rows }
    #expect((most / 2...most + 100_000).contains(cells), "\(cells) cells in a second")
    for _ in 0..<150 { stage.settle() }
    made.value = []
    store.dispatch(.changed("a"))
    stage.settle()
    #expect(made.value == Array(repeating: TerminalSize(columns: 160, rows: 290), count: 5))
  }

  @Test("the number of browsers is shown at most four times in a second")
  func shownCount() throws {
    let stage = try stage()
    let shown = Captured<[Int]>([])
    let subscription = stage.server.status.subscribe(to: \.connected) { change in
      MainActor.assumeIsolated { shown.value.append(change.new) }
    }
    defer { subscription.cancel() }
    let tab = try stage.open()
    for _ in 0..<20 {
      tab.hangUp()
      try tab.connect()
    }
    for _ in 0..<13 { stage.settle() }
    // All of this takes 2.8 seconds.
    #expect((1...12).contains(shown.value.count) && shown.value.last == 1, "\(shown.value)")
  }

  @Test(
    "a window has at most 100,000 cells; all that can use the program have 750,000, others 250,000")
  func largeWindows() throws {
    let stage = try PageStage {
      TerminalApp(Store(initial: Names(), reducer: names)) { _, _, terminal in
        Text("\(terminal.size.columns)x\(terminal.size.rows)")
      }
    }
    var tabs: [PageTab] = []
    // The windows that only view come first, and do not make the others smaller.
    for number in 0..<15 {
      let token = number % 5 == 0 ? nil : tabs.last?.token
      let name = "tab\(10_000 + number)"
      let permission = number < 5 ? PagePermission.view : .drive
      let tab = try token.map { try PageTab(stage, name, $0) } ?? stage.open(name, permission)
      tabs.append(tab)
      try tab.send("{\"t\":\"size\",\"c\":1000,\"r\":1000,\"d\":0}", number: 1)
      stage.queue.run()
      stage.clock.advance(by: .seconds(1))
      stage.queue.run()
      stage.clock.advance(by: .seconds(1))
      stage.settle()
    }
    let sizes = try tabs.map { tab in
      stage.clock.advance(by: .seconds(1))
      let text = try tab.screen().components(separatedBy: "\r\n\r\n").last
      return text?.components(separatedBy: "\n").first
    }
    #expect(sizes.prefix(5) == ["1000x100", "1000x100", "1000x50", "1000x2", "1000x2"])
    #expect(sizes[5..<12].allSatisfy { $0 == "1000x100" }, "\(sizes)")
    #expect(sizes[12...] == ["1000x50", "1000x2", "1000x2"])
  }

  @Test("tabs and requests for a screen cost nothing if their clients leave before their turn")
  func abandoned() throws {
    let stage = try stage()
    let (viewer, user) = (try stage.token(.view), try stage.token(.drive))
    for number in 10..<60 { _ = try stage.stream("viewer\(number)", viewer) }
    try stage.noticeClosing()
    stage.queue.run()
    let tab = try stage.stream("aaaaaaaa", user)
    stage.queue.run()
    #expect(stage.server.state.connected == 1)
    for _ in 0..<50 { _ = try stage.request("screen?tab=aaaaaaaa", user) }
    try stage.noticeClosing()
    // The turn after the opened tab's, which has cost 10,240 cells.
    stage.clock.advance(by: .microseconds(10_240))
    stage.queue.run()
    let other = try stage.stream("bbbbbbbb", user)
    stage.queue.run()
    #expect(stage.server.state.connected == 2)
    withExtendedLifetime((tab, other)) {}
  }

  @Test("one request for the screen of a tab waits for its turn, and others get 429")
  func screens() throws {
    let stage = try stage()
    let token = try stage.token(.view)
    let tab = try stage.stream("aaaaaaaa", token)
    stage.queue.run()
    let first = try stage.request("screen?tab=aaaaaaaa", token)
    try stage.noticeClosing()
    stage.queue.run()
    let second = try stage.request("screen?tab=aaaaaaaa", token)
    try stage.noticeClosing()
    stage.queue.run()
    #expect(second.read().hasPrefix("HTTP/1.1 429 "))
    stage.clock.advance(by: .seconds(1))
    stage.queue.run()
    #expect(first.read().hasPrefix("HTTP/1.1 200 "))
    withExtendedLifetime(tab) {}
  }

  @Test("a tab that can use the program opens before tabs that wait and can only view it")
  func order() throws {
    let made = Captured<[Int]>([])
    let stage = try PageStage {
      TerminalApp(Store(initial: Names(), reducer: names)) { _, _, terminal in
        let _ = made.value.append(terminal.size.columns)
        Text("")
      }
    }
    let (viewer, user) = (try stage.token(.view), try stage.token(.drive))
    var streams: [TestClient] = []
    for (number, token) in [viewer, viewer, viewer, user].enumerated() {
      streams.append(try stage.stream("aaaaaaa\(number)", token, columns: 30 + number))
      stage.queue.run()
    }
    for _ in 0..<10 {
      stage.clock.advance(by: .milliseconds(60))
      stage.settle()
    }
    #expect(made.value == [30, 33, 31, 32])
  }

  @Test("a tab's events before its page is made are kept, and handled in order when it opens")
  func earlyEvents() throws {
    let (store, sizes) = (Store(initial: Names(), reducer: names), Captured<[TerminalSize]>([]))
    let stage = try PageStage {
      TerminalApp(store) { state, dispatch, terminal in
        let _ = sizes.value.append(terminal.size)
        TextField(state.draft, onChange: { dispatch(.changed($0)) }).autofocus()
      }
    }
    let user = try stage.token(.drive)
    let first = try stage.stream("bbbbbbbb", user)
    stage.queue.run()
    let tab = try stage.stream("aaaaaaaa", user)
    func send(_ number: Int, _ event: String) throws -> String {
      let body = "{\"tab\":\"aaaaaaaa\",\"seq\":\(number),\"v\":0,\"e\":[\(event)]}"
      let answer = try PageTab.post("events", body, user, stage.server.port)
      stage.queue.run()
      return String(answer.prefix(12))
    }
    let keys = ["a", "b", "c", "d", "e", "f", "g"].map { "{\"t\":\"key\",\"k\":\"\($0)\",\"m\":0}" }
    for (index, key) in keys.enumerated() { #expect(try send(index + 1, key) == "HTTP/1.1 204") }
    #expect(try send(8, "{\"t\":\"size\",\"c\":44,\"r\":5,\"d\":0}") == "HTTP/1.1 204")
    // The number of events that wait is limited.
    #expect(try send(9, keys[0]) == "HTTP/1.1 429")
    #expect(store.state.draft == "")
    for _ in 0..<10 { stage.settle() }
    #expect(store.state.draft == "abcdefg")
    #expect(sizes.value.contains(TerminalSize(columns: 44, rows: 5)))
    #expect(try send(9, keys[0]) == "HTTP/1.1 204")
    #expect(store.state.draft == "abcdefga")
    withExtendedLifetime((first, tab)) {}
  }

  @Test("assistive technology focuses the list of a table by the table's grid")
  func focusOfTable() throws {
    let stage = try PageStage {
      TerminalApp(Store(initial: Names(), reducer: names)) { _, _ in
        Column {
          Button("first") {}.autofocus()
          Table(
            [Named(id: "a"), Named(id: "b")], columns: [TableColumn("Name") { $0.id }])
        }
      }
    }
    let tab = try stage.open()
    let (button, grid) = (try tab.element("button").id, try tab.element("grid").id)
    for event in ["focus", "click"] {
      #expect(tab.page.focus == button)
      try tab.send("{\"t\":\"\(event)\",\"id\":\(grid)}")
      try tab.connect()
      #expect(tab.page.focus == grid, "\(event)")
      try tab.send("{\"t\":\"focus\",\"id\":\(button)}")
      try tab.connect()
    }
  }

  @Test("the main actor runs other work between the slices of pages")
  func slices() {
    let (queue, order) = (ManualMainQueue(), Captured<[String]>([]))
    let work = PageWork(slice: .zero) { queue.add($0) }
    for number in 1...3 { work.add { order.value.append("page \(number)") } }
    queue.add { order.value.append("key") }
    queue.run()
    #expect(order.value == ["page 1", "key", "page 2", "page 3"])
  }

  @Test("the server refuses a request without a token before its body arrives")
  func bodyWithoutToken() throws {
    let stage = try stage()
    let head =
      "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(stage.server.port)\r\n"
      + "Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"
    #expect(try TestClient(port: stage.server.port).status(of: head) == 401)
  }

  @Test("a click on an element below a dialog does nothing")
  func coveredClick() throws {
    let pressed = Captured(0)
    let store = Store(initial: Names(), reducer: names)
    let stage = try PageStage {
      TerminalApp(store) { state, dispatch in
        Column {
          Button("below") { pressed.value += 1 }
          if state.draft == "open" { Dialog("over", onClose: {}) { Button("in it") {} } }
        }
      }
    }
    let tab = try stage.open()
    let click = "{\"t\":\"click\",\"id\":\(try tab.element("button").id)}"
    try tab.send(click)
    #expect(pressed.value == 1)
    store.dispatch(.changed("open"))
    stage.settle()
    try tab.send(click)
    #expect(pressed.value == 1)
  }

  @Test("a session whose browser has reconnected does not end by an earlier timeout")
  func earlierTimeout() throws {
    let stage = try stage()
    let tab = try stage.open()
    try tab.send("{\"t\":\"click\",\"id\":\(try tab.element("button").id)}")
    for _ in 0..<3 {
      tab.hangUp()
      stage.clock.advance(by: .seconds(300))
      stage.queue.run()
      try tab.connect()
    }
    stage.clock.advance(by: .seconds(3000))
    stage.queue.run()
    try tab.connect()
    #expect(tab.text.contains("‹own 1›"))
  }

  /// A stage and the terminal of the program's last session.
  private func terminalStage() throws -> (PageStage, Slot<TerminalControl>) {
    let control = Slot<TerminalControl>()
    let stage = try PageStage {
      TerminalApp(Store(initial: Names(), reducer: names)) { _, _, terminal in
        let _ = control.value = terminal
        Text("shown")
      }
    }
    return (stage, control)
  }

  @Test("the server returns the screen of a tab whose program takes no input")
  func screenWithoutInput() throws {
    let (stage, control) = try terminalStage()
    let tab = try stage.open()
    try #require(control.value?.session).refusesInput = { true }
    #expect(try tab.screen().contains("shown\n"))
  }

  @Test("in a browser, a text can be copied, and suspend throws an error that names the browser")
  func terminalOfPage() async throws {
    let (stage, control) = try terminalStage()
    let tab = try stage.open()
    let terminal = try #require(control.value)
    #expect(terminal.copy("hello"))
    let error = await #expect(throws: TerminalError.self) { try await terminal.suspend {} }
    #expect(error?.description.contains("browser") == true)
    withExtendedLifetime(tab) {}
  }

  @Test("an error is reported if the new links after a browser used one cannot be written")
  func lostLinkFile() throws {
    let folder = try TemporaryFolder()
    let inner = folder.file("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    var options = PageOptions(name: "test")
    let path = "\(inner)/links"
    options.linkFile = path
    let (queue, clock) = (ManualMainQueue(), ManualClock())
    let errors = Captured<[String]>([])
    let server = try PageServer(
      options, scheduler: clock, runOnMainActor: { queue.add($0) },
      report: { errors.value.append($0.description) }
    ) { device, runOnMainActor in
      try namesApp(Store(initial: Names(), reducer: names))
        .start(on: device, scheduler: clock, runOnMainActor: runOnMainActor)
    }
    defer { server.stop() }
    func pair() throws {
      let code = server.link.components(separatedBy: "#")[1]
      _ = try PageTab.post("pair", "{\"code\":\"\(code)\"}", nil, server.port)
      queue.run()
    }
    try pair()
    #expect(folder.text("inner/links")?.contains(server.link) == true)
    #expect(errors.value == [])
    try FileManager.default.removeItem(atPath: inner)
    try pair()
    #expect(errors.value.count == 1)
    #expect(errors.value.first?.hasPrefix("\(path) cannot be written: ") == true)
  }

  @Test("the server returns the screen of a tab as text")
  func screenAsText() throws {
    let stage = try stage()
    let tab = try stage.open()
    let text = try tab.screen()
    #expect(text.contains("‹own 0›\n"))
    #expect(text.contains("\nown 0, button\n"))
    #expect(text.hasSuffix("focus: text field\n"))
  }
}
