import Testing

@testable import MillraceMarkup

/// The exact messages of the checker.
@Suite("Markup checker")
struct CheckerTests {
  /// The messages about the content of a component, without the file's name.
  private func issues(
    _ content: String, attributes: String = " anonymous=\"true\""
  ) -> [String] {
    let source = MarkupSource(
      "<Component\(attributes)>\n\(content)\n</Component>", name: "A.ui.xml")
    return MarkupChecker.check(source).issues.map {
      String($0.description.dropFirst("A.ui.xml:".count))
    }
  }

  private let noCondition =
    " is no condition: there are {name} for a property, true, false, width :lt 80, horizontal == compact, portrait and "
    + "landscape"

  @Test("an issue has the file, line and column, and a suggestion")
  func position() {
    let source = MarkupSource(
      "<Component>\n  <Text\n      text=\"Hello\"\n      collor=\"red\" />\n</Component>",
      name: "Greeter.ui.xml")
    #expect(
      MarkupChecker.check(source).issues.map(\.description) == [
        "Greeter.ui.xml:4:7: error: \"collor\" is not an attribute of Text; did you mean \"color\"?"
      ])
  }

  @Test("all mistakes of a file are reported")
  func all() {
    #expect(
      issues(
        """
        <Tex text="a"/>
        <Text text="a" color="pinc"/>
        <Button title="Save" onPress="save"/>
        <Row gap="x"><Text text="{nmae}"/></Row>
        <Column>words</Column>
        """) == [
          "2:2: error: \"Tex\" is not an element; did you mean \"Text\"?",
          "3:23: error: \"pinc\" is not a color: there are default, black, red, green, yellow, blue, magenta, cyan, "
            + "white, brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, "
            + "brightWhite and #rrggbb",
          "4:31: error: \"save\" is not an event of A: declare it with <event name=\"save\"/>",
          "5:11: error: \"x\" is not a length: 10, 50%, auto, minContent, maxContent, fitContent, stretch, content",
          "5:26: error: \"nmae\" is not a property of A",
          "6:9: error: \"words\" is outside a <Text>: put text into one",
        ])
  }

  @Test("the nearest property, event, style, keyword, constraint or anchor is suggested")
  func suggestions() {
    #expect(
      issues(
        """
        <property name="name" type="String"/>
        <event name="greet"/>
        <styles><TextStyle name="warning" color="red"/></styles>
        <Text text="{nmae}" style="warnig" align="centre" layout:lefft="super"/>
        <Button title="Go" onPress="gret" layout:left="super.leadng"/>
        """) == [
          "5:28: error: there is no style \"warnig\"; did you mean \"warning\"?",
          "5:13: error: \"nmae\" is not a property of A; did you mean \"name\"?",
          "5:43: error: \"centre\" is not one of leading, center, trailing, left, right; did you mean \"center\"?",
          "5:51: error: \"layout:lefft\" is not a constraint; did you mean \"layout:left\"?",
          "6:29: error: \"gret\" is not an event of A; did you mean \"greet\"?",
          "6:54: error: \"leadng\" is not an anchor; did you mean \"leading\"?",
        ])
  }

  @Test("missing attributes and misplaced elements are reported")
  func structure() {
    #expect(
      issues(
        """
        <Text/>
        <Button title="Go"/>
        <Spacer><Text text="a"/></Spacer>
        <Tabs selection="{$tab}"><Text text="a"/></Tabs>
        <Tab id="a" title="A"/>
        <else><Text text="a"/></else>
        <Button title="a" onPress="go">Go</Button>
        <Component type="Other">words</Component>
        """, attributes: " anonymous=\"false\"") == [
          "2:2: error: <Text> needs text=\"…\", or words between its tags",
          "3:2: error: <Button> needs onPress=\"…\"",
          "4:10: error: <Text> is not allowed in <Spacer>",
          "5:27: error: <Text> is not allowed in <Tabs>",
          "6:2: error: <Tab> is not allowed in <Component>",
          "7:2: error: <else> must follow an <if>, or an <else> with a test",
          "8:32: error: \"Go\" is outside a <Text>: put text into one",
          "9:25: error: \"words\" is outside a <Text>: put text into one",
        ])
  }

  @Test("mistakes in braces, events, conditions and constraints are reported")
  func values() {
    #expect(
      issues(
        """
        <Text text="a {name b"/>
        <Text text="a } b"/>
        <Text text="{a:fixt(2)}"/>
        <Button title="Go" onPress="go(1,"/>
        <if test="{a} and"><Text text="a"/></if>
        <if test="width 80"><Text text="a"/></if>
        <Text text="a" layout:left="super ofset(1)" layout:width=":less 3" layout:top="super @ 2000"/>
        """, attributes: " anonymous=\"false\"") == [
          "2:21: error: } is missing after {name: write {{ for a brace",
          "3:15: error: } has no {: write }} for a literal brace",
          "4:16: error: \"fixt\" is not a format: there are uppercased, lowercased, fixed(2), percent, padded(5)",
          "5:34: error: a property path has names and dots, as item.title, not the end",
          "6:18: error: the end" + noCondition, "7:11: error: \"width 80\"" + noCondition,
          "8:35: error: a modifier is offset(2), inset(2), multiplied(by: 2) or divided(by: 2); did you mean "
            + "\"offset\"?",
          "8:59: error: a constraint has a relation as :lte, and a number or a target: super, self, a field or "
            + "id:NAME; not \":less 3\"",
          "8:87: error: a priority is required, high, medium, low, or a number from 1 to 1000",
        ])
  }

  @Test("a constraint's target must be a sibling")
  func targets() {
    #expect(
      issues(
        """
        <Text text="a" field="title" layout:left="super"/>
        <Text text="b" layout:below="titel"/>
        <Row><Text text="c" layout:left="super"/></Row>
        """) == [
          "4:2: error: layout: attributes place the children of a <Component> or <Constrained>, not those of <Row>",
          "3:30: error: \"titel\" is not a field or layout:id beside this element; did you mean \"title\"?",
        ])
  }

  @Test("a loop's variable is known only in the loop, and a loop has one element")
  func loops() {
    #expect(
      issues(
        """
        <property name="items" type="[Todo]"/>
        <Column><for each="item" in="{items}" key="{item.id}"><Text text="{item.title}"/></for></Column>
        <Text text="{item.title}"/>
        <Column><for each="item" in="{items}" key="{item.id}"><Text text="a"/><Text text="b"/></for></Column>
        """) == [
          "4:13: error: \"item\" is not a property of A; did you mean \"items\"?",
          "5:10: error: <for> must contain exactly one element, which gets the key",
        ])
  }

  @Test("a binding needs a state or a binding property")
  func bindings() {
    #expect(
      issues(
        """
        <property name="name" type="String"/>
        <property name="given" type="Binding<String>"/>
        <state name="draft" type="String" value="&quot;&quot;"/>
        <TextField text="{$draft}"/>
        <TextField text="{$given}"/>
        <TextField text="{$name}"/>
        <TextField text="{name}"/>
        <Tabs selection="{name}"><Tab id="a" title="A"/></Tabs>
        """.replacing("Binding<String>", with: "Binding&lt;String>")) == [
          "7:18: error: \"name\" cannot be set: {$name} needs a state, or a property of a type Binding<…>",
          "8:2: error: <TextField> needs text=\"{$…}\", or text and onChange, or a field that holds its text",
          "9:18: error: this attribute also sets the value: write {$name}",
        ])
  }

  @Test("styles are found in their group, extend each other, and belong to an element")
  func styles() {
    var styles = MarkupStyles()
    let group = MarkupSource(
      "<styleGroup name=\"common\">\n<TextStyle name=\"strong\" bold=\"yes\"/>\n<ButtonStyle name=\"wide\" width=\"20\"/>"
        + "\n<TextStyle name=\"loop\" extend=\"common.loop\"/></styleGroup>",
      name: "common.styles.xml")
    #expect(styles.addFile(group) == [])
    let source = MarkupSource(
      "<Component>\n<Text text=\"a\" style=\":common:strong\"/>\n<Text text=\"a\" style=\"common.wide\"/>\n"
        + "<Text text=\"a\" style=\"common.loop\"/></Component>", name: "A.ui.xml")
    #expect(
      MarkupChecker.check(source, styles: styles).issues.map(\.description) == [
        "common.styles.xml:2:32: error: \"yes\"" + noCondition,
        "A.ui.xml:3:23: error: \"common.wide\" is a style of Button, not of Text",
        "common.styles.xml:4:32: error: the style \"common.loop\" extends itself",
      ])
  }

  @Test("a mistake in a file of styles is reported in that file")
  func mistakesInStyles() {
    var styles = MarkupStyles()
    let group = MarkupSource(
      """
      <styleGroup name="common">
      <TextStyle name="value" text="{nope}"/>
      <ButtonStyle name="event" onPress="nope"/>
      <TextStyle name="constraint" layout:left="[{nope}] super" layout:lefft="super"/>
      <TextStyle name="override" layout:left="go = super"/>
      <TextStyle name="target" layout:below="other"/>
      </styleGroup>
      """, name: "common.styles.xml")
    #expect(styles.addFile(group) == [])
    let source = MarkupSource(
      """
      <Component anonymous="true"><event name="go"/>
      <Text style="common.value">a</Text>
      <Button style="common.event" title="a" onPress="go"/>
      <Text style="common.constraint">a</Text>
      <Text style="common.override">a</Text>
      <Text style="common.target">a</Text>
      <Text text="{nope}"/>
      </Component>
      """, name: "A.ui.xml")
    #expect(
      MarkupChecker.check(source, styles: styles).issues.map(\.description) == [
        "common.styles.xml:2:31: error: \"nope\" is not a property of A",
        "common.styles.xml:3:36: error: \"nope\" is not an event of A: declare it with <event name=\"nope\"/>",
        "common.styles.xml:4:43: error: \"nope\" is not a property of A",
        "common.styles.xml:4:59: error: \"layout:lefft\" is not a constraint; did you mean \"layout:left\"?",
        "common.styles.xml:5:41: error: \"go\" is declared twice in A",
        "A.ui.xml:7:13: error: \"nope\" is not a property of A",
        "common.styles.xml:6:40: error: \"other\" is not a field or layout:id beside this element",
      ])
  }

  @Test(
    "a field holds the text of a text field that has none of its own, in any order",
    arguments: [
      ("<TextField field=\"nick\"/><Text text=\"Hello {nick}\"/>", ["state nick"]),
      ("<Text text=\"Hello {nick}\"/><Row><TextField field=\"nick\"/></Row>", ["state nick"]),
      ("<TextField text=\"{$nick}\"/><TextField field=\"nick\"/>", ["state nick"]),
      ("<TextField text=\"{$draft}\" field=\"nick\"/>", ["handle nick"]),
      (
        "<Text text=\"{nick}\"/><Component type=\"Part\"><TextField field=\"nick\"/></Component>",
        nil
      ),
      ("<Component type=\"Part\"><TextField field=\"nick\"/></Component>", []),
      ("<Component><TextField field=\"nick\"/></Component>", []),
      ("<TextField field=\"nick\"/><TextField field=\"nick\"/>", nil),
    ] as [(String, [String]?)])
  func textsInFields(content: String, members: [String]?) {
    let source = MarkupSource(
      """
      <Component><state name="draft" type="String" value="nil"/>
      \(content)</Component>
      """, name: "A.ui.xml")
    let component = MarkupChecker.check(source).component
    #expect(component?.members.dropFirst().map { "\($0.kind) \($0.name)" } == members)
    for case .element(let element) in component?.content ?? [] where element.type.name != "Row" {
      #expect(element.attributes.count { $0.type.name == "text" } == 1)
    }
  }

  @Test("a field in an untrusted document holds no text and no focus")
  func untrustedFields() throws {
    func check(_ xml: String) throws -> (node: CheckedNode?, issues: [MarkupIssue]) {
      let source = MarkupSource(xml, name: "d")
      return MarkupChecker.check(
        try MarkupXML.read(source), of: source, allowed: ["TextField", "Button"],
        actions: ["go": []])
    }
    #expect(
      try check("<TextField field=\"a\"/>").issues.map(\.description) == [
        "d:1:2: error: <TextField> needs text=\"{$…}\", or text and onChange, or a field that holds its text"
      ])
    let node = try check("<Button field=\"a\" title=\"a\" onPress=\"go\"/>").node
    guard case .element(let button)? = node else {
      Issue.record("the button is not checked")
      return
    }
    #expect(button.modifiers.map(\.name) == ["anchored"])
  }

  @Test(
    "an untrusted document has no condition in a constraint",
    arguments: ["width :lt 80", "portrait", "!horizontal == compact and true"])
  func untrustedConditions(condition: String) throws {
    let source = MarkupSource(
      "<Constrained><Spacer layout:left=\"[\(condition)] super\"/></Constrained>", name: "d")
    let issues = MarkupChecker.check(
      try MarkupXML.read(source), of: source, allowed: ["Constrained", "Spacer"]
    ).issues
    #expect(
      issues.map(\.description) == [
        "d:1:35: error: an untrusted document must not use conditions"
      ])
  }

  @Test("an untrusted document can use only allowed elements and actions")
  func outside() throws {
    func issues(_ xml: String) throws -> [String] {
      let source = MarkupSource(xml, name: "d")
      return MarkupChecker.check(
        try MarkupXML.read(source), of: source, allowed: ["Column", "Text", "Button", "Span"],
        actions: ["open": [.integer]]
      ).issues.map(\.description)
    }
    #expect(try issues("<Text text=\"{a} }\"/>") == [])
    #expect(try issues("<Button title=\"a\" onPress=\"open(3)\"/>") == [])
    #expect(
      try issues(
        """
        <Column><Button title="a" onPress="open('x')"/><Button title="a" onPress="opn(1)"/>
        <TextField text="a" onChange="open"/><if test="true"><Text text="a"/></if>
        <Text text="a" bold="{a}"/><Component type="A"/><Text><Span text="b" link="file:///etc"/></Text></Column>
        """) == [
          "d:1:36: error: open takes a whole number",
          "d:1:75: error: \"opn\" is not an action that is allowed here; did you mean \"open\"?",
          "d:2:2: error: \"TextField\" is not an element that is allowed here",
          "d:2:39: error: \"if\" is not an element that is allowed here",
          "d:3:22: error: an untrusted document must not use values of the program: {a}",
          "d:3:29: error: \"Component\" is not an element that is allowed here",
          "d:3:76: error: a link must begin with https:, http: or mailto:",
        ])
  }

  @Test("a root view extends to edges of the screen")
  func edges() {
    #expect(issues("<Spacer/>", attributes: " rootView=\"true\" extend=\"top left\"") == [])
    #expect(
      issues("<Spacer/>", attributes: " extend=\"top\"") == [
        "1:2: error: extend is for a component with rootView=\"true\""
      ])
    #expect(
      issues("<Spacer/>", attributes: " rootView=\"true\" extend=\"top,left\"") == [
        "1:36: error: the edges are top, left, bottom, right and all"
      ])
  }

  @Test("a file with a wrong root is an error")
  func wrongRoot() {
    let source = MarkupSource("<Row/>", name: "A.ui.xml")
    #expect(
      MarkupChecker.check(source).issues.map(\.description) == [
        "A.ui.xml:1:2: error: the root is <Component>, not <Row>"
      ])
  }

  @Test(
    "a binding is refused where a value is only read",
    arguments: [
      ("<Text>Hi {$draft}</Text>", 11), ("<Text text=\"Hi {$draft}\"/>", 17),
      ("<Text text=\"{$draft}\"/>", 14), ("<Text><Span>{$draft}</Span></Text>", 14),
      ("<Badge text=\"a{$draft:uppercased}\"/>", 16),
      ("<TextField text=\"{$draft}!\" onChange=\"save\"/>", 19),
      ("<if test=\"{$draft} == ''\"><Spacer/></if>", 12),
      ("<Text bold=\"!{$draft}\">a</Text>", 15),
      ("<Button title=\"a\" onPress=\"save($draft)\"/>", 33),
      ("<Component type=\"Other\" title=\"a {$draft}\"/>", 35),
      ("<Text layout:left=\"[{$draft}] super\">a</Text>", 22),
    ])
  func readBindings(content: String, column: Int) {
    let declarations =
      "<state name=\"draft\" type=\"String\" value=\"nil\"/><event name=\"save\" type=\"String\"/>"
    #expect(
      issues(declarations + "\n" + content)
        == ["3:\(column): error: a value is only read here: write it without $"])
  }

  @Test(
    "names that generated Swift uses are refused where they are declared",
    arguments: [
      ("<property name=\"body\" type=\"Int\"/>", "17: error: \"body\" has a meaning of its own"),
      ("<state name=\"self\" type=\"Int\" value=\"0\"/>", "14: error: \"self\" has a meaning"),
      ("<event name=\"Text\"/>", "14: error: \"Text\" must begin with a small letter"),
      ("<property name=\"_size\" type=\"Int\"/>", "17: error: \"_size\" begins with _"),
      ("<Button field=\"node\" title=\"a\" onPress=\"go\"/>", "16: error: \"node\" has a meaning"),
      ("<Button field=\"go\" title=\"a\" onPress=\"go\"/>", "16: error: \"go\" is declared twice"),
      ("<Text layout:id=\"_text1\">a</Text>", "18: error: \"_text1\" begins with _"),
      (
        "<Text layout:left=\"all = super\">a</Text>",
        "20: error: \"all\" changes a constraint, so its type is ConstraintOverride, not [Int]"
      ),
      ("<Text layout:left=\"go = super\">a</Text>", "20: error: \"go\" is declared twice"),
      (
        "<for each=\"go\" in=\"{all}\" key=\"{go.id}\"><Spacer/></for>",
        "12: error: \"go\" is an event"
      ),
      (
        "<for each=\"x\" in=\"{all}\" key=\"{x.id}\"><Button field=\"x\" title=\"a\" onPress=\"go\"/></for>",
        "54: error: \"x\" is the variable of a loop"
      ),
      (
        "<for each=\"x\" in=\"{x.parts}\" key=\"{x.id}\"><Spacer/></for>",
        "19: error: \"x\" is not a property of A"
      ),
      (
        "<Component type=\"Other\" imports=\"Foundation\"/>",
        "25: error: imports belongs to the declaration of a component, not to its use"
      ),
      (
        "<Component type=\"default\"/>", "18: error: the type \"default\" must begin with a capital"
      ),
      ("<Component type=\"Self\"/>", "18: error: \"Self\" is a type that generated Swift uses"),
      ("<Component type=\"Row\"><Spacer/></Component>", "18: error: \"Row\" is a type that"),
      ("<Component type=\"Other\" my-name=\"a\"/>", "25: error: \"my-name\" is not a name"),
      ("<Component type=\"my-type\"/>", "18: error: \"my-type\" is not a name"),
      (
        "<Component type=\"my-type\"><Spacer/></Component>",
        "18: error: \"my-type\" is not a name"
      ),
    ])
  func reservedNames(content: String, message: String) throws {
    let declarations = "<property name=\"all\" type=\"[Int]\"/><event name=\"go\"/>"
    let found = issues(declarations + "\n" + content + "<Spacer/>")
    #expect(found.count == 1)
    #expect(try #require(found.first).hasPrefix("3:" + message))
  }

  @Test("a constraint cannot use the variable of a loop that is inside its container")
  func loopVariablesInConstraints() {
    func found(_ attribute: String, _ outer: String = "all") -> [String] {
      issues(
        """
        <property name="all" type="[Row]"/>
        <for each="row" in="{all}" key="{row.id}"><Constrained>
        <for each="half" in="{\(outer)}" key="{half.id}"><Text layout:left="\(attribute)">a</Text></for>
        </Constrained></for>
        """)
    }
    #expect(found("[{row.isOn}] super") == [])
    #expect(found("[{half.isOn}] super") == ["4:64: error: \"half\" is not a property of A"])
    // The field becomes a property of the component.
    #expect(found("half = super") == [])
  }

  @Test(
    "a mistake in a constraint is reported once, also if the constraint is a group",
    arguments: [
      ("[{it.isOn}] super", "\"it\" is not a property of A"),
      ("[{nope}] super", "\"nope\" is not a property of A"),
      ("go = super", "\"go\" is declared twice in A"),
      ("other", "\"other\" is not a field or layout:id beside this element"),
    ])
  func oneIssue(attribute: String, message: String) {
    for name in ["left", "edges"] {
      let found = issues(
        """
        <property name="all" type="[Row]"/><event name="go"/>
        <for each="it" in="{all}" key="{it.id}"><Text layout:\(name)="\(attribute)">a</Text></for>
        """)
      #expect(found == ["3:\(56 + name.count): error: \(message)"])
    }
  }

  @Test("only a node has layout attributes")
  func layoutOfPieces() {
    #expect(
      issues(
        """
        <Text><Span text="a" layout:left="super"/></Text>
        <Tabs selected="a" onSelect="go"><Tab id="a" title="a" layout:id="b"/></Tabs><event name="go"/>
        """) == [
          "2:22: error: \"layout:left\" is not an attribute of Span; it has text, foreground, "
            + "background, bold, dim, italic, underline, strikethrough, inverse, link",
          "3:56: error: \"layout:id\" is not an attribute of Tab; it has id, title, count",
        ])
  }

  @Test(
    "a name has only letters and digits that Swift allows",
    arguments: [
      ("größe", true), ("日本", true), ("ñ1", true), ("a²", false), ("a\u{301}", false),
      ("a\u{2E2F}", false), ("a🙂", false), ("a١", false), ("“a”", false),
    ])
  func letters(name: String, isName: Bool) {
    let message = "\"\(name)\" is not a name: letters and digits"
    let found = issues("<property name=\"\(name)\" type=\"Int\"/><Spacer/>")
    #expect(found == (isName ? [] : ["2:17: error: \(message)"]))
    #expect((issues("<Text field=\"\(name)\">a</Text>") == []) == isName)
    let part = MarkupSource("<Component><Spacer/></Component>", name: "A\(name).ui.xml")
    #expect(MarkupChecker.check(part).issues.isEmpty == isName)
  }

  @Test("a type's name is checked in the file's name, too, and declared once in a file")
  func typeNames() {
    func issues(_ text: String, _ name: String) -> [String] {
      MarkupChecker.check(MarkupSource(text, name: name)).issues.map(\.message)
    }
    #expect(
      issues("<Component><Spacer/></Component>", "Text.ui.xml") == [
        "\"Text\" is a type that generated Swift uses: choose another name"
      ])
    #expect(
      issues(
        """
        <Component><Component type="Inner"><Spacer/></Component>
        <Component type="Inner"><Spacer/></Component></Component>
        """, "Page.ui.xml") == ["the component Inner is declared twice"])
  }

  @Test("each number of each element has a greatest value")
  func largeNumbers() {
    for type in MarkupRegistry.elements where type.isNode && type.name != "Component" {
      for attribute in type.allAttributes {
        let tooLarge: [(value: String, message: String)]
        switch attribute.type {
        case .length:
          tooLarge = ["1000000000", "-10001", "10001", "1001%"].map {
            ($0, "\($0) is too large: at most 10000 cells, or 1000%")
          }
        case .number(let range):
          let bounds = "\(range.lowerBound.short) to \(range.upperBound.short)"
          tooLarge = [("1000000000", "1000000000 is out of range: \(bounds)")]
        default: continue
        }
        for (value, message) in tooLarge {
          let found = issues("<\(type.name) \(attribute.name)=\"\(value)\"/>")
          let column = type.name.count + attribute.name.count + 5
          #expect(found.contains("2:\(column): error: \(message)"), "\(found)")
        }
      }
    }
    #expect(issues("<Spacer width=\"10000\" height=\"1000%\"/>") == [])
    #expect(
      issues("<Spacer width=\"20000 apples\"/>") == [
        "2:16: error: \"20000 apples\" is not a length: 10, 50%, auto, minContent, maxContent, fitContent, stretch, "
          + "content"
      ])
  }

  @Test(
    "a constraint's numbers have a greatest value",
    arguments: [
      ("width=\"10001\"", 30), ("left=\"super offset(9999) offset(2)\"", 29),
      ("width=\"super multiplied(9999) divided(0.1)\"", 30), ("left=\"super divided(0)\"", 29),
    ])
  func largeConstraints(attribute: String, column: Int) {
    let message = "a constraint has at most 10000 cells, and multiplies by 0.0001 to 10000"
    #expect(issues("<Text text=\"a\" layout:\(attribute)/>") == ["2:\(column): error: \(message)"])
  }
}
