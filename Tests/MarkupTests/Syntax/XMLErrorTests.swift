import MillraceMarkup
import Testing

struct XMLErrorTests {
  @Test(
    "an XML fault is reported with its position and a correction",
    arguments: [
      ("", "1:1: error: no element: write one, such as <Text />"),
      ("<a", "1:1: error: the tag <a has no end: write > or />"),
      ("<a>\n <b>\n</a>", "3:1: error: </a does not end <b> of 2:2: write </b>"),
      ("<a>\n <b/>\n", "1:1: error: <a> has no end: write </a>"),
      ("</a>", "1:1: error: this tag ends no element: remove it"),
      ("<a/><b/>", "1:5: error: a second root, <b>: put both into one element"),
      ("<a/>x", "1:5: error: text is outside the root element: move it inside"),
      ("<a b='1' b='2'/>", "1:10: error: b is repeated, first at 1:4: remove one"),
      ("<a b/>", "1:4: error: b has no value in quotes: write b=\"…\""),
      ("<a b=1/>", "1:4: error: b has no value in quotes: write b=\"…\""),
      ("<a b='1'c='2'/>", "1:9: error: no space before c: write one"),
      ("<a b='x<=y'/>", "1:8: error: < is not allowed in a value: write &lt;, or :lte for <="),
      ("<a b='x", "1:6: error: the value of b has no end: write a quote"),
      (
        "<a>&nbsp;</a>",
        "1:4: error: &nbsp; is no reference: write &amp; for &, or the character itself"
      ),
      ("<a>a & b</a>", "1:6: error: & is no reference: write &amp; for &, or the character itself"),
      ("<a>&lt</a>", "1:4: error: &lt is no reference: write &amp; for &, or the character itself"),
      (
        "<a>&#0;</a>",
        "1:4: error: &#0; is no reference: write &amp; for &, or the character itself"
      ),
      (
        "<a>&#x;</a>",
        "1:4: error: &#x; is no reference: write &amp; for &, or the character itself"
      ),
      ("<a>]]></a>", "1:4: error: ]]> ends no CDATA section here: write ]]&gt;"),
      ("<a>< b</a>", "1:4: error: < starts no tag here: write &lt;"),
      ("<a>\u{1}</a>", "1:4: error: U+0001 is not allowed in markup: remove it"),
      ("<!DOCTYPE a><a/>", "1:1: error: no instruction or document type here: remove it"),
      ("<a><?b c?></a>", "1:4: error: no instruction or document type here: remove it"),
      ("<a><!-- - -- --></a>", "1:4: error: -- is not allowed in a comment: write -"),
      ("<a><!-- - ---></a>", "1:4: error: -- is not allowed in a comment: write -"),
      ("<a><!-- ", "1:4: error: this comment has no end: write -->"),
      ("<a><![CDATA[ ", "1:4: error: this CDATA section has no end: write ]]>"),
      (
        " <?xml version='1.0'?><a/>", "1:2: error: no instruction or document type here: remove it"
      ),
      ("<?xml version='1.0'><a/>", "1:1: error: this declaration has no end: write ?>"),
    ])
  func fault(text: String, expected: String) {
    let issue = #expect(throws: MarkupIssue.self) {
      try MarkupXML.read(MarkupSource(text, name: "A.xml"))
    }
    #expect(issue?.description == "A.xml:" + expected)
  }

  @Test(
    "bytes that are not UTF-8 are an error",
    arguments: [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80]])
  func notUTF8(bytes: [UInt8]) {
    let source = MarkupSource(
      bytes: Array("<a>\n".utf8) + bytes + Array("</a>".utf8), name: "A.xml")
    let issue = #expect(throws: MarkupIssue.self) { try MarkupXML.read(source) }
    #expect(
      issue?.description
        == "A.xml:2:1: error: bytes that are not UTF-8: save the file as UTF-8")
  }

  @Test("a namespace prefix needs no declaration, but may have one")
  func prefixes() throws {
    let text = "<a layout:left=\"super\" xsi:b=\"c\" xmlns:p=\"q\"><p:d p:e=\"f\" q:g=\"\" /></a>"
    let element = try MarkupXML.read(MarkupSource(text, name: "A"))
    #expect(element.children.first?["p:e"]?.value == "f")
  }

  @Test("each limit stops the reading")
  func limits() {
    let message = { (change: (inout MarkupLimits) -> Void) in
      var limits = MarkupLimits.file
      change(&limits)
      let json =
        "{\"element\": \"a\", \"b\": \"123\", \"c\": 1, \"children\": [{\"element\": \"a\"}]}"
      let xml = "<a b=\"123\" c=\"1\"><a /></a>"
      let issues = [
        #expect(throws: MarkupIssue.self) {
          try MarkupXML.read(MarkupSource(xml, name: "A"), limits: limits)
        },
        #expect(throws: MarkupIssue.self) {
          try MarkupJSON.read(MarkupSource(json, name: "A"), limits: limits)
        },
      ]
      #expect(issues[0]?.message == issues[1]?.message)
      return issues[0]?.message
    }
    #expect(message { $0.bytes = 9 } == "more than 9 bytes in the file: make it smaller")
    #expect(message { $0.depth = 1 } == "more than 1 levels of elements: make it smaller")
    #expect(message { $0.elements = 1 } == "more than 1 elements: make it smaller")
    #expect(
      message { $0.attributes = 1 } == "more than 1 attributes of one element: make it smaller")
    #expect(message { $0.length = 0 } == "more than 0 bytes in one text: make it smaller")
    #expect(message { $0.time = .zero } == "reading took too long: make the file smaller")
  }
}
