import Millrace
import MillraceMarkup
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceMarkupLoader

@MainActor
@Suite("Nodes from documents", .timeLimit(.minutes(20)))
struct NodeLoaderTests {
  // MARK: - Issues of a document

  /// The issues with line, column and message.
  private func issues(
    xml: String, _ loader: NodeLoader = NodeLoader(), items: Bool = false
  ) -> [String] {
    messages { () throws(NodeLoaderError) in
      if items { _ = try loader.items(xml: xml.utf8) } else { _ = try loader.node(xml: xml.utf8) }
    }
  }

  private func issues(
    json: String, _ loader: NodeLoader = NodeLoader(), items: Bool = false
  ) -> [String] {
    messages { () throws(NodeLoaderError) in
      if items {
        _ = try loader.items(json: json.utf8)
      } else {
        _ = try loader.node(json: json.utf8)
      }
    }
  }

  private func messages(_ load: () throws(NodeLoaderError) -> Void) -> [String] {
    do throws(NodeLoaderError) {
      try load()
      return []
    } catch {
      return error.issues.map {
        "\($0.position.line):\($0.position.column): \($0.message)"
      }
    }
  }

  private func stage(_ node: Node, columns: Int = 30, rows: Int = 6) throws -> TestStage {
    try TestStage(
      TerminalApp(Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })) { node },
      columns: columns, rows: rows)
  }

  // MARK: - Elements

  @Test("a document cannot ask for more cells than a screen could show")
  func largestSizes() {
    #expect(
      issues(xml: "<Column><Divider width=\"1000000000\"/><Box height=\"10001\"/></Column>") == [
        "1:25: 1000000000 is too large: at most 10000 cells, or 1000%",
        "1:51: 10001 is too large: at most 10000 cells, or 1000%",
      ])
    #expect(
      issues(json: #"{"element": "Row", "gap": 20000, "aspectRatio": 0.000001}"#) == [
        "1:27: 20000 is too large: at most 10000 cells, or 1000%",
        "1:49: 1e-06 is out of range: 0.01 to 100",
      ])
  }

  @Test("only allowed elements are accepted")
  func elements() {
    #expect(issues(xml: "<Row><Text text=\"a\"/><Spacer/></Row>") == [])
    #expect(
      issues(xml: "<Row><Text text=\"a\"/><Dialog title=\"b\"/></Row>") == [
        "1:23: \"Dialog\" is not an element that is allowed here"
      ])
    #expect(
      issues(xml: "<Txt text=\"a\"/>") == [
        "1:2: \"Txt\" is not an element that is allowed here; did you mean \"Text\"?"
      ])
    #expect(
      issues(json: #"{"element": "Text", "text": "a"}"#, NodeLoader(elements: ["Row"])) == [
        "1:14: \"Text\" is not an element that is allowed here"
      ])
  }

  @Test("an alias of an allowed element is allowed")
  func aliases() throws {
    let node = try NodeLoader(elements: ["Text"]).node(
      xml: "<Label text=\"a\" textColor=\"red\"/>".utf8)
    #expect(try stage(node).rows == ["a"])
  }

  @Test("a document cannot use values, conditions, loops, components or styles of the program")
  func program() {
    let loader = NodeLoader(elements: Set(MarkupRegistry.names))
    #expect(
      issues(
        xml:
          "<Column><for each=\"a\" in=\"{all}\" key=\"{a.id}\"><Text text=\"b\"/></for></Column>",
        loader)
        == [
          "1:27: an untrusted document must not use values of the program: {all}",
          "1:39: an untrusted document must not use values of the program: {a.id}",
        ])
    #expect(
      issues(xml: "<Text text=\"a\" hidden=\"{b}\" width=\"{c}\" style=\"d\"/>", loader) == [
        "1:48: there is no style \"d\"",
        "1:24: an untrusted document must not use values of the program: {b}",
        "1:36: an untrusted document must not use values of the program: {c}",
      ])
    #expect(
      issues(xml: "<Text text=\"a\" hidden=\"width :lt 80\"/>", loader) == [
        "1:24: an untrusted document must not use conditions"
      ])
    #expect(
      issues(xml: "<Column><Component type=\"Page\"/></Column>", loader) == [
        "1:10: an untrusted document must not use components"
      ])
    #expect(issues(xml: "<List of=\"{a}\" as=\"b\"/>", loader).count > 0)
  }

  @Test("layout: attributes are allowed only in a Constrained, also if it is the root")
  func constraints() throws {
    let loader = NodeLoader(elements: ["Constrained", "Text"])
    #expect(
      issues(xml: "<Text text=\"a\" layout:left=\"other\"/>", loader) == [
        "1:2: layout: attributes place the children of a <Constrained>"
      ])
    let node = try loader.node(
      xml:
        "<Constrained><Text text=\"a\" layout:left=\"super offset(2)\" layout:top=\"super\"/></Constrained>"
        .utf8)
    #expect(try stage(node).rows == ["  a"])
  }

  @Test("braces are plain text")
  func braces() throws {
    let node = try NodeLoader().node(
      xml: "<Column><Text text=\"{a} {{ }\"/><Text>{$b:percent}</Text></Column>".utf8)
    #expect(try stage(node).rows == ["{a} {{ }", "{$b:percent}"])
    let button = try NodeLoader(actions: ["go": NodeAction { () in }]).node(
      json: #"{"element": "Button", "title": "{c", "onPress": "go"}"#.utf8)
    #expect(try stage(button).rows[0].contains("{c"))
  }

  @Test("only web and mail addresses are accepted as links")
  func links() {
    func link(_ address: String) -> [String] {
      issues(xml: "<Text><Span text=\"a\" link=\"\(address)\"/></Text>")
    }
    for address in ["https://a.b", "http://a.b", "mailto:a@b.c", "HTTPS://a.b"] {
      #expect(link(address) == [])
    }
    for address in ["file:///etc/passwd", "javascript:a()", " https://a.b", "https:a", "//a.b", ""]
    {
      #expect(
        link(address) == ["1:28: a link must begin with https:, http: or mailto:"],
        "\(address)")
    }
  }

  // MARK: - Actions

  @Test("an action is called with the document's values, converted to its parameter types")
  func actions() throws {
    let calls = Captured<[String]>([])
    let loader = NodeLoader(actions: [
      "none": NodeAction { () in calls.value.append("none") },
      "all": NodeAction { (name: String, count: Int, share: Double, isOn: Bool) in
        calls.value.append("\(name) \(count) \(share) \(isOn)")
      },
    ])
    let node = try loader.node(
      xml: """
        <Column><Button title="a" onPress="none"/><Button title="b" onPress="all('x, y', -3, 2, true)"/>
        <Button title="c" onPress="all('', 1000000000, 0.25, false)"/></Column>
        """.utf8)
    let stage = try stage(node)
    stage.terminal.send(.enter, .tab, .enter, .tab, .enter)
    stage.settle()
    #expect(calls.value == ["none", "x, y -3 2.0 true", " 1000000000 0.25 false"])
  }

  @Test("a wrong number of arguments, a wrong type and an unknown name are errors at loading")
  func wrongActions() {
    let loader = NodeLoader(actions: [
      "open": NodeAction { (_: Int) in }, "say": NodeAction { (_: String, _: Bool) in },
      "close": NodeAction { () in },
    ])
    func press(_ event: String) -> [String] {
      issues(xml: "<Button title=\"a\" onPress=\"\(event)\"/>", loader)
    }
    #expect(press("open(1)") == [])
    #expect(press("open") == ["1:28: open takes a whole number"])
    #expect(press("open(1, 2)") == ["1:28: open takes a whole number"])
    #expect(press("open(1.5)") == ["1:28: open takes a whole number"])
    #expect(press("open('1')") == ["1:28: open takes a whole number"])
    #expect(press("open(.max)") == ["1:28: open takes a whole number"])
    #expect(press("close(1)") == ["1:28: close takes no values"])
    #expect(press("say(true, 'a')") == ["1:28: say takes a string, true or false"])
    #expect(
      press("opne(1)") == [
        "1:28: \"opne\" is not an action that is allowed here; did you mean \"open\"?"
      ])
    #expect(
      press("open(id)") == [
        "1:28: an untrusted document must not use values of the program: {id}",
        "1:28: open takes a whole number",
      ])
    #expect(press("open(99999999999999999999)").count == 1)
    #expect(
      issues(json: #"{"element": "Button", "title": "a", "onPress": "exit()"}"#) == [
        "1:49: \"exit\" is not an action that is allowed here"
      ])
  }

  @Test("a control's value is passed last, and must have the type that the action takes")
  func added() throws {
    let calls = Captured<[String]>([])
    let loader = NodeLoader(
      elements: ["TextField", "Text", "Column"],
      actions: [
        "changed": NodeAction { (id: Int, text: String) in calls.value.append("\(id) \(text)") },
        "flag": NodeAction { (isOn: Bool) in calls.value.append("\(isOn)") },
        "count": NodeAction { (_: Int) in },
      ])
    let node = try loader.node(
      xml: "<TextField text=\"a\" onChange=\"changed(7)\" onFocusChange=\"flag\"/>".utf8)
    let stage = try stage(node)
    stage.terminal.send(.tab, .end)
    stage.terminal.type("b")
    stage.settle()
    #expect(calls.value.contains("7 ab"))
    #expect(calls.value.contains("true"))
    #expect(
      issues(xml: "<Text text=\"a\" onHover=\"count\"/>", loader) == [
        "1:25: count takes a whole number; onHover adds true or false last"
      ])
    #expect(
      issues(xml: "<TextField text=\"a\" onChange=\"flag\"/>", loader) == [
        "1:31: flag takes true or false; onChange adds a string last"
      ])
    #expect(
      issues(xml: "<TextField text=\"a\" onChange=\"changed\"/>", loader) == [
        "1:31: changed takes a whole number, a string; onChange adds a string last"
      ])
  }

  // MARK: - Limits

  private func limited(_ change: (inout MarkupLimits) -> Void) -> NodeLoader {
    // No time limit: on a busy machine, time passes while the reader waits for the processor.
    var limits = MarkupLimits.untrusted
    limits.time = nil
    change(&limits)
    return NodeLoader(limits: limits)
  }

  @Test("each exceeded limit is an error")
  func limits() {
    let xml = "<Row><Text text=\"abc\"/><Text text=\"d\" bold=\"true\"/></Row>"
    #expect(
      issues(xml: xml, limited { $0.bytes = 10 }) == [
        "1:1: more than 10 bytes in the file: make it smaller"
      ])
    #expect(
      issues(xml: xml, limited { $0.depth = 1 }) == [
        "1:7: more than 1 levels of elements: make it smaller"
      ])
    #expect(
      issues(xml: xml, limited { $0.elements = 2 }) == [
        "1:25: more than 2 elements: make it smaller"
      ])
    #expect(
      issues(xml: xml, limited { $0.attributes = 1 }) == [
        "1:39: more than 1 attributes of one element: make it smaller"
      ])
    #expect(issues(xml: xml, limited { $0.length = 2 }).count == 1)
    #expect(
      issues(xml: xml, limited { $0.time = .zero }) == [
        "1:5: reading took too long: make the file smaller"
      ])
    #expect(
      issues(json: #"{"element": "Text", "text": "abc"}"#, limited { $0.time = .zero }).first?
        .contains("reading took too long: make the file smaller") == true)
  }

  @Test("entities, document types and processing instructions are errors")
  func tricks() {
    let bomb = """
      <!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>
      <Text text="&c;"/>
      """
    #expect(issues(xml: bomb) == ["1:1: no instruction or document type here: remove it"])
    #expect(issues(xml: "<Text text=\"&b;\"/>").count == 1)
    #expect(issues(xml: "<Text text=\"&#0;\"/>").count == 1)
    #expect(issues(xml: "<Text text=\"&#27;[2J\"/>").count == 1)
    #expect(
      issues(xml: "<?xml-stylesheet href=\"file:///a\"?><Text text=\"a\"/>") == [
        "1:1: no instruction or document type here: remove it"
      ])
    #expect(
      issues(xml: "<x:include xmlns:x=\"http://www.w3.org/2001/XInclude\" href=\"/a\"/>").count == 1
    )
    #expect(issues(json: "").count == 1)
    #expect(issues(xml: "").count == 1)
    #expect(issues(xml: "\u{FEFF}").count == 1)
    #expect(issues(json: "[]").count == 1)
  }

  @Test("60 nested levels are accepted, and 10,000 are an error with any limits")
  func depth() throws {
    func xml(_ depth: Int) -> String {
      String(repeating: "<Column>", count: depth) + "<Text text=\"deep\"/>"
        + String(repeating: "</Column>", count: depth)
    }
    func json(_ depth: Int) -> String {
      String(repeating: #"{"element": "Column", "children": ["#, count: depth)
        + #"{"element": "Text", "text": "deep"}"# + String(repeating: "]}", count: depth)
    }
    let standard = limited { _ in }
    #expect(try stage(standard.node(xml: xml(60).utf8)).rows == ["deep"])
    #expect(try stage(standard.node(json: json(60).utf8)).rows == ["deep"])
    var limits = MarkupLimits.file
    (limits.bytes, limits.depth, limits.elements) = (.max, .max, .max)
    for loader in [standard, NodeLoader(limits: limits)] {
      for issues in [issues(xml: xml(10_000), loader), issues(json: json(10_000), loader)] {
        #expect(issues.count == 1)
        #expect(issues[0].contains("levels of elements: make it smaller"))
      }
    }
  }

  @Test("documents of the largest size are read")
  func greatest() throws {
    let loader = limited { _ in }
    let item = "<Row><Text text=\"some words, and some more\"/><Spacer/></Row>"
    let items = String(repeating: item, count: rounds(660, long: 6_600))
    _ = try loader.node(xml: "<Column>\(items)</Column>".utf8)
    let text = String(repeating: "w", count: 64 << 10)
    let long = "<Column>" + String(repeating: "<Text text=\"\(text)\"/>", count: 15) + "</Column>"
    #expect(try stage(loader.node(xml: long.utf8)).rows.count == 6)
    let wide = "<Row>" + String(repeating: "<Spacer/>", count: 19_999) + "</Row>"
    let node = try loader.node(xml: wide.utf8)
    // It takes longer to show them than to read them.
    if isLong { #expect(try stage(node).rows == []) }
    let shown = "<Row>" + String(repeating: "<Spacer/>", count: 1_999) + "</Row>"
    #expect(try stage(loader.node(xml: shown.utf8)).rows == [])
  }

  @Test("a document full of mistakes reports at most a hundred short issues")
  func many() {
    let loader = limited { _ in }
    let wrong = String(repeating: "<Txt a=\"1\"/>", count: rounds(2_000, long: 19_000))
    #expect(issues(xml: "<Row>" + wrong + "</Row>", loader).count == 100)
    #expect(issues(xml: "<Row>" + wrong + "</Row>", loader, items: true).count == 100)
    let attributes = (0..<60).map { " a\($0)=\"\"" }.joined()
    let row = String(repeating: "<Row\(attributes)/>", count: rounds(150, long: 1_500))
    #expect(issues(xml: "<Row>" + row + "</Row>", loader).count == 100)
    let paths = String(repeating: "a.b,", count: rounds(1_500, long: 15_000))
    let events = String(repeating: "<Text text=\"a\" onClick=\"a(\(paths)1)\"/>", count: 10)
    #expect(issues(xml: "<Row>" + events + "</Row>", loader).count == 100)
    let long = String(repeating: "x", count: 64 << 10)
    let error = issues(xml: "<Text text=\"a\" width=\"\(long)\"/>", loader)
    #expect(error.count == 1 && error[0].utf8.count < 1_100)
    let marks = String(repeating: "\u{301}", count: 32_000)
    let heavy = issues(xml: "<Text text=\"a\" width=\"a\(marks)\"/>", loader)
    #expect(heavy.count == 1 && heavy[0].utf8.count < 1_100)
  }

  // MARK: - Screen

  @Test("control characters and direction overrides are shown as visible characters")
  func safety() throws {
    let words = "a\\u202eb\\u2066c\\u0085d\\u009be\\u007ff\\u200fg\\r\\th"
    let json =
      #"{"element": "Column", "children": [{"element": "Text", "text": "\#(words)"}, "#
      + #"{"element": "Box", "title": "\#(words)"}, {"element": "Spinner", "title": "\#(words)"}]}"#
    let stage = try stage(NodeLoader().node(json: json.utf8), columns: 60)
    let screen = stage.rows.joined()
    #expect(screen.contains("a") && screen.contains("h"))
    for scalar in screen.unicodeScalars {
      let isControl =
        scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || 0x202A...0x202E ~= scalar.value
        || 0x2066...0x2069 ~= scalar.value
      #expect(!isControl, "\(scalar.value)")
    }
  }

  @Test("an error quotes the document without its control characters")
  func quotes() {
    #expect(
      issues(json: #"{"element": "Text", "text": "a", "width": "\u009b2J\u202e\n"}"#) == [
        "1:44: \"\u{FFFD}2J\u{FFFD} \" is not a length: 10, 50%, auto, minContent, maxContent, "
          + "fitContent, stretch, content"
      ])
    let key = issues(json: #"{"element": "Text", "\u009b": 1}"#)
    #expect(
      key == ["1:22: \"\u{FFFD}\" is not a name: write one of letters and digits"])
  }

  @Test("a cluster of 10,000 scalars is cut")
  func clusters() throws {
    let text = "a" + String(repeating: "\u{301}", count: 10_000) + "b"
    let rows = try stage(NodeLoader().node(xml: "<Text text=\"\(text)\"/>".utf8)).rows
    #expect(rows.count == 1)
    #expect(rows[0].unicodeScalars.count < 100)
  }

  @Test("huge, negative and invalid sizes do not crash, and stay in their box")
  func sizes() throws {
    let names = [
      "width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight", "basis", "grow",
      "shrink",
      "padding", "paddingLeft", "margin", "marginTop", "left", "top", "right", "bottom",
      "aspectRatio", "gap",
    ]
    for name in names {
      for value in [
        "10000", "-10000", "1000%", "-50%", "0", "0.0001", "minContent",
      ] {
        let element =
          "<Column \(name)=\"\(value)\"><Text text=\"xxxx\"/><Text text=\"xxxx\"/></Column>"
        guard let node = try? NodeLoader().node(xml: element.utf8) else {
          #expect(["grow", "shrink", "aspectRatio"].contains(name), "\(element)")
          continue
        }
        let page = Column {
          Text("above")
          Column { node }.height(3)
          Text("below")
        }.node
        let rows = try stage(page, columns: 10, rows: 5).rows
        #expect(rows.first == "above", "\(element)")
        #expect(rows.last == "below", "\(element)")
        #expect(rows.count == 5, "\(element)")
      }
    }
    #expect(issues(xml: "<Row width=\"1e9\"/>").count == 1)
    #expect(issues(xml: "<Row width=\"NaN\"/>").count == 1)
    #expect(issues(xml: "<Row grow=\"inf\"/>").count == 1)
    #expect(issues(xml: "<Row width=\"10000000000\"/>").count == 1)
    let bars = """
      <Column><ProgressBar share="-5"/><ProgressBar share="10000"/>
      <ProgressBar done="1" total="0"/><ProgressBar done="-1000000000" total="-1" showsPercent="true"/></Column>
      """
    #expect(try stage(NodeLoader().node(xml: bars.utf8)).rows.count == 4)
  }

  @Test("JSON and XML of a tree give the same screen")
  func forms() throws {
    let loader = NodeLoader(actions: ["open": NodeAction { (_: Int) in }])
    let xml = """
      <Box title="a" gap="1"><Row gap="2"><Text bold="true">one <Span text="two" color="red"/> three</Text>
      <Spacer/><Button title="Open" onPress="open(1)"/></Row><ProgressBar share="0.5" showsPercent="true"/>
      <Divider/></Box>
      """
    let json = """
      {"element": "Box", "title": "a", "gap": 1, "children": [
        {"element": "Row", "gap": 2, "children": [
          {"element": "Text", "bold": true,
           "children": ["one ", {"element": "Span", "text": "two", "color": "red"}, " three"]},
          {"element": "Spacer"}, {"element": "Button", "title": "Open", "onPress": "open(1)"}]},
        {"element": "ProgressBar", "share": 0.5, "showsPercent": true}, {"element": "Divider"}]}
      """
    let one = try stage(loader.node(xml: xml.utf8), rows: 8)
    let other = try stage(loader.node(json: json.utf8), rows: 8)
    #expect(one.rows == other.rows)
    #expect(one.terminal.virtualScreen.styledText == other.terminal.virtualScreen.styledText)
    #expect(one.rows[1].contains("one two three"))
  }

  // MARK: - Items

  @Test("each item needs a unique id")
  func ids() throws {
    #expect(
      issues(
        xml: "<a><Text id=\"x\" text=\"1\"/><Text text=\"2\"/>\n<Text id=\"x\" text=\"3\"/></a>",
        items: true)
        == [
          "1:28: an item needs an id", "2:11: the id \"x\" is repeated",
        ])
    #expect(
      issues(
        json:
          #"[{"element": "Spacer", "id": 1}, {"element": "Spacer", "id": "1"}, {"element": "Spacer"}]"#,
        items: true) == [
          "1:63: the id \"1\" is repeated", "1:81: an item needs an id",
        ])
    let items = try NodeLoader().items(
      json: #"[{"element": "Spacer", "id": 1}, {"element": "Row", "id": "b"}]"#.utf8)
    #expect(items.map(\.id) == ["1", "b"])
    #expect(try NodeLoader().items(json: "[]".utf8).isEmpty)
    #expect(
      issues(json: #"{"element": "Row", "children": []}"#, items: true) == [
        "1:1: no array: write [ ]"
      ])
    #expect(try NodeLoader().items(xml: "<a/>".utf8).isEmpty)
  }

  @Test("an error in an item has its position in the document")
  func positions() {
    func rows(_ wrong: Int, _ make: (Int, String) -> String) -> [String] {
      (0..<80).map { make($0, $0 == wrong ? "colour" : "color") }
    }
    let json = rows(57) { index, name in
      """
      {"element": "Row", "id": \(index), "children": ["", {"element": "Spacer"},
       {"element": "Text", "text": "a", "\(name)": "red"}]}
      """
    }
    #expect(
      issues(json: "[\n" + json.joined(separator: ",\n") + "]", items: true) == [
        "117:36: \"colour\" is not an attribute of Text; did you mean \"color\"?"
      ])
    let xml = rows(56) {
      "<Row id=\"\($0)\"><Text text=\"a\"/><Text text=\"a\" \($1)=\"red\"/></Row>\n"
    }
    #expect(
      issues(xml: "<all>\n" + xml.joined() + "</all>", items: true) == [
        "58:45: \"colour\" is not an attribute of Text; did you mean \"color\"?"
      ])
  }

  @Test("text between items is an error")
  func words() {
    #expect(
      issues(xml: "<a>words<Text id=\"1\" text=\"b\"/></a>", items: true) == [
        "1:4: \"words\" is text between items: put it into a <Text>"
      ])
  }

  @Test("items in a list keep local state and focus by id when the document changes")
  func identity() throws {
    struct Frame: Equatable { var json = "" }
    let store = Store<Frame, String>(initial: Frame(), reducer: Reducer { $0.json = $1 })
    let calls = Captured<[Int]>([])
    func json(_ ids: [Int]) -> String {
      "["
        + ids.map {
          #"{"element": "Button", "id": \#($0), "title": "n\#($0)", "onPress": "press(\#($0))"}"#
        }
        .joined(separator: ",") + "]"
    }
    store.dispatch(json([1, 2, 3]))
    let loader = NodeLoader(actions: ["press": NodeAction { (id: Int) in calls.value.append(id) }])
    let stage = try TestStage(
      TerminalApp(store) { state, _, _ in
        List(try loader.items(json: state.json.utf8)) { item in
          Row {
            item.node
            Counter()
          }
        }
      }, columns: 30, rows: 8)
    stage.terminal.send(.tab, .down)
    stage.settle()
    stage.terminal.send(.tab)
    stage.settle()
    stage.terminal.send(.enter, .tab, .enter, .enter)
    stage.settle()
    #expect(calls.value == [2])
    #expect(stage.rows.contains { $0.contains("n2") && $0.contains("count 2") })
    store.dispatch(json([4, 3, 2, 1]))
    stage.settle()
    #expect(stage.rows.filter { $0.contains("count 2") }.count == 1)
    #expect(stage.rows.contains { $0.contains("n2") && $0.contains("count 2") })
    stage.terminal.send(.enter)
    stage.settle()
    #expect(stage.rows.contains { $0.contains("n2") && $0.contains("count 3") })
  }
}

private struct Counter: Component, Equatable {
  @Local var count = 0

  var body: Node { Button("count \(count)") { count += 1 }.node }
}
