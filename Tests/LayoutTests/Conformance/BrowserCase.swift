import Foundation

/// A tree with the frames that a browser gives it.
struct BrowserCase: Decodable {
  struct Box: Decodable {
    var style: [String: Value]
    var children: [Box]?
    var text: String?

    var all: [Box] { [self] + (children ?? []).flatMap(\.all) }
  }

  struct Frame: Decodable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
    var children: [Frame]?
  }

  enum Value: Decodable {
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  var name: String
  var disabled: Bool
  var root: Box
  var expected: [String: Frame]
}

struct BrowserCases: Decodable {
  var cases: [BrowserCase]

  /// Beside the package, where it is at hand: it is not part of it.
  static let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("../shared/fixtures/yoga-flexbox.json")
    .standardizedFileURL

  static var isAtHand: Bool {
    let isThere = FileManager.default.fileExists(atPath: file.path)
    if !isThere { print("skipped: the browser's cases are not at \(file.path)") }
    return isThere
  }

  static func load() throws -> [BrowserCase] {
    try JSONDecoder().decode(BrowserCases.self, from: Data(contentsOf: file)).cases
  }
}
