import MillraceRender

/// The commands of an editor's keys, named `editor.left` and so on in a ``KeyMap``. Move keys with
/// Shift also select.
enum EditorCommand: String, CaseIterable {
  case left, right, up, down, wordLeft, wordRight, lineStart, lineEnd, start, end, pageUp, pageDown
  case selectAll, newLine, indent, outdent, deleteBackward, deleteForward, deleteWordBackward
  case deleteWordForward, deleteToLineStart, deleteToLineEnd, undo, redo, cut, copy, paste
  case find, findNext, findPrevious, nextElement, previousElement

  /// Whether the command moves the caret. Its keys with Shift also select.
  var isMove: Bool {
    switch self {
    case .left, .right, .up, .down, .wordLeft, .wordRight, .lineStart, .lineEnd, .start, .end,
      .pageUp, .pageDown:
      true
    default: false
    }
  }

  /// Whether the command changes the text.
  var isEdit: Bool {
    switch self {
    case .newLine, .indent, .outdent, .deleteBackward, .deleteForward, .deleteWordBackward,
      .deleteWordForward, .deleteToLineStart, .deleteToLineEnd, .undo, .redo, .cut, .paste:
      true
    default: false
    }
  }

  private var standard: (title: String, keys: [Key]) {
    switch self {
    case .left: ("Left", [.left, .control("b")])
    case .right: ("Right", [.right])
    case .up: ("Up", [.up, .control("p")])
    case .down: ("Down", [.down, .control("n")])
    case .wordLeft: ("Previous word", [Key(.left, .control), Key(.left, .alt), .alt("b")])
    case .wordRight: ("Next word", [Key(.right, .control), Key(.right, .alt), .alt("f")])
    case .lineStart: ("Start of the line", [.home, .control("a")])
    case .lineEnd: ("End of the line", [.end, .control("e")])
    case .start: ("Start of the text", [Key(.home, .control)])
    case .end: ("End of the text", [Key(.end, .control)])
    case .pageUp: ("Page up", [.pageUp])
    case .pageDown: ("Page down", [.pageDown])
    case .selectAll: ("Select all", [.alt("a")])
    case .newLine: ("New line", [.enter])
    case .indent: ("Indent", [.tab])
    case .outdent: ("Outdent", [.shiftTab])
    case .deleteBackward: ("Delete to the left", [.backspace, .control("h")])
    case .deleteForward: ("Delete to the right", [.delete, .control("d")])
    case .deleteWordBackward:
      (
        "Delete a word to the left",
        [.control("w"), Key(.backspace, .alt), Key(.backspace, .control)]
      )
    case .deleteWordForward: ("Delete a word to the right", [.alt("d"), Key(.delete, .control)])
    case .deleteToLineStart: ("Delete to the start of the line", [.control("u")])
    case .deleteToLineEnd: ("Delete to the line's end", [.control("k")])
    case .undo: ("Undo", [.control("z"), .control("_"), .control("/")])
    case .redo: ("Redo", [.control("y"), .alt("_")])
    case .cut: ("Cut", [.control("x")])
    case .copy: ("Copy", [.control("c"), .alt("w")])
    case .paste: ("Paste", [.control("v")])
    case .find: ("Find", [.control("f")])
    case .findNext: ("Find next", [.function(3), .control("g")])
    case .findPrevious: ("Find previous", [Key(.function(3), .shift), .alt("g")])
    case .nextElement: ("Leave the editor", [.function(6)])
    case .previousElement: ("Leave the editor backwards", [Key(.function(6), .shift)])
    }
  }

  fileprivate func keys(in map: KeyMap) -> [KeyChord] {
    map["editor.\(rawValue)"] ?? standard.keys.map { KeyChord($0) }
  }

  fileprivate func binding(in map: KeyMap) -> KeyBinding {
    var binding = KeyBinding(keys(in: map), standard.title)
    binding.scope = "Editor"
    binding.isShown = false
    return binding
  }
}

/// The keys of an editor, including those that the user's ``KeyMap`` sets.
struct EditorKeys {
  let map: KeyMap
  /// The bindings, which a help screen shows but a footer does not.
  let bindings: [KeyBinding]
  private var commands: [KeyChord: EditorCommand] = [:]

  init(_ map: KeyMap) {
    self.map = map
    bindings = EditorCommand.allCases.map { $0.binding(in: map) }
    // A key that the user assigns to one command stops being the standard key of another.
    for isOwn in [false, true] {
      for command in EditorCommand.allCases
      where (map["editor.\(command.rawValue)"] != nil) == isOwn {
        for keys in command.keys(in: map) { commands[keys] = command }
      }
    }
  }

  func command(of key: Key) -> (command: EditorCommand, isSelecting: Bool)? {
    if let command = commands[KeyChord(key)] { return (command, false) }
    guard key.modifiers.contains(.shift) else { return nil }
    let plain = Key(key.code, key.modifiers.subtracting(.shift))
    guard let command = commands[KeyChord(plain)], command.isMove else { return nil }
    return (command, true)
  }

  func command(of chord: KeyChord) -> EditorCommand? { commands[chord] }
}
