import MillraceMarkup
import Testing

/// Each form of the `layout:` attributes, and the Swift that it becomes.
@Suite("Grammar of layout attributes")
struct LayoutGrammarTests {
  /// The lines of the constraints of a node `b`, beside a node `a`.
  private func constraints(_ attributes: String) throws -> [String] {
    let source = MarkupSource(
      """
      <Component anonymous="true"><Text field="a" text="a"/><Text layout:id="b" text="b" \(attributes)/></Component>
      """, name: "A.ui.xml")
    let (component, issues) = MarkupChecker.check(source)
    #expect(issues == [])
    let swift = SwiftGenerator.make(try #require(component), of: source, file: nil)
    let lines = swift.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
    let start = try #require(lines.firstIndex { $0.hasSuffix("constraints: { _it in") })
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
    #expect(try constraints("layout:\(name)='super'") == ["_it.b.\(name) == _it.parent.\(name)"])
    #expect(try constraints("layout:\(name)='a'") == ["_it.b.\(name) == _it.a.\(name)"])
    #expect(try constraints("layout:\(name)='id:a.top'") == ["_it.b.\(name) == _it.a.top"])
    #expect(try constraints("layout:\(name)='7'") == ["_it.b.\(name) == 7"])
  }

  @Test(
    "each relation has several spellings",
    arguments: [
      ("==", "=="), (":eq", "=="), (":equal", "=="), ("&lt;=", "<="), (":lt", "<="),
      (":lte", "<="), (":lessOrEqual", "<="), (">=", ">="), (":gt", ">="), (":gte", ">="),
      (":greaterOrEqual", ">="),
    ])
  func relations(written: String, sign: String) throws {
    #expect(try constraints("layout:width='\(written) 5'") == ["_it.b.width \(sign) 5"])
    #expect(
      try constraints("layout:left='\(written) super'") == ["_it.b.left \(sign) _it.parent.left"])
  }

