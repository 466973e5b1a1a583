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
      // The texts of equal elements are equal. Their bytes distinguish canonically equivalent strings.
      guard [fromXML, fromJSON].allSatisfy({ Array(MarkupXML.write($0).utf8) == Array(xml.utf8) }),
        [fromXML, fromJSON].allSatisfy({ Array(MarkupJSON.write($0).utf8) == Array(json.utf8) })
      else {
        Issue.record("seed \(seed): \(xml)")
        return
      }
    }
  }

  @Test("comments are dropped, and each element without text beside it is written on its own line")
  func writing() throws {
    let text = """
      <?xml version="1.0"?><!-- a -->
      <Component b='&#10;'><Label
        text="Hi"/> <!-- behind -->

      <Text>Hi <b>you</b>&#160;<![CDATA[<]]></Text><Text></Text></Component>
      """
    let written = MarkupXML.write(try MarkupXML.read(MarkupSource(text, name: "A")))
    #expect(
      written == """
        <Component b="&#10;">
            <Label text="Hi" />
            <Text>Hi <b>you</b>\u{A0}&lt;</Text>
            <Text />
        </Component>

        """)
  }

  @Test("line ends and white space in values are normalized as XML requires")
  func normalizing() throws {
    let text = "\u{FEFF}<a b='1\r\n2\t3&#13;&#10;'>x\r\ny\rz&#13;</a>"
    let element = try MarkupXML.read(MarkupSource(text, name: "A"))
    #expect(element["b"]?.value == "1 2 3\r\n")
    #expect(element.content.count == 1)
    guard case .text("x\ny\nz\r", _)? = element.content.first else {
      Issue.record("\(element.content)")
      return
    }
  }
}
