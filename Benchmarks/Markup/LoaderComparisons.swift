import Millrace
import MillraceMarkupLoader

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The cost of loading and checking nodes from a document, compared with decoding the same bytes
/// into structs.
@MainActor
func loaderComparisons() -> [Comparison] {
  let document = FeedDocument(bytes: 1_000_000)
  let baseline = "loader: JSONDecoder into structs"
  return [
    Comparison(
      Benchmark(
        baseline, n: document.count, report: .time(.milliseconds), repeating: .asNeeded(atMost: 100)
      ) {
        let data = Data(document.json)
        return { iterations in
          var items = 0
          let time = try timed {
            for _ in 0..<iterations {
              let decoded = try JSONDecoder().decode([PlainElement].self, from: opaque(data))
              items += decoded.count { $0.children?.count == 2 && $0.id != nil }
            }
          }
          try check(items == document.count * iterations, "\(items) items were decoded")
          return Sample(time: time)
        }
      },
      Benchmark(
        "loader: items of JSON", n: document.count, against: baseline, report: .time(.milliseconds),
        repeating: .asNeeded(atMost: 100)
      ) {
        { iterations in
          let loader = NodeLoader(actions: ["open": NodeAction { (_: Int) in }])
          var items: [NodeItem] = []
          let time = try timed {
            for _ in 0..<iterations { items = try loader.items(json: opaque(document.json)) }
          }
          try check(items.count == document.count, "\(items.count) items were made")
          let host = PlainTextHost()
          Renderer(host: host).render(items[items.count - 1].node)
          let expected = "\(FeedDocument.title) \(document.count)"
          try check(host.lines.first == expected, "the last item shows \(host.lines)")
          return Sample(time: time)
        }
      },
      Benchmark(
        "loader: items of XML", n: document.count, against: baseline, report: .time(.milliseconds),
        repeating: .asNeeded(atMost: 100)
      ) {
        { iterations in
          let loader = NodeLoader(actions: ["open": NodeAction { (_: Int) in }])
          var items = 0
          let time = try timed {
            for _ in 0..<iterations { items += try loader.items(xml: opaque(document.xml)).count }
          }
          try check(items == document.count * iterations, "\(items) items were made")
          return Sample(time: time)
        }
      })
  ]
}

/// Items as a server might send them, as JSON and as XML.
private struct FeedDocument {
  static let title = "The quick brown fox jumps over the lazy dog"

  var json: [UInt8] = []
  var xml: [UInt8] = []
  var count = 0

  /// - Parameter bytes: The length of the JSON, to within one item.
  init(bytes: Int) {
    var (json, xml) = ("[", "<Column>")
    while json.utf8.count < bytes {
      count += 1
      json += """
        \(count == 1 ? "" : ",")
        {"element": "Row", "id": \(count), "gap": 1, "children": [
          {"element": "Text", "text": "\(Self.title) \(count)", "bold": true, "color": "cyan", "grow": 1,
           "truncate": "end"},
          {"element": "Button", "title": "Open", "onPress": "open(\(count))"}]}
        """
      xml += """
        <Row id="\(count)" gap="1">
          <Text text="\(Self.title) \(count)" bold="true" color="cyan" grow="1"
            truncate="end"/>
          <Button title="Open" onPress="open(\(count))"/>
        </Row>
        """
    }
    (self.json, self.xml) = (Array((json + "]").utf8), Array((xml + "</Column>").utf8))
  }
}

private struct PlainElement: Decodable {
  var element: String
  var id: Int?
  var gap: Int?
  var text: String?
  var bold: Bool?
  var color: String?
  var grow: Double?
  var truncate: String?
  var title: String?
  var onPress: String?
  var children: [PlainElement]?
}
