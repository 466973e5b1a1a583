import MillraceRender
import MillraceTerminal
import MillraceWidgets

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
struct PageEdit: Decodable, Equatable, Sendable {
  var number: Int
  /// The number of the `setField` operation whose text the user edited; 0 or nil if the user edited
  /// the text of the previous edit.
  var answer: Int?
  var text: String
  /// The selection, in UTF-16 code units.
  var start: Int
  var end: Int

  private typealias CodingKeys = PageProtocol.EditKey
}

/// The size of a browser's window in cells, and its colour scheme.
struct PageSize: Equatable, Sendable {
  var cells: TerminalSize
  let background: TerminalTraits.Background

  /// - Returns: Nil if the columns or rows are not between 1 and 1000.
  init?(columns: Int, rows: Int, isDark: Bool) {
    guard 1...1000 ~= columns, 1...1000 ~= rows else { return nil }
    cells = TerminalSize(columns: columns, rows: rows)
    background = isDark ? .dark : .light
  }
}

/// Events of one tab, in the order in which they happened.
struct PageBatch: Decodable, Sendable {
  let tab: String
  /// The number of this batch among those that the tab sent to the session, from 1.
  let number: Int
  /// The number of the frame that the page showed.
  let version: Int
  let events: [PageEvent]

  private typealias CodingKeys = PageProtocol.BatchKey
}

extension PageEvent: Decodable {
  private typealias Name = PageProtocol.EventKey

  private static let actions = Dictionary(
    uniqueKeysWithValues: [
      MouseEvent.Action.press, .release, .drag, .move, .wheelUp, .wheelDown, .wheelLeft,
      .wheelRight,
    ].map { ("\($0)", $0) })
  private static let buttons = [0: MouseEvent.Button.left, 1: .middle, 2: .right, -1: .none]

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Name.self)
    func get<Value: Decodable>(_ name: Name) throws -> Value {
      try values.decode(Value.self, forKey: name)
    }
    func known<Value>(_ name: Name, _ value: Value?) throws -> Value {
      if let value { return value }
      throw DecodingError.dataCorruptedError(
        forKey: name, in: values, debugDescription: "unknown")
    }
    // A browser reports only Shift, Alt, Control and `super`, which are the four lowest bits.
    func modifiers() throws -> KeyModifiers {
      KeyModifiers(rawValue: UInt8(try get(.modifiers) & 15))
    }
    func distance(_ name: Name) throws -> Int {
      let cells: Int = try get(name)
      return try known(name, cells.magnitude <= 100_000_000 ? cells : nil)
    }
    switch try get(.kind) as PageProtocol.EventKind {
    case .key: self = .key(Key(try known(.key, KeyCode(page: get(.key))), try modifiers()))
    case .text: self = .text(try get(.text))
    case .mouse:
      let (action, button) = try (
        known(.action, Self.actions[get(.action)]),
        known(.button, Self.buttons[get(.button)])
      )
      let (x, y) = try (distance(.x), distance(.y))
      self = .mouse(
        MouseEvent(action, button: button, x: x, y: y, modifiers: try modifiers()),
        on: try get(.element))
    case .input: self = .edit(try PageEdit(from: decoder), of: try get(.element))
    case .focus: self = .focus(try get(.element))
    case .click: self = .click(try get(.element))
    case .size:
      let size = PageSize(
        columns: try get(.columns), rows: try get(.rows), isDark: try get(.isDark) == 1)
      self = .resize(try known(.columns, size))
    }
  }
}

extension KeyCode {
  /// Finds the key for the name that a page sends; nil for a control character, for a function key
  /// after F24, and for an unknown name.
  fileprivate init?(page name: String) {
    self.init(name.count > 1 ? name.lowercased() : name)
    switch self {
    case .character(let character):
      if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        return nil
      }
    case .function(let number): if !(1...24 ~= number) { return nil }
    default: break
    }
  }
}
