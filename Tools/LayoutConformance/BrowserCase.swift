import Foundation

/// Trees with the frames computed by a browser.
package struct BrowserCases: Decodable {
  /// The default values of properties. All other properties have the defaults of CSS.
  package var defaults: [String: BrowserCase.Value]
  /// The allowed difference of frames that are not whole, in pixels, because browsers truncate to
  /// 1/64 after each step. If it is nil, frames are whole, and are compared with whole cells.
  package var tolerance: Double?
  package var cases: [BrowserCase]

  /// - Throws: Any error of reading the file, and `DecodingError`.
  package static func load(_ file: URL) throws -> BrowserCases {
    try JSONDecoder().decode(BrowserCases.self, from: Data(contentsOf: file))
  }
}

/// A tree with the frames computed by a browser.
package struct BrowserCase: Decodable {
  package struct BrowserBox: Decodable {
    var style: [String: Value]
    var children: [BrowserBox]?
    var text: String?
  }

  /// A border box, relative to the border box of the parent.
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
  /// Whether the case fails in the engine from which the file comes.
  package var disabled: Bool?
  var root: BrowserBox
  /// The frames by direction, `ltr` or `rtl`.
  var expected: [String: Frame]
}

/// A CSS style that this engine does not support.
package struct UnsupportedStyle: Error, Hashable, CustomStringConvertible {
  let property: String
  let value: BrowserCase.Value

  package var description: String { "\(property): \(value)" }
}

/// A style that the reader does not know: an error in the file, or a gap in the reader.
package struct UnknownStyle: Error, CustomStringConvertible {
  let property: String
  let value: BrowserCase.Value

  package var description: String { "unknown style \(property): \(value)" }
}
