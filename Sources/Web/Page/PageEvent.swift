import MillraceRender
import MillraceTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An input event that a page sends.
enum PageEvent: Equatable, Sendable {
  case key(Key)
  case text(String)
  case mouse(MouseEvent, on: Int)
  case edit(PageEdit, of: Int)
  case focus(Int)
  case click(Int)
  case resize(PageSize)
}

/// The text and selection of a field after the user edited it in the browser.
struct PageEdit: Equatable, Sendable {
  var number: Int
  /// The number of the program's answer that the user edited; 0 if it was the text of the previous edit.
  var answer = 0
  var text: String
  /// The selection, in UTF-16 code units.
  var start: Int
  var end: Int
}

/// The size of a browser's window in cells, and its colour scheme.
struct PageSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
  var isDark: Bool

  /// - Returns: Nil if the columns or rows are not between 1 and 1000.
  init?(columns: Int, rows: Int, isDark: Bool) {
    guard (1...1000).contains(columns), (1...1000).contains(rows) else { return nil }
    (self.columns, self.rows, self.isDark) = (columns, rows, isDark)
  }
}

/// Events of one tab, in the order in which they happened.
struct PageBatch: Decodable, Sendable {
  let tab: String
  let seq: Int
  let v: Int
  let e: [PageEvent]

  /// - Throws: ``HTTPRefusal`` if the body is not a batch of events.
  init(_ body: [UInt8]) throws(HTTPRefusal) {
    do { self = try JSONDecoder().decode(PageBatch.self, from: Data(body)) } catch {
      throw HTTPRefusal(400, "the body is not a batch of events")
    }
  }

  /// Whether a text is a valid identifier of a tab.
  static func isTab(_ text: String) -> Bool {
    (8...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte
      }
  }
}

extension PageEvent: Decodable {
  private enum CodingKeys: CodingKey { case t, k, m, s, a, b, id, x, y, n, z, c, r, d }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func int(_ key: CodingKeys) throws -> Int { try container.decode(Int.self, forKey: key) }
    func text(_ key: CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }
    func refuse(_ key: CodingKeys) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "unknown")
    }
    func modifiers() throws -> KeyModifiers {
      let bits = try int(.m)
      let all: [(Int, KeyModifiers)] = [(1, .shift), (2, .alt), (4, .control), (8, .super)]
      return all.reduce(into: []) { if bits & $1.0 != 0 { $0.insert($1.1) } }
    }
    switch try text(.t) {
    case "key":
      guard let code = KeyCode(page: try text(.k)) else { throw refuse(.k) }
      self = .key(Key(code, try modifiers()))
    case "text": self = .text(try text(.s))
    case "mouse":
      guard let action = MouseEvent.Action(page: try text(.a)) else { throw refuse(.a) }
      let buttons: [Int: MouseEvent.Button] = [0: .left, 1: .middle, 2: .right, -1: .none]
      guard let button = buttons[try int(.b)] else { throw refuse(.b) }
      let (x, y) = (try int(.x), try int(.y))
      let range = -100_000_000...100_000_000
      guard range ~= x, range ~= y else { throw refuse(.x) }
      self = .mouse(
        MouseEvent(action, button: button, x: x, y: y, modifiers: try modifiers()),
        on: try int(.id))
    case "input":
      self = .edit(
        PageEdit(
          number: try int(.n), answer: try container.decodeIfPresent(Int.self, forKey: .b) ?? 0,
          text: try text(.s), start: try int(.a), end: try int(.z)),
        of: try int(.id))
    case "focus": self = .focus(try int(.id))
    case "click": self = .click(try int(.id))
    case "size":
      guard let size = PageSize(columns: try int(.c), rows: try int(.r), isDark: try int(.d) == 1)
      else { throw refuse(.c) }
      self = .resize(size)
    default: throw refuse(.t)
    }
  }
}

extension KeyCode {
  /// Finds the key for the name that a page sends.
  fileprivate init?(page name: String) {
    let named: [String: KeyCode] = [
      "enter": .enter, "tab": .tab, "escape": .escape, "backspace": .backspace, "delete": .delete,
      "insert": .insert, "up": .up, "down": .down, "left": .left, "right": .right, "home": .home,
      "end": .end, "pageUp": .pageUp, "pageDown": .pageDown,
    ]
    if let code = named[name] {
      self = code
    } else if name.utf8.count > 1, name.first == "f", let number = Int(name.dropFirst()),
      1...24 ~= number
    {
      self = .function(number)
    } else if name.count == 1, let first = name.first,
      first.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    {
      self = .character(first)
    } else {
      return nil
    }
  }
}

extension MouseEvent.Action {
  fileprivate init?(page name: String) {
    let named: [String: MouseEvent.Action] = [
      "press": .press, "release": .release, "drag": .drag, "move": .move, "wheelUp": .wheelUp,
      "wheelDown": .wheelDown, "wheelLeft": .wheelLeft, "wheelRight": .wheelRight,
    ]
    guard let action = named[name] else { return nil }
    self = action
  }
}
