import MillraceMarkup
import Testing

/// Each form of the `layout:` attributes, and the Swift that it becomes.
@Suite("Grammar of layout attributes")
struct LayoutGrammarTests {
  /// The lines of the constraints of a node `b`, beside a node `a`.
  private func constraints(_ attributes: String) throws -> [String] {
    let source = MarkupSource(
      """
      <Component><Text field="a" text="a"/><Text layout:id="b" text="b" \(attributes)/></Component>
      """, name: "A.ui.xml")
    let (component, issues) = MarkupChecker.check(source)
    #expect(issues == [])
    let swift = SwiftGenerator.make(try #require(component), of: source, file: nil)
    let lines = swift.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
    let start = try #require(lines.firstIndex { $0.hasSuffix("constraints: { it in") })
    return lines[(start + 1)...].prefix { $0.first != "." && $0 != "#if DEBUG" }
      .filter { $0 != "}" }.map(String.init)
  }

  @Test(
    "each anchor refers to the container or to a named element",
    arguments: [
      "leading", "trailing", "left", "right", "top", "bottom", "width", "height", "centerX",
      "centerY",
    ])
  func anchors(name: String) throws {
    #expect(try constraints("layout:\(name)='super'") == ["it.b.\(name) == it.parent.\(name)"])
    #expect(try constraints("layout:\(name)='a'") == ["it.b.\(name) == it.a.\(name)"])
    #expect(try constraints("layout:\(name)='id:a.top'") == ["it.b.\(name) == it.a.top"])
    #expect(try constraints("layout:\(name)='7'") == ["it.b.\(name) == 7"])
  }

  @Test(
    "each relation has several spellings",
    arguments: [
      ("==", "=="), (":eq", "=="), (":equal", "=="), ("&lt;=", "<="), (":lt", "<="),
      (":lte", "<="), (":lessOrEqual", "<="), (">=", ">="), (":gt", ">="), (":gte", ">="),
      (":greaterOrEqual", ">="),
    ])
  func relations(written: String, sign: String) throws {
    #expect(try constraints("layout:width='\(written) 5'") == ["it.b.width \(sign) 5"])
    #expect(
      try constraints("layout:left='\(written) super'") == ["it.b.left \(sign) it.parent.left"])
  }

