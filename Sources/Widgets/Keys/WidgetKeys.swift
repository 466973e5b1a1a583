import MillraceRender

/// A command of a widget and its keys, for a settings screen or documentation.
///
/// A ``KeyMap`` assigns other keys to a command by its ``id``.
public struct WidgetKeys: Identifiable, Sendable {
  /// The name in a ``KeyMap``, such as `list.up`.
  public let id: String
  /// The title of the command, such as `Go to the first row`.
  public let title: String
  /// The standard keys.
  public let keys: [KeyChord]

  /// The commands of all widgets, grouped by widget.
  public static let all: [WidgetKeys] = {
    func list<Command>(_ table: CommandTable<Command>) -> [WidgetKeys] {
      table.rows.map { WidgetKeys(id: $0.name, title: $0.title, keys: $0.keys) }
    }
    return list(ListCommand.table) + list(ListCommand.grid) + list(TableCommand.table)
      + list(TreeCommand.table) + list(LogCommand.table) + list(EditorCommand.table)
      + list(EditorCommand.field)
      + list(SplitCommand.table) + list(ChoiceCommand.table) + list(StepCommand.number)
      + list(StepCommand.slider)
  }()
}

private func control(_ code: KeyCode) -> KeyChord { KeyChord(Key(code, .control)) }
private func alt(_ code: KeyCode) -> KeyChord { KeyChord(Key(code, .alt)) }

/// The commands of lists and grids.
enum ListCommand: String {
  case up, down, left, right, pageUp, pageDown, first, last, select, selectAll

  static let table = CommandTable(
    "list", "List", moves: moves,
    rows("row").filter { $0.command != .left && $0.command != .right })
  static let grid = CommandTable("grid", "Grid", moves: moves, rows("cell"))

  private static let moves: [ListCommand] = [
    .up, .down, .left, .right, .pageUp, .pageDown, .first, .last,
  ]

  /// - Parameter item: the word for an item in the titles: "row" or "cell".
  private static func rows(
    _ item: String
  ) -> [(command: ListCommand, title: String, keys: [KeyChord])] {
    [
      (.up, "Up", [.up]), (.down, "Down", [.down]), (.left, "Left", [.left]),
      (.right, "Right", [.right]), (.pageUp, "A page up", [.pageUp]),
      (.pageDown, "A page down", [.pageDown]), (.first, "Go to the first \(item)", [.home]),
      (.last, "Go to the last \(item)", [.end]), (.select, "Select", [.space]),
      (.selectAll, "Select all", [.control("a")]),
    ]
  }
}

/// The commands of a table's columns. The commands of its rows are those of a list.
enum TableCommand: String {
  case left, right, sort, narrower, wider, moveLeft, moveRight, hide, showAll, freeze

  static let table = CommandTable(
    "table", "Table", moves: [.left, .right],
    [
      (Self.left, "Go one column left", [.left]), (.right, "Go one column right", [.right]),
      (.sort, "Sort by the column", [.alt("s")]),
      (.narrower, "Decrease column width", [.alt(",")]),
      (.wider, "Increase column width", [.alt(".")]),
      (.moveLeft, "Move the column to the left", [alt(.left)]),
      (.moveRight, "Move the column to the right", [alt(.right)]),
      (.hide, "Hide the column", [.alt("h")]), (.showAll, "Show all columns", [.alt("u")]),
      (.freeze, "Freeze columns up to this one", [.alt("f")]),
    ])
}

/// The commands of a tree, in addition to those of a list.
enum TreeCommand: String {
  case open, close, toggle, openSiblings, reload

  static let table = CommandTable(
    "tree", "Tree",
    [
      (Self.open, "Open, or go to the first child", [.right]),
      (.close, "Close, or go to the parent", [.left]),
      (.toggle, "Open, close or activate", [.enter, .space]),
      (.openSiblings, "Open all siblings", [.character("*")]),
      (.reload, "Reload", [.function(5)]),
    ])
}

enum LogCommand: String {
  case up, down, pageUp, pageDown, first, last, left, right, wrap, find, next, previous, endFind

  static let table = CommandTable(
    "log", "Log",
    [
      (Self.up, "Scroll up", [.up]), (.down, "Scroll down", [.down]),
      (.pageUp, "A page up", [.pageUp]), (.pageDown, "A page down", [.pageDown]),
      (.first, "Go to the start", [.home]), (.last, "Go to the end and follow", [.end]),
      (.left, "Scroll left", [.left]), (.right, "Scroll right", [.right]),
      (.wrap, "Wrap lines", ["w"]), (.find, "Find", ["/"]),
      (.next, "Next match", ["n"]), (.previous, "Previous match", ["N"]),
      (.endFind, "End the search", [.escape]),
    ])
}

enum SplitCommand: String {
  case smaller, larger, smallest, largest, toggle

  static let table = CommandTable(
    "split", "Split",
    [
      (Self.smaller, "Shrink the previous pane", [.left, .up]),
      (.larger, "Grow the previous pane", [.right, .down]),
      (.smallest, "Make the previous pane as small as possible", [.home]),
      (.largest, "Make the previous pane as large as possible", [.end]),
      (.toggle, "Collapse or expand", [.enter, .space]),
    ])
}

/// The commands of ``Radio``.
enum ChoiceCommand: String {
  case previous, next, first, last, choose

  static let table = CommandTable(
    "radio", "Choices",
    [
      (Self.previous, "Previous choice", [.left, .up]), (.next, "Next choice", [.right, .down]),
      (.first, "First choice", [.home]), (.last, "Last choice", [.end]),
      (.choose, "Choose", [.space]),
    ])
}

/// The commands of ``NumberField`` and ``Slider``.
enum StepCommand: String {
  case less, more, muchLess, muchMore, least, most

