import Foundation

/// Trees with the frames that a browser gives them.
package struct BrowserCases: Decodable {
  /// What a style says where it says nothing; the rest is CSS's.
  package var defaults: [String: BrowserCase.Value]
  /// By how much a frame may differ, in pixels, where frames are not whole: browsers cut off at
  /// 1/64 after each step. Nil: frames are whole, and compared with whole cells.
  package var tolerance: Double?
  package var cases: [BrowserCase]

  /// - Throws: what reading a file throws, and `DecodingError`.
  package static func load(_ file: URL) throws -> BrowserCases {
    try JSONDecoder().decode(BrowserCases.self, from: Data(contentsOf: file))
  }
}

/// A tree with the frames that a browser gives it.
package struct BrowserCase: Decodable {
  package struct Box: Decodable {
    var style: [String: Value]
    var children: [Box]?
    var text: String?
  }

  /// A border box, from that of the parent.
  package struct Frame: Decodable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
    var children: [Frame]?
  }

  package enum Value: Decodable, Hashable, CustomStringConvertible {
    case number(Double)
    case text(String)

    package var description: String {
      switch self {
      case .number(let number): "\(number)"
      case .text(let text): text
      }
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  package var name: String
  /// The file's own engine misses the browser's frames.
  package var disabled: Bool?
  var root: Box
  /// By `ltr` and `rtl`.
  var expected: [String: Frame]
}

/// A style of CSS that this engine leaves out.
package struct UnsupportedStyle: Error, Hashable, CustomStringConvertible {
  let property: String
  let value: BrowserCase.Value

  package var description: String { "\(property): \(value)" }
}

/// A style that is not understood, which is a mistake in the file or a gap in the reader.
package struct UnknownStyle: Error, CustomStringConvertible {
  let property: String
  let value: BrowserCase.Value

  package var description: String { "unknown style \(property): \(value)" }
}
