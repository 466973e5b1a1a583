import MillraceMarkup
import MillraceStoreTesting
import TestSupport
import Testing

struct RoundTripTests {
  @Test("a random element is unchanged by a round trip through XML, JSON or both")
  func roundTrips() throws {
    for seed in 0..<rounds(200, long: 100_000) {
      var markup = RandomTrees(random: SeededGenerator(seed: UInt64(seed)))
      let element = markup.element()
      let xml = MarkupXML.write(element)
      let json = MarkupJSON.write(element)
      let fromXML = try MarkupXML.read(MarkupSource(xml, name: "seed \(seed)"))
      let fromJSON = try MarkupJSON.read(MarkupSource(json, name: "seed \(seed)"))
      // Comparing the texts distinguishes canonically equivalent strings.
      guard fromXML == element, fromJSON == element, MarkupXML.write(fromJSON) == xml,
        Array(MarkupXML.write(fromJSON).utf8) == Array(xml.utf8),
        Array(MarkupJSON.write(fromXML).utf8) == Array(json.utf8)
      else {
        Issue.record("seed \(seed): \(xml)")
        return
      }
      let formatted = try MarkupXML.format(MarkupSource(xml, name: "seed \(seed)"))
      if formatted != xml { Issue.record("seed \(seed): \(xml) became \(formatted)") }
    }
  }

  @Test("formatting keeps comments and one blank line, and splits a long tag")
  func format() throws {
    let long = "http://schema.reactant.tech/ui http://schema.reactant.tech/ui.xsd and some more"
    let text = """
      <?xml version="1.0"?><!-- a -->\r
      <Component b='&#10;' xsi:schemaLocation="\(long)"


       ><Label
        text="Hi"/> <!-- behind -->


      <Text>Hi <b>you</b>&#160;<![CDATA[<]]></Text><Text></Text></Component>
      """
    let expected = """
      <?xml version="1.0"?>
      <!-- a -->
      <Component
          b="&#10;"
          xsi:schemaLocation="\(long)">
          <Label text="Hi" />
          <!-- behind -->

          <Text>Hi <b>you</b>\u{A0}&lt;</Text>
          <Text />
      </Component>

      """
    let source = MarkupSource(text, name: "A")
    let formatted = try MarkupXML.format(source)
    #expect(formatted == expected)
    #expect(try MarkupXML.format(MarkupSource(formatted, name: "A")) == expected)
    #expect(try MarkupXML.read(MarkupSource(formatted, name: "A")) == MarkupXML.read(source))
  }

  @Test("line ends and white space in values are normalized as XML requires")
  func normalizing() throws {
    let text = "\u{FEFF}<a b='1\r\n2\t3&#13;&#10;'>x\r\ny\rz&#13;</a>"
    let element = try MarkupXML.read(MarkupSource(text, name: "A"))
    #expect(element["b"]?.value == "1 2 3\r\n")
    #expect(element.content == [.text("x\ny\nz\r", offset: 0)])
  }
}
