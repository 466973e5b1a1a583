#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads settings one by one: a wrong setting falls back to its default, and the others stay.
struct SettingsReader {
  private struct Content: Decodable {
    var theme: Lenient<String>?
    var keys: Lenient<[String: Lenient<[String]>]>?
  }

  /// A value in the file; nil if the file has a value of another type.
  private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
  }

  private let file: SettingsFile
  private(set) var settings = DocumentSettings()
  /// The keys in the file, in its order.
  private var ownKeys: [(name: String, keys: [KeyChord], line: Int?)] = []
  /// The line of the setting that is being read; nil before the file's content is read.
  private var line: Int?

  init(_ file: SettingsFile) {
    self.file = file
    settings.keys = KeyMap(file.defaultKeys)
  }

  private var keys: [String: [KeyChord]] {
    file.defaultKeys.merging(ownKeys.map { ($0.name, $0.keys) }) { $1 }
  }

  mutating func read(_ bytes: [UInt8]) {
    if let location = JSONSyntax.firstSyntaxError(in: bytes) {
      return fail("invalid JSON at column \(location.column)", at: location.line)
    }
    line = 1
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      return fail(#"the settings must be a JSON object in UTF-8, such as {"theme": "dark"}"#)
    }
    var (path, seen): ([String], Set<[String]>) = ([], [])
    for name in JSONSyntax.names(in: bytes, toDepth: 1) {
      path = path.prefix(name.depth) + [name.depth == 0 ? name.text : currentName(of: name.text)]
      line = name.line
      switch (path[0], name.depth) {
      case (let section, 1) where section != "keys": break
      case _ where !seen.insert(path).inserted:
        fail("\(path.joined(separator: ".")) is set twice; the first value is used")
        // If the name has an object as its value, the names in that object are ignored, too.
        if name.depth == 0 { path = [""] }
      case ("theme", 0): readTheme(content.theme?.value)
      case ("keys", 0) where content.keys?.value == nil:
        fail(#"keys: write names and their keys, such as {"delete": ["D"]}"#)
      case ("keys", 1): readKeys(content.keys?.value?[name.text]?.value, of: path[1])
      case ("keys", _): break
      default: failUnknown("unknown setting", name.text, ["keys", "theme"])
      }
    }
    resolveKeyConflicts()
    settings.keys = KeyMap(keys)
    settings.errors.sort { ($0.line ?? 0, $0.message) < ($1.line ?? 0, $1.message) }
  }

  private mutating func readTheme(_ text: String?) {
    typealias Choice = DocumentSettings.ThemeChoice
    if let choice = text.flatMap(Choice.init) { return settings.theme = choice }
    let known = Choice.allCases.map(\.rawValue)
    let name = text.map { "\"\($0)\"" } ?? "the value"
    let near = question(nearest(to: text ?? "", among: known))
    fail("theme: \(name) is not one of \(known.joined(separator: ", "))\(near)")
  }

  /// The present name of a command that may have its former name in the file.
  private func currentName(of name: String) -> String {
    // Before 1.0.0-beta.1, the command `resolve` had the name `settle`.
    let isOld =
      name == "settle" && file.defaultKeys[name] == nil && file.defaultKeys["resolve"] != nil
    return isOld ? "resolve" : name
  }

  private mutating func readKeys(_ texts: [String]?, of name: String) {
    guard file.defaultKeys[name] != nil else {
      return failUnknown("keys: unknown command", name, file.defaultKeys.keys.sorted())
    }
    guard let texts else { return fail(#"keys.\#(name): write a list of keys, such as ["D"]"#) }
    do throws(KeyMapError) {
      ownKeys.append((name, try KeyMap(parsing: [name: texts])[name] ?? [], line))
    } catch {
      fail("keys: \(error)")
    }
  }

  /// Resets a binding to its default keys if another binding has one of its new keys. Repeats this,
  /// beginning with the last binding in the file, until no such conflict is left. Keys that two
  /// bindings share by default are no conflict.
  private mutating func resolveKeyConflicts() {
    for (index, own) in ownKeys.enumerated().reversed() {
      let new = Set(own.keys).subtracting(file.defaultKeys[own.name] ?? [])
      for (other, keys) in keys.sorted(by: { $0.key < $1.key }) where other != own.name {
        guard let key = keys.first(where: new.contains) else { continue }
        ownKeys.remove(at: index)
        fail("keys.\(own.name): \(key) is already used by \"\(other)\"", at: own.line)
        return resolveKeyConflicts()
      }
    }
  }

  private mutating func failUnknown(_ problem: String, _ name: String, _ known: [String]) {
    let near = nearest(to: name, among: known)
    let list = near == nil ? "; write one of \(known.joined(separator: ", "))" : ""
    fail("\(problem) \"\(name)\"\(question(near))\(list)")
  }

  /// - Parameter other: The line of the mistake; nil for the line of the current setting.
  mutating func fail(_ message: String, at other: Int? = nil) {
    settings.errors.append(SettingsError(path: file.path, line: other ?? line, message: message))
  }
}

private func question(_ name: String?) -> String { name.map { "; did you mean \"\($0)\"?" } ?? "" }