  static let number = CommandTable(
    "number", "Number",
    [
      (Self.more, "More", [.up]), (.less, "Less", [.down]),
      (.muchMore, "Ten steps more", [.pageUp]), (.muchLess, "Ten steps less", [.pageDown]),
    ])

  static let slider = CommandTable(
    "slider", "Slider",
    [
      (Self.less, "Less", [.left]), (.more, "More", [.right]),
      (.muchLess, "Ten steps less", [.pageDown]), (.muchMore, "Ten steps more", [.pageUp]),
      (.least, "Least", [.home]), (.most, "Most", [.end]),
    ])
}

/// The commands of an editor. A text field has some of them.
enum EditorCommand: String {
  case left, right, up, down, wordLeft, wordRight, lineStart, lineEnd, start, end, pageUp, pageDown
  case selectAll, newLine, indent, outdent, deleteBackward, deleteForward, deleteWordBackward
  case deleteWordForward, deleteToLineStart, deleteToLineEnd, undo, redo, cut, copy, paste
  case find, findNext, findPrevious, nextElement, previousElement

  static let table = CommandTable(
    "editor", "Editor",
    moves: [
      .left, .right, .up, .down, .wordLeft, .wordRight, .lineStart, .lineEnd, .start, .end, .pageUp,
      .pageDown,
    ],
    [
      (Self.left, "Left", [.left, .control("b")]), (.right, "Right", [.right]),
      (.up, "Up", [.up, .control("p")]), (.down, "Down", [.down, .control("n")]),
      (.wordLeft, "Previous word", [control(.left), alt(.left), .alt("b")]),
      (.wordRight, "Next word", [control(.right), alt(.right), .alt("f")]),
      (.lineStart, "Start of the line", [.home, .control("a")]),
      (.lineEnd, "End of the line", [.end, .control("e")]),
      (.start, "Start of the text", [control(.home)]), (.end, "End of the text", [control(.end)]),
      (.pageUp, "Page up", [.pageUp]), (.pageDown, "Page down", [.pageDown]),
      (.selectAll, "Select all", [.alt("a")]), (.newLine, "New line", [.enter]),
      (.indent, "Indent", [.tab]), (.outdent, "Outdent", [.shiftTab]),
      (.deleteBackward, "Delete to the left", [.backspace, .control("h")]),
      (.deleteForward, "Delete to the right", [.delete, .control("d")]),
      (
        .deleteWordBackward, "Delete a word to the left",
        [.control("w"), alt(.backspace), control(.backspace)]
      ),
      (.deleteWordForward, "Delete a word to the right", [.alt("d"), control(.delete)]),
      (.deleteToLineStart, "Delete to the start of the line", [.control("u")]),
      (.deleteToLineEnd, "Delete to the line's end", [.control("k")]),
      (.undo, "Undo", [.control("z"), .control("_"), .control("/")]),
      (.redo, "Redo", [.control("y"), .alt("_")]), (.cut, "Cut", [.control("x")]),
      (.copy, "Copy", [.control("c"), .alt("w")]), (.paste, "Paste", [.control("v")]),
      (.find, "Find", [.control("f")]), (.findNext, "Find next", [.function(3), .control("g")]),
      (.findPrevious, "Find previous", [KeyChord(Key(.function(3), .shift)), .alt("g")]),
      (.nextElement, "Leave the editor", [.function(6)]),
      (.previousElement, "Leave the editor backwards", [KeyChord(Key(.function(6), .shift))]),
    ])

  /// Readline's keys, and those common in text fields.
  static let field = CommandTable(
    "field", "Text field", moves: [.left, .right, .wordLeft, .wordRight, .lineStart, .lineEnd],
    [
      (Self.left, "Left", [.left, .control("b")]), (.right, "Right", [.right, .control("f")]),
      (.wordLeft, "Previous word", [control(.left), alt(.left), .alt("b")]),
      (.wordRight, "Next word", [control(.right), alt(.right), .alt("f")]),
      (.lineStart, "Start of the line", [.home, .control("a")]),
      (.lineEnd, "End of the line", [.end, .control("e")]), (.selectAll, "Select all", [.alt("a")]),
      (.deleteBackward, "Delete to the left", [.backspace, .control("h")]),
      (.deleteForward, "Delete to the right", [.delete, .control("d")]),
      (.deleteWordBackward, "Kill a word to the left", [.control("w"), alt(.backspace)]),
      (.deleteWordForward, "Kill a word to the right", [.alt("d")]),
      (.deleteToLineStart, "Kill to the start of the line", [.control("u")]),
      (.deleteToLineEnd, "Kill to the line's end", [.control("k")]),
      (.undo, "Undo", undoKeys), (.redo, "Redo", redoKeys),
      (.copy, "Copy", [.control("c")]), (.paste, "Insert the killed text", [.control("y")]),
    ])

  /// Readline's Ctrl-_, which a terminal also sends for Ctrl-/. The Kitty keyboard protocol reports
  /// Ctrl-/, and may report Ctrl-_ as Ctrl-Shift-Minus.
  private static let undoKeys: [KeyChord] = [
    .control("_"), .control("/"), KeyChord(Key(.character("-"), [.control, .shift])),
  ]

  /// The undo keys with Alt, as in Emacs, and Alt-_.
  private static let redoKeys: [KeyChord] =
    undoKeys.map { KeyChord($0.first.with(.alt)) } + [.alt("_")]

  /// Whether the command changes the text.
  var isEdit: Bool {
    switch self {
    case .newLine, .indent, .outdent, .deleteBackward, .deleteForward, .deleteWordBackward,
      .deleteWordForward, .deleteToLineStart, .deleteToLineEnd, .undo, .redo, .cut, .paste:
      true
    default: false
    }
  }
}