  @Test(
    "each form of a constraint becomes its Swift",
    arguments: [
      // Targets.
      ("width='self.height'", ["_it.b.width == _it.b.height"]),
      ("width='height'", ["_it.b.width == _it.b.height"]),
      ("left='safeAreaLayoutGuide'", ["_it.b.left == _it.parent.left"]),
      ("left='readableContentGuide'", ["_it.b.left == _it.parent.left"]),
      ("before='a'", ["_it.b.trailing == _it.a.leading"]),
      ("after='a'", ["_it.b.leading == _it.a.trailing"]),
      ("above='a'", ["_it.b.bottom == _it.a.top"]),
      ("below='a'", ["_it.b.top == _it.a.bottom"]),
      // Groups.
      (
        "edges='super inset(1)'",
        [
          "_it.b.left == _it.parent.left + 1", "_it.b.top == _it.parent.top + 1",
          "_it.b.right == _it.parent.right - 1", "_it.b.bottom == _it.parent.bottom - 1",
        ]
      ),
      (
        "fillHorizontally='super offset(1)'",
        ["_it.b.left == _it.parent.left + 1", "_it.b.right == _it.parent.right + 1"]
      ),
      ("fillVertically='a'", ["_it.b.top == _it.a.top", "_it.b.bottom == _it.a.bottom"]),
      (
        "center='super'",
        ["_it.b.centerX == _it.parent.centerX", "_it.b.centerY == _it.parent.centerY"]
      ),
      ("size='3'", ["_it.b.width == 3", "_it.b.height == 3"]),
      // Modifiers.
      ("left='a offset(2) offset(by: -5)'", ["_it.b.left == _it.a.left - 3"]),
      ("right='super inset(2)'", ["_it.b.right == _it.parent.right - 2"]),
      ("before='a inset(2)'", ["_it.b.trailing == _it.a.leading + 2"]),
      ("after='a inset(2)'", ["_it.b.leading == _it.a.trailing - 2"]),
      (
        "width='super multiplied(by: 3) divided(by: 4)'", ["_it.b.width == _it.parent.width * 0.75"]
      ),
      (
        "width='super multiplied(0.5) offset(1.5)'", ["_it.b.width == _it.parent.width * 0.5 + 1.5"]
      ),
      // Priorities.
      ("left='super @required'", ["_it.b.left == _it.parent.left"]),
      ("left='super @high'", ["(_it.b.left == _it.parent.left).priority(.high)"]),
      (
        "left='super offset(1) @ medium'", ["(_it.b.left == _it.parent.left + 1).priority(.medium)"]
      ),
      ("left='super @low'", ["(_it.b.left == _it.parent.left).priority(.low)"]),
      ("left='super @300'", ["(_it.b.left == _it.parent.left).priority(300)"]),
      (
        "left='super @high; a; '",
        ["(_it.b.left == _it.parent.left).priority(.high)", "_it.b.left == _it.a.left"]
      ),
      // Hugging and compression resistance.
      (
        "compressionPriority='medium'",
        [
          "(_it.b.width >= _it.b.contentWidth).priority(.medium)",
          "(_it.b.height >= _it.b.contentHeight).priority(.medium)",
        ]
      ),
      (
        "huggingPriority.horizontal='low'", ["(_it.b.width <= _it.b.contentWidth).priority(.low)"]
      ),
      ("huggingPriority.vertical='required'", ["_it.b.height <= _it.b.contentHeight"]),
      ("left='super @12.5'", ["(_it.b.left == _it.parent.left).priority(12.5)"]),
      ("left='super @999.75'", ["(_it.b.left == _it.parent.left).priority(999.75)"]),
      // A constraint that Swift can change.
      (
        "left='half = super offset(2)'",
        ["(_it.b.left == _it.parent.left + 2).overridden(by: half)"]
      ),
      ("width='half = :lte 9'", ["(_it.b.width <= 9).overridden(by: half)"]),
      (
        "width='half = 9 @low'",
        ["(_it.b.width == 9).priority(.low).overridden(by: half)"]
      ),
    ] as [(String, [String])])
  func forms(attribute: String, lines: [String]) throws {
    #expect(try constraints("layout:\(attribute)") == lines)
  }

  @Test(
    "a constraint can depend on the size",
    arguments: [
      ("[width :lt 80]", "_size.width <= 80"), ("[width >= 80]", "_size.width >= 80"),
      ("[!(height :gt 9)]", "!(_size.height >= 9)"), ("[height == 9]", "_size.height == 9"),
      ("[portrait]", "_size.height * 2 > _size.width"),
      ("[landscape]", "!(_size.height * 2 > _size.width)"),
      (
        "[horizontal == compact]",
        "SizeClass(columns: _size.width, rows: _size.height).width == .compact"
      ),
      (
        "[vertical != compact]",
        "!(SizeClass(columns: _size.width, rows: _size.height).height == .compact)"
      ),
      (
        "[vertical == regular]",
        "!(SizeClass(columns: _size.width, rows: _size.height).height == .compact)"
      ),
      (
        "[width :lt 80 and (height :lt 9 or portrait)]",
        "(_size.width <= 80 && (_size.height <= 9 || _size.height * 2 > _size.width))"
      ),
      ("[width :lt 80][height :lt 9]", "(_size.width <= 80 && _size.height <= 9)"),
    ])
  func conditions(written: String, test: String) throws {
    #expect(
      try constraints("layout:left='\(written) super'") == [
        "if \(test) {", "_it.b.left == _it.parent.left",
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
      "<Component anonymous=\"true\"><Column style=\":common:night\"><Spacer/></Column></Component>",
      name: "A.ui.xml")
    let (component, issues) = MarkupChecker.check(source, styles: styles)
    #expect(issues == [])
    let swift = SwiftGenerator.make(try #require(component), of: source, file: nil)
    #expect(swift.contains(".style(\\.danger)"))
    #expect(swift.contains(".environment(\\.theme, .dark)"))
    #expect(swift.contains("_it._column1.top == _it.parent.top"))
  }
}
