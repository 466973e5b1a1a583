import Millrace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a user has chosen, in a file.
struct UserSettings: Equatable, Sendable {
  enum ThemeChoice: String, Codable, CaseIterable, Sendable {
    /// By the terminal's background.
    case auto
    case dark, light, plain
  }

  var theme = ThemeChoice.auto
  var keys = KeyMap.todo

  init() {}

  /// - Parameter path: that of a file which need not be there.
  init(path: String) throws(SettingsError) {
    do {
      let isThere = FileManager.default.fileExists(atPath: path)
      self = isThere ? try Self(parsing: Data(contentsOf: URL(filePath: path))) : Self()
    } catch {
      throw SettingsError(path: path, reason: Self.explain(error))
    }
  }

  init(parsing data: Data) throws {
    struct File: Decodable {
      var theme: ThemeChoice?
      var keys: [String: [String]]?
    }
    let file = try JSONDecoder().decode(File.self, from: data)
    theme = file.theme ?? .auto
    let names = KeyMap.todoTexts.keys
    for name in (file.keys ?? [:]).keys where !names.contains(name) {
      throw UnknownName(name: name, known: names.sorted())
    }
    let texts = KeyMap.todoTexts.merging(file.keys ?? [:]) { $1 }
    keys = try KeyMap(parsing: texts)
    var taken: [Key: String] = [:]
    for name in texts.keys.sorted() {
      for key in keys[name] ?? [] {
        if let other = taken[key] { throw SharedKey(key: key, names: [other, name]) }
        taken[key] = name
      }
    }
  }

  private static func explain(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      return place.isEmpty ? "it is not JSON" : "\(place): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}

private struct SharedKey: Error, CustomStringConvertible {
  let key: Key
  let names: [String]

  var description: String { "\(key) is the key of \(names.joined(separator: " and of "))" }
}

private struct UnknownName: Error, CustomStringConvertible {
  let name: String
  let known: [String]

  var description: String {
    "no key is called \"\(name)\": write one of \(known.joined(separator: ", "))"
  }
}

struct SettingsError: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "\(path) cannot be used: \(reason)" }
}
