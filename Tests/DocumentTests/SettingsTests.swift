import MillraceSystem
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceDocument

@Suite("Document: settings", .timeLimit(.minutes(20)))
struct SettingsTests {
  private let folder: TemporaryFolder
  private let file: SettingsFile

  init() throws {
    folder = try TemporaryFolder()
    file = SettingsFile(
      path: folder.file("config.json"),
      defaultKeys: ["delete": ["d", "delete"], "edit": ["e"], "quit": ["q"], "leave": ["q"]])
  }

  private func load(_ text: String) throws -> DocumentSettings {
    try folder.write(text, to: "config.json")
    return file.load()
  }

  /// The error messages, from the name of the file on.
  private func errors(_ text: String) throws -> [String] {
    try load(text).errors.map { String("\($0)".trimmingPrefix("\(folder.path)/")) }
  }

  private var defaults: DocumentSettings {
    var settings = DocumentSettings()
    settings.keys = KeyMap([
      "delete": ["d", .delete], "edit": ["e"], "quit": ["q"], "leave": ["q"],
    ])
    return settings
  }

  @Test("without a settings file, or with an empty one, the program's defaults apply")
  func nothing() throws {
    #expect(file.load() == defaults)
    #expect(try load("{}") == defaults)
    #expect(try load(#"{"keys": {}}"#) == defaults)
  }