  @Test(
    "each form of a constraint becomes its Swift",
    arguments: [
      // Targets.
      ("width='self.height'", ["it.b.width == it.b.height"]),
      ("width='height'", ["it.b.width == it.b.height"]),
      ("left='safeAreaLayoutGuide'", ["it.b.left == it.parent.left"]),
      ("left='readableContentGuide'", ["it.b.left == it.parent.left"]),
      ("before='a'", ["it.b.trailing == it.a.leading"]),
      ("after='a'", ["it.b.leading == it.a.trailing"]),
      ("above='a'", ["it.b.bottom == it.a.top"]),
      ("below='a'", ["it.b.top == it.a.bottom"]),
      // Groups.
      (
        "edges='super inset(1)'",
        [
          "it.b.left == it.parent.left + 1", "it.b.top == it.parent.top + 1",
          "it.b.right == it.parent.right - 1", "it.b.bottom == it.parent.bottom - 1",
        ]
      ),
      (
        "fillHorizontally='super offset(1)'",
        ["it.b.left == it.parent.left + 1", "it.b.right == it.parent.right + 1"]
      ),
      ("fillVertically='a'", ["it.b.top == it.a.top", "it.b.bottom == it.a.bottom"]),
      (
        "center='super'",
        ["it.b.centerX == it.parent.centerX", "it.b.centerY == it.parent.centerY"]
      ),
      ("size='3'", ["it.b.width == 3", "it.b.height == 3"]),
      // Modifiers.
      ("left='a offset(2) offset(by: -5)'", ["it.b.left == it.a.left - 3"]),
      ("right='super inset(2)'", ["it.b.right == it.parent.right - 2"]),
      ("before='a inset(2)'", ["it.b.trailing == it.a.leading + 2"]),
      ("after='a inset(2)'", ["it.b.leading == it.a.trailing - 2"]),
      ("width='super multiplied(by: 3) divided(by: 4)'", ["it.b.width == it.parent.width * 0.75"]),
      ("width='super multiplied(0.5) offset(1.5)'", ["it.b.width == it.parent.width * 0.5 + 1.5"]),
      // Priorities.
      ("left='super @required'", ["it.b.left == it.parent.left"]),
      ("left='super @high'", ["(it.b.left == it.parent.left).priority(.high)"]),
      ("left='super offset(1) @ medium'", ["(it.b.left == it.parent.left + 1).priority(.medium)"]),
      ("left='super @low'", ["(it.b.left == it.parent.left).priority(.low)"]),
      ("left='super @300'", ["(it.b.left == it.parent.left).priority(300)"]),
      (
        "left='super @high; a; '",
        ["(it.b.left == it.parent.left).priority(.high)", "it.b.left == it.a.left"]
      ),
      // Hugging and compression resistance.
      (
        "compressionPriority='medium'",
        [
          "(it.b.width >= it.b.contentWidth).priority(.medium)",
          "(it.b.height >= it.b.contentHeight).priority(.medium)",
        ]
      ),
      (
        "huggingPriority.horizontal='low'", ["(it.b.width <= it.b.contentWidth).priority(.low)"]
      ),
      ("huggingPriority.vertical='required'", ["it.b.height <= it.b.contentHeight"]),
      // A named constant.
      ("left='half = super offset(2)'", ["it.b.left == it.parent.left + (half ?? 2)"]),
      ("width='half = :lte 9'", ["it.b.width <= (half ?? 9)"]),
    ] as [(String, [String])])
  func forms(attribute: String, lines: [String]) throws {
    #expect(try constraints("layout:\(attribute)") == lines)
  }

  @Test(
    "a constraint can depend on the size",
    arguments: [
      ("[width :lt 80]", "size.width <= 80"), ("[width >= 80]", "size.width >= 80"),
      ("[!(height :gt 9)]", "size.height < 9"), ("[height == 9]", "size.height == 9"),
      ("[portrait]", "size.height * 2 > size.width"),
      ("[landscape]", "!(size.height * 2 > size.width)"),
      (
        "[horizontal == compact]",
        "SizeClass(columns: size.width, rows: size.height).width == .compact"
      ),
      (
        "[vertical != compact]",
        "SizeClass(columns: size.width, rows: size.height).height != .compact"
      ),
      (
        "[vertical == regular]",
        "SizeClass(columns: size.width, rows: size.height).height != .compact"
      ),
      (
        "[width :lt 80 and (height :lt 9 or portrait)]",
        "size.width <= 80 && (size.height <= 9 || size.height * 2 > size.width)"
      ),
      ("[width :lt 80][height :lt 9]", "size.width <= 80 && size.height <= 9"),
    ])
  func conditions(written: String, test: String) throws {
    #expect(
      try constraints("layout:left='\(written) super'") == [
        "if \(test) {", "it.b.left == it.parent.left",
      ])
  }

  @Test("a shared style can have a theme, a look and constraints")
  func themedStyle() throws {
    var styles = MarkupStyles()
    let group = MarkupSource(
      """
      <styleGroup name="common"><Style name="night" theme="dark" look="danger" layout:top="super"/></styleGroup>
      """, name: "common.styles.xml")
    #expect(styles.addFile(group) == [])
    let source = MarkupSource(
      "<Component><Column style=\":common:night\"><Spacer/></Column></Component>", name: "A.ui.xml")
    let (component, issues) = MarkupChecker.check(source, styles: styles)
    #expect(issues == [])
    let swift = SwiftGenerator.make(try #require(component), of: source, file: nil)
    #expect(swift.contains(".style(\\.danger)"))
    #expect(swift.contains(".environment(\\.theme, .dark)"))
    #expect(swift.contains("it.column1.top == it.parent.top"))
  }
}
