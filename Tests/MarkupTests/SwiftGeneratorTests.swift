import MillraceMarkup
import Testing

/// Whole files of Swift that are made from markup.
@Suite("Swift made from markup")
struct SwiftGeneratorTests {
  /// The Swift of a valid file.
  private func swift(
    _ markup: String, styles: String = "", name: String = "Sources/App/Card.ui.xml",
    file: String? = nil
  ) throws -> String {
    var shared = MarkupStyles()
    if !styles.isEmpty {
      #expect(shared.addFile(MarkupSource(styles, name: "common.styles.xml")) == [])
    }
    let source = MarkupSource(markup, name: name)
    let (component, issues) = MarkupChecker.check(source, styles: shared)
    #expect(issues == [])
    return SwiftGenerator.make(try #require(component), of: source, file: file)
  }

  @Test("each Swift line is mapped to its markup line, and live markup gets its names")
  func mapped() throws {
    #expect(
      try swift(
        #"""
        <Component>
          <property name="title" type="String"/>
          <property name="count" type="Int" default="2"/>
          <state name="isOpen" type="Bool" value="false"/>
          <event name="onPress" type="Int"/>
          <Column gap="1">
            <Text bold="true">{title}</Text>
            <if test="{isOpen}">
              <Button title="Count {count}" onPress="onPress(count)"/>
            </if>
          </Column>
        </Component>
        """#, file: "/app/Card.ui.xml")
          == #"""
          // Made from Card.ui.xml: changes belong there.
          import Millrace

          #sourceLocation(file: "/app/Card.ui.xml", line: 1)
          struct Card: Component, Equatable {
            #sourceLocation(file: "/app/Card.ui.xml", line: 4)
            @Local private var isOpen: Bool = false
            #sourceLocation(file: "/app/Card.ui.xml", line: 2)
            let title: String
            var count: Int = 2
            #sourceLocation(file: "/app/Card.ui.xml", line: 5)
            @Handler var onPress: @MainActor (Int) throws -> Void
            #sourceLocation()

            var body: Node {
              #sourceLocation(file: "/app/Card.ui.xml", line: 6)
              Column(gap: 1) {
                Text(title).bold()
                if isOpen {
                  Button("Count \(count)") { try onPress(count) }
                }
              }
              #sourceLocation()
            }
          }

          #if DEBUG
            extension Card: LiveMarkup {
              static var markupName: String { "Card" }
              @MainActor var markupNames: MarkupNames {
                var _names = MarkupNames(self)
                _names.value("title", title)
                _names.value("isOpen", isOpen)
                _names.value("count", count)
                _names.event("onPress", onPress)
                return _names
              }
            }
          #endif

          """#)
  }

  @Test("texts, spans and modifiers become Swift")
  func texts() throws {
    #expect(
      try swift(
        #"""
        <Component>
          <property name="title" type="String"/>
          <property name="share" type="Double"/>
          <Column justify="spaceBetween" align="fill">
            <Text style=":common:title" text="{title}"/>
            <Text>{title} and {share:percent}</Text>
            <Text>One <Span bold="true" link="https://example.org">two</Span> three</Text>
            <Label paddingLeft="1" paddingTop="2" left="3" width="50%" background="#ff8800" truncate="middle">a</Label>
            <Box border="none" title="Box"/>
            <StackView axis="vertical"><Divider axis="horizontal"/><Spacer/></StackView>
            <ScrollView axes="both"><ProgressBar share="{share}" showsPercent="true"/></ScrollView>
            <Text theme="dark" look="muted" hidden="{share} == 1">end</Text>
          </Column>
        </Component>
        """#,
        styles: #"""
          <styleGroup name="common">
            <TextStyle name="title" bold="true" look="accent"/>
          </styleGroup>
          """#)
          == #"""
          // Made from Card.ui.xml: changes belong there.
          import Millrace

          struct Card: Component, Equatable {
            let title: String
            let share: Double

            var body: Node {
              Column(justify: .spaceBetween, align: .stretch) {
                Text(title).style(\.accent).bold()
                Text("\(title) and \(share, format: .percent)")
                Text {
                  "One "
                  TextSpan("two").bold().link("https://example.org")
                  " three"
                }
                Text("a").truncate(.middle).width(.percent(50)).padding(left: 1, top: 2).absolute(left: 3).background(.rgb(255, 136, 0))
                Box(border: .none, title: "Box") { Node.empty }
                Column {
                  Divider(.horizontal)
                  Spacer()
                }
                ScrollView(.both) {
                  ProgressBar(share, showsPercent: true)
                }
                Text("end").hidden(share == 1).style(\.muted).environment(\.theme, .dark)
              }
            }
          }

          #if DEBUG
            extension Card: LiveMarkup {
              static var markupName: String { "Card" }
              @MainActor var markupNames: MarkupNames {
                var _names = MarkupNames(self)
                _names.value("title", title)
                _names.value("share", share)
                return _names
              }
            }
          #endif

          """#)
  }

  @Test("a text keeps characters that have a meaning in Swift")
  func literals() throws {
    #expect(
      try swift(
        #"""
        <Component>
          <property name="name" type="String"/>
          <Column>
            <Text>"quotes" and \(name) and \n and {{name}} and {name:uppercased} 🦊</Text>
            <Text text="two&#10;lines&#9;tab"/>
            <Text text="&#x202E;turned"/>
            <Button title="&lt;{name}&gt;" onPress="say('it is &quot;so&quot;', .loud, 2, true, name)"/>
          </Column>
          <event name="say" type="String, Volume, Int, Bool, String"/>
        </Component>
        """#)
          == #"""
          // Made from Card.ui.xml: changes belong there.
          import Millrace

          struct Card: Component, Equatable {
            let name: String
            @Handler var say: @MainActor (String, Volume, Int, Bool, String) throws -> Void

            var body: Node {
              Column {
                Text("\"quotes\" and \\(name) and \\n and {name} and \(name, format: .uppercased) 🦊")
                Text("two\nlines\ttab")
                Text("\u{202E}turned")
                Button("<\(name)>") { try say("it is \"so\"", .loud, 2, true, name) }
              }
            }
          }

          #if DEBUG
            extension Card: LiveMarkup {
              static var markupName: String { "Card" }
              @MainActor var markupNames: MarkupNames {
                var _names = MarkupNames(self)
                _names.value("name", name)
                _names.event("say", say)
                return _names
              }
            }
          #endif

          """#)
  }

  @Test("words between the tags replace the attribute text")
  func words() throws {
    let swift = try swift(
      "<Component><Text text=\"a\" bold=\"true\">b</Text><Text text=\"c\">d <Span text=\"e\">f</Span></Text></Component>"
    )
    #expect(
      swift.contains(
        "    Text(\"b\").bold()\n    Text {\n      \"d \"\n      TextSpan(\"f\")\n    }\n"))
  }

  @Test("controls get bindings, or values with handlers")
  func controls() throws {
    #expect(
      try swift(
        #"""
        <Component>
          <property name="item" type="Item"/>
          <property name="filter" type="Binding&lt;String>"/>
          <state name="draft" type="String" value="&quot;&quot;"/>
          <state name="day" type="CalendarDay?" value="nil"/>
          <event name="onSave"/>
          <event name="onText" type="String"/>
          <Form onSubmit="onSave">
            <FormField label="Name" error="{item.problem}">
              <TextField field="entry" text="{$draft}" placeholder="A name that is not too long" onSubmit="onSave" onCancel="onText('')"/>
            </FormField>
            <FormField label="Filter">
              <TextField text="{filter}" onChange="onText"/>
              <Text>{filter}</Text>
              <Select of="{item.choices}" selection="{$filter}"/>
              <Tabs selected="{draft}" onSelect="onText"><Tab id="a" title="A"/><Tab id="b" title="B" count="2"/></Tabs>
              <MonthView selection="{$day}" today="{item.day}"/>
              <Checkbox isOn="!{item.isDone}" onToggle="onSave" onHover="onHover" disabled="true"/>
            </FormField>
          </Form>
          <event name="onHover" type="Bool"/>
        </Component>
        """#)
          == #"""
          // Made from Card.ui.xml: changes belong there.
          import Millrace

          struct Card: Component, Equatable {
            @Local private var draft: String = ""
            @Local private var day: CalendarDay? = nil
            let item: Item
            let filter: Binding<String>
            @Handler var onSave: @MainActor () throws -> Void
            @Handler var onText: @MainActor (String) throws -> Void
            @Handler var onHover: @MainActor (Bool) throws -> Void
            var entry: FocusHandle? = nil

            var body: Node {
              Form(onSubmit: { try onSave() }) {
                FormField("Name", error: item.problem) {
                  TextField($draft, placeholder: "A name that is not too long", onSubmit: { try onSave() }, onCancel: { try onText("") }).focus(entry).anchored("entry")
                }
                FormField("Filter") {
                  TextField("\(filter.wrappedValue)", onChange: { try onText($0) })
                  Text("\(filter.wrappedValue)")
                  Select(item.choices, selection: filter) { $0 }
                  Tabs([TabItem("a", "A"), TabItem("b", "B", count: 2)], selected: draft, onSelect: { try onText($0) })
                  MonthView(selection: $day, today: item.day)
                  Checkbox(!item.isDone) { try onSave() }.disabled().onHover { try onHover($0) }
                }
              }
            }
          }

          #if DEBUG
            extension Card: LiveMarkup {
              static var markupName: String { "Card" }
              @MainActor var markupNames: MarkupNames {
                var _names = MarkupNames(self)
                _names.value("item.problem", item.problem)
                _names.binding("draft", $draft)
                _names.value("entry", entry)
                _names.value("filter", filter.wrappedValue)
                _names.value("item.choices", item.choices)
                _names.binding("filter", filter)
                _names.value("draft", draft)
                _names.binding("day", $day)
                _names.value("item.day", item.day)
                _names.value("item.isDone", item.isDone)
                _names.event("onSave", onSave)
                _names.event("onText", onText)
                _names.event("onHover", onHover)
                return _names
              }
            }
          #endif

          """#)
  }

  @Test("loops, lists, branches and uses of components become Swift")
  func structure() throws {
    #expect(
      try swift(
        #"""
        <Component equatable="false" imports="Shop Stock">
          <property name="items" type="[Item]"/>
          <event name="onPick" type="Item"/>
          <Column>
            <List of="{items}" as="item" onSelect="onPick" marker="> " bar="true" highlightsRow="true" grow="1">
              <Text>{item.title}</Text>
            </List>
            <for each="item" in="{items}" key="{item.id}">
              <Component type="ItemRow" item="{item}" title="No. {item.id}" count="3" onOpen="onPick(item)" grow="1"/>
            </for>
            <if test="width :lt 40 and !(height :gt 9)"><Text>a</Text></if>
            <else test="landscape or horizontal == regular"><Dialog title="b" onClose="close"><Text>c</Text></Dialog></else>
            <else><KeyHints/></else>
            <Component type="Inner" onTap="close">
              <event name="onTap"/>
              <Button title="Tap" onPress="onTap"/>
            </Component>
          </Column>
          <event name="close"/>
        </Component>
        """#)
          == #"""
          // Made from Card.ui.xml: changes belong there.
          import Millrace
          import Shop
          import Stock

          struct Card: Component {
            let items: [Item]
            @Handler var onPick: @MainActor (Item) throws -> Void
            @Handler var close: @MainActor () throws -> Void

            var body: Node {
              SizeReader { _size in
                Column {
                  List(items) { item in
                    Text("\(item.title)")
                  }.marker("> ").onSelect { try onPick($0) }.scrollBar().highlightsRow().grow()
                  for item in items {
                    ItemRow(item: item, title: "No. \(item.id)", count: 3, onOpen: { try onPick(item) }).grow().key(item.id)
                  }
                  if (_size.width <= 40 && !(_size.height >= 9)) {
                    Text("a")
                  } else if (!(_size.height * 2 > _size.width) || !(SizeClass(columns: _size.width, rows: _size.height).width == .compact)) {
                    Dialog("b", onClose: { try close() }) {
                      Text("c")
                    }
                  } else {
                    KeyHints()
                  }
                  Inner(onTap: { try close() })
                }
              }
            }
          }

          #if DEBUG
            extension Card: LiveMarkup {
              static var markupName: String { "Card" }
              @MainActor var markupNames: MarkupNames {
                var _names = MarkupNames(self)
                _names.list("items", items) { item, _names in
                  _names.value("item.title", item.title)
                }
                _names.list("items", items) { item, _names in
                  _names.value("item", item)
                  _names.value("item.id", item.id)
                }
                _names.event("onPick", onPick)
                _names.event("close", close)
                _names.component("ItemRow", ["item", "title", "count", "onOpen"]) { _arguments in
                  ItemRow(item: try _arguments["item"], title: try _arguments["title"], count: try _arguments["count"], onOpen: try _arguments.event("onOpen"))
                }
                _names.component("Inner", ["onTap"]) { _arguments in
                  Inner(onTap: try _arguments.event("onTap"))
                }
                return _names
              }
            }
          #endif

          struct Inner: Component, Equatable {
            @Handler var onTap: @MainActor () throws -> Void

            var body: Node {
              Button("Tap") { try onTap() }
            }
          }

          #if DEBUG
            extension Inner: LiveMarkup {
              static var markupName: String { "Inner" }
              @MainActor var markupNames: MarkupNames {
                var _names = MarkupNames(self)
                _names.event("onTap", onTap)
                return _names
              }
            }
          #endif

          """#)
  }

  @Test("constraints come after the content, and a root view fills the screen up to its edges")
  func constraints() throws {
    #expect(
      try swift(
        #"""
        <Component rootView="true" extend="top">
          <property name="title" type="String"/>
          <Text field="head" layout:top="super" layout:fillHorizontally="super inset(1)">{title}</Text>
          <Text layout:below="head offset(1) @high" layout:width="[width :lt 80] 20; [!(width :lt 80)] half=:lte super multiplied(0.5) @300">b</Text>
          <Constrained><Text layout:id="parent" layout:center="super">c</Text></Constrained>
          <Constrained><Text>d</Text></Constrained>
        </Component>
        """#)
          == #"""
          // Made from Card.ui.xml: changes belong there.
          import Millrace

          struct Card: Component, Equatable {
            let title: String
            var half = ConstraintOverride()

            var body: Node {
              SizeReader { _size in
                Constrained {
                  Text(title).anchored("head")
                  Text("b").anchored("_text1")
                  Constrained {
                    Text("c").anchored("parent")
                  } constraints: { _it in
                    _it["parent"].centerX == _it.parent.centerX
                    _it["parent"].centerY == _it.parent.centerY
                  }
                  Constrained {
                    Text("d")
                  } constraints: { _ in }
                } constraints: { _it in
                  _it.head.top == _it.parent.top
                  _it.head.left == _it.parent.left + 1
                  _it.head.right == _it.parent.right - 1
                  (_it._text1.top == _it.head.bottom + 1).priority(.high)
                  if _size.width <= 80 {
                    _it._text1.width == 20
                  }
                  if !(_size.width <= 80) {
                    (_it._text1.width <= _it.parent.width * 0.5).priority(300).overridden(by: half)
                  }
                }.grow().padding(left: 1, right: 1, bottom: 1)
              }.grow()
            }
          }

          #if DEBUG
            extension Card: LiveMarkup {
              static var markupName: String { "Card" }
              @MainActor var markupNames: MarkupNames {
                var _names = MarkupNames(self)
                _names.value("title", title)
                _names.value("half", half)
                return _names
              }
            }
          #endif

          """#)
  }

  @Test("a type that the program declares gets its body from markup")
  func own() throws {
    #expect(
      try swift(
        #"""
        <Component anonymous="false">
          <Column>
            <TextField text="{$draft}" onSubmit="save"/>
            <Button title="{title}" onPress="save"/>
            <Button title="Remove" onPress="remove(id)"/>
            <Node of="{footer}"/>
            <Node of="{footer}" grow="1"/>
          </Column>
        </Component>
        """#)
          == #"""
          // Made from Card.ui.xml: changes belong there.
          import Millrace

          extension Card {
            @NodeBuilder @MainActor var body: Node {
              Column {
                TextField($draft, onSubmit: { save() })
                Button("\(title)") { save() }
                Button("Remove") { remove(id) }
                footer
                footer.grow()
              }
            }
          }

          #if DEBUG
            extension Card: LiveMarkup {
              nonisolated static var markupName: String { "Card" }
              @MainActor var markupNames: MarkupNames {
                var _names = MarkupNames(self)
                _names.binding("draft", $draft)
                _names.value("title", title)
                _names.value("id", id)
                _names.value("footer", footer)
                _names.event("save", save)
                _names.event("remove", remove)
                return _names
              }
            }
          #endif

          """#)
  }
}