  @Test("a file can set the theme and some keys; the other settings keep their defaults")
  func everything() throws {
    let own = try load(#"{"theme": "light", "keys": {"delete": ["D", "ctrl+x"], "edit": []}}"#)
    #expect(own.errors.isEmpty)
    #expect(own.theme == .light)
    #expect(own.keys["delete"] == ["D", .control("x")])
    #expect(own.keys["edit"] == [])
    #expect(own.keys["quit"] == ["q"])
  }

  @Test(
    "an invalid value is reported with its line, and only its setting keeps the default",
    arguments: [
      (#""theme": "pink""#, #"theme: "pink" is not one of auto, dark, light, plain"#),
      (
        #""theme": "drak""#,
        #"theme: "drak" is not one of auto, dark, light, plain; did you mean "dark"?"#
      ),
      (#""theme": 3"#, "theme: the value is not one of auto, dark, light, plain"),
      (#""theme": null"#, "theme: the value is not one of auto, dark, light, plain"),
      (#""colour": {"keys": 1}"#, #"unknown setting "colour"; write one of keys, theme"#),
      (#""themes": "dark""#, #"unknown setting "themes"; did you mean "theme"?"#),
      (#""them\u0065": "dark""#, #"unknown setting "them\u0065"; write one of keys, theme"#),
    ])
  func wrongValue(member: String, message: String) throws {
    let text = "{\n  \"keys\": {\"edit\": [\"E\"]},\n  \(member)\n}\n"
    #expect(try errors(text) == ["config.json:3: \(message)"])
    #expect(try load(text).theme == .auto)
    #expect(try load(text).keys["edit"] == ["E"])
  }

  @Test(
    "an invalid key is reported with its line, and only its command keeps the default",
    arguments: [
      (#""delet": ["D"]"#, #"keys: unknown command "delet"; did you mean "delete"?"#),
      (
        #""frobnicate": ["D"]"#,
        #"keys: unknown command "frobnicate"; write one of delete, edit, leave, quit"#
      ),
      (#""delete": "D""#, #"keys.delete: write a list of keys, such as ["D"]"#),
      (#""delete": ["D", 3]"#, #"keys.delete: write a list of keys, such as ["D"]"#),
      (#""delete": [{"edit": 1}]"#, #"keys.delete: write a list of keys, such as ["D"]"#),
      (
        #""delete": ["D", "DD"]"#,
        """
        keys: invalid key for "delete": "DD" is not a key: write one character, a function key such as f1, or one of \
        space, enter, tab, backspace, delete, esc, insert, up, down, left, right, home, end, pageup, pagedown; modifiers \
        come before it, in the order hyper+, meta+, super+, ctrl+, alt+, shift+
        """
      ),
      (#""delete": ["q"]"#, #"keys.delete: q is already used by "leave""#),
      (#""edit": ["F"]"#, #"keys.edit is set twice; the first value is used"#),
    ])
  func wrongKey(member: String, message: String) throws {
    let text = "{\"theme\": \"dark\", \"keys\": {\n  \"edit\": [\"E\"],\n  \(member)\n}}\n"
    #expect(try errors(text) == ["config.json:3: \(message)"])
    let own = try load(text)
    #expect(own.theme == .dark)
    #expect(own.keys["edit"] == ["E"])
    #expect(own.keys["delete"] == ["d", .delete])
  }

  @Test(
    "the program's defaults apply when the file has no settings object",
    arguments: [
      ("{\n  \"theme\": \"dark\",\n}", "3: invalid JSON at column 1"),
      ("", "1: invalid JSON at column 1"),
      ("{\"theme\": pink}", "1: invalid JSON at column 11"),
      ("[1]", #"1: the settings must be a JSON object in UTF-8, such as {"theme": "dark"}"#),
      (#"{"keys": ["D"]}"#, #"1: keys: write names and their keys, such as {"delete": ["D"]}"#),
      (
        #"{"keys": [{"edit": ["D"]}]}"#,
        #"1: keys: write names and their keys, such as {"delete": ["D"]}"#
      ),
    ])
  func noSettings(text: String, message: String) throws {
    #expect(try errors(text) == ["config.json:\(message)"])
    #expect(try load(text).keys == defaults.keys)
    #expect(try load(text).theme == .auto)
  }

  @Test("the program's defaults apply when the file cannot be read")
  func unreadable() throws {
    try SystemFiles().makeFolder(file.path)
    let settings = file.load()
    #expect(settings.keys == defaults.keys)
    #expect(settings.errors.count == 1)
    #expect(settings.errors.first?.description.hasPrefix("\(file.path): cannot be read: ") == true)
  }

  @Test("if a section is set twice, the first is used")
  func sectionTwice() throws {
    let text =
      "{\"keys\": {\"edit\": [\"E\"]},\n\"keys\": {\"edit\": [\"F\"], \"delete\": [\"D\"]}}"
    #expect(
      try errors(text) == ["config.json:2: keys is set twice; the first value is used"])
    #expect(try load(text).keys["edit"] == ["E"])
    #expect(try load(text).keys["delete"] == ["d", .delete])
  }

  @Test(
    "names in an object that is not used are not reported",
    arguments: [
      (
        #""keys": {}, "keys": {"a": ["x"], "a": ["y"]}"#,
        "keys is set twice; the first value is used"
      ),
      (#""colour": {"a": 1, "a": 2}"#, #"unknown setting "colour"; write one of keys, theme"#),
      (#""theme": {"a": 1, "a": 2}"#, "theme: the value is not one of auto, dark, light, plain"),
    ])
  func unusedNames(members: String, message: String) throws {
    #expect(try errors("{\(members)}") == ["config.json:1: \(message)"])
  }

  @Test("several errors are reported in the order of their lines")
  func several() throws {
    let text = """
      {
        "keys": {
          "delete": ["e"],
          "quti": ["Q"]
        },
        "theme": "pink",
        "theme": "dark",
        "mouse": true
      }
      """
    #expect(
      try errors(text) == [
        #"config.json:3: keys.delete: e is already used by "edit""#,
        #"config.json:4: keys: unknown command "quti"; did you mean "quit"?"#,
        #"config.json:6: theme: "pink" is not one of auto, dark, light, plain"#,
        #"config.json:7: theme is set twice; the first value is used"#,
        #"config.json:8: unknown setting "mouse"; write one of keys, theme"#,
      ])
    #expect(try load(text).theme == .auto)
  }

  @Test(
    "a command whose key is taken keeps its default keys, which may conflict with another command")
  func sharedKeys() throws {
    let later = try load(#"{"keys": {"quit": ["x"], "edit": ["x", "y"]}}"#)
    #expect(later.keys["quit"] == ["x"])
    #expect(later.keys["edit"] == ["e"])
    #expect(
      try errors(#"{"keys": {"delete": ["e"], "edit": ["e", "x"]}}"#) == [
        #"config.json:1: keys.delete: e is already used by "edit""#
      ])
    #expect(
      try errors(#"{"keys": {"quit": ["x"], "edit": ["x"], "delete": ["e"]}}"#) == [
        #"config.json:1: keys.delete: e is already used by "edit""#,
        #"config.json:1: keys.edit: x is already used by "quit""#,
      ])
    // No conflicts: a key that two commands share by default, commands that swap keys, and a key
    // twice in one list.
    let swapped = #"{"keys": {"delete": ["e"], "edit": ["d", "d"], "quit": ["x", "q"]}}"#
    #expect(try errors(swapped) == [])
    #expect(try load(swapped).keys["edit"] == ["d", "d"])
  }

  @Test(
    "with random settings, no two commands share a key, and each has its set or default keys",
    arguments: 0..<rounds(100 as UInt64, long: 5_000))
  func randomKeys(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = ["a", "b", "c", "d", "e"]
    let usual = Dictionary(uniqueKeysWithValues: letters.map { ("name \($0)", [$0]) })
    let own = usual.keys.sorted().filter { _ in Bool.random(using: &random) }.map { name in
      (name: name, keys: letters.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    }
    let members = own.map { "\"\($0)\": \($1)" }.joined(separator: ",\n")
    try folder.write("{\"keys\": {\n\(members)}}", to: "config.json")
    let settings = SettingsFile(path: file.path, defaultKeys: usual).load()
    let keys = usual.keys.flatMap { settings.keys[$0] ?? [] }
    #expect(Set(keys).count == keys.count)
    let refused = Set(settings.errors.compactMap { $0.line.map { own[$0 - 2].name } })
    #expect(refused.count == settings.errors.count)
    for (name, texts) in own {
      let expected = refused.contains(name) ? usual[name] : texts
      #expect(settings.keys[name]?.map(\.description) == expected)
    }
  }

  @Test("a file may give the key for conflicts its former name, settle")
  func formerName() throws {
    try folder.write(#"{"keys": {"settle": ["M"]}}"#, to: "config.json")
    let settings = SettingsFile(path: file.path, defaultKeys: ["resolve": ["m"]]).load()
    #expect(settings.keys["resolve"] == ["M"])
    #expect(settings.errors.isEmpty)
  }

  @Test(
    "if a command's keys are set under its present and its former name, the first are used",
    arguments: [["resolve", "settle"], ["settle", "resolve"]])
  func bothNames(names: [String]) throws {
    try folder.write(
      "{\"keys\": {\"\(names[0])\": [\"x\"],\n\"\(names[1])\": [\"y\"]}}", to: "config.json")
    let settings = SettingsFile(path: file.path, defaultKeys: ["resolve": ["m"]]).load()
    #expect(settings.keys["resolve"] == ["x"])
    #expect(settings.errors.map(\.line) == [2])
    #expect(
      settings.errors.map(\.message) == ["keys.resolve is set twice; the first value is used"])
  }

  @Test("an error is one line for any content of the file")
  func oneLine() throws {
    #expect(
      try errors(#"{"theme": "a\n\u001b[2J"}"#)
        == [#"config.json:1: theme: "a\n\u{1B}[2J" is not one of auto, dark, light, plain"#])
  }

  @MainActor
  @Test("settings are loaded again when the file changes, is replaced or is removed")
  func changes() async throws {
    try folder.write(#"{"keys": {"edit": ["E"]}}"#, to: "config.json")
    let app = TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { _, _ in })) {
      [file] _, _, terminal in
      SettingsProvider(file, on: terminal) {
        Button("ok") {}.autofocus().keys { Bind([], "Edit", name: "edit") {} }
        KeyHints()
      }
    }
    let stage = try TestStage(app, columns: 300, rows: 5)
    func wait(for text: String, _ location: SourceLocation = #_sourceLocation) async {
      let isShown = await repeatUntil({ stage.terminal.screen.contains(text) }) {
        await Task.yield()
        stage.settle()
      }
      #expect(isShown, sourceLocation: location)
    }
    #expect(stage.terminal.screen.contains("E Edit"), "\(stage.terminal.screen)")
    await wait(for: "E Edit")
    try folder.write(#"{"keys": {"edit": ["F"]}}"#, to: "config.json")
    await wait(for: "F Edit")
    try folder.write(#"{"theme": "pink", "keys": {"edit": ["F"]}}"#, to: "config.json")
    await wait(for: "pink")
    // Replaces the file by renaming another one, as editors do.
    try folder.write(#"{"keys": {"edit": ["G"]}}"#, to: "draft")
    try SystemFiles().rename(folder.file("draft"), to: file.path)
    await wait(for: "G Edit")
    #expect(!stage.terminal.screen.contains("pink"))
    try SystemFiles().remove(file.path)
    await wait(for: "e Edit")
  }

  @Test("a program's folders follow the XDG rules")
  func folders() {
    func folders(_ environment: [String: String]) -> [String?] {
      let folders = ProgramFolders("notes", environment: environment)
      return [try? folders.data("notes.json"), try? folders.settings("config.json")]
    }
    let usual = ["/h/.local/share/notes/notes.json", "/h/.config/notes/config.json"]
    #expect(folders(["HOME": "/h"]) == usual)
    #expect(folders(["HOME": "/h", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "relative"]) == usual)
    let set = ["XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c"]
    #expect(folders(set) == ["/d/notes/notes.json", "/c/notes/config.json"])
    #expect(folders(["HOME": "relative"]) == [nil, nil])
    #expect(folders([:]) == [nil, nil])
  }
}
