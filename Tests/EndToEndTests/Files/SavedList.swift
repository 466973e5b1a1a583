#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The list's file, declared here a second time, so that a change of the format that would lose the
/// data of users is noticed.
///
/// A value made here has the form of a `todo` without a journal: no `commit` and no draft.
struct SavedList: Codable {
  struct Item: Codable, Equatable {
    var id: String
    var title: String
    var isDone: Bool?
    var priority: String?
    var due: String?
    var created: String?
    var completed: String?
    var notes: String?
    /// Done subtasks start with `x `.
    var subtasks: [String]?
  }

  struct Editing: Codable, Equatable {
    struct Fields: Codable, Equatable {
      var line, priority, due, notes, subtasks: String
    }

    var id: String
    var fields: Fields
    var isForm: Bool
    var begun: Fields
  }

  struct State: Codable, Equatable {
    var items: [Item]
    var tab: String?
    var sort: String?
    var draft: String?
    var editing: Editing?
  }

  var version: Int
  var state: State
  var commit: UInt64?

  init(_ titles: [String]) {
    state = State(items: titles.enumerated().map { Item(id: Self.id($0 + 1), title: $1) })
    version = 2
  }

  /// 16 hexadecimal digits.
  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The tick and title of each item, as the screen shows them.
  var items: [String] { state.items.map { "\($0.isDone == true ? "[x]" : "[ ]") \($0.title)" } }
}

extension TestFolder {
  /// Saves a list before any program runs.
  func save(_ titles: [String]) throws { try save(SavedList(titles)) }

  func save(_ list: SavedList) throws {
    try JSONEncoder().encode(list).write(to: URL(filePath: listFile))
  }

  /// Replaces the file with another list, as a file synchronizer does: by renaming a new file.
  func replace(_ list: SavedList) throws {
    let temporary = path + "/todo/.syncing"
    try JSONEncoder().encode(list).write(to: URL(filePath: temporary))
    guard rename(temporary, listFile) == 0 else { throw CallFailed(call: "rename") }
  }

  /// The content of the file, which is current after a program has ended normally; nil if it is
  /// missing.
  /// - Throws: if the file is not a complete list.
  var saved: SavedList? {
    get throws {
      try FileManager.default.contents(atPath: listFile).map {
        try JSONDecoder().decode(SavedList.self, from: $0)
      }
    }
  }

  /// The items in the file, without its journal: see `saved`.
  var savedItems: [String]? { get throws { try saved?.items } }

  /// The items that another `todo` prints, whether or not one runs: those of the file and its
  /// journal.
  /// - Throws: if it prints no list.
  func listedItems(_ arguments: [String] = []) throws -> [String] {
    let run = try TodoRun(arguments, in: self)
    let lines = run.output.split(separator: "\n").map(String.init)
    guard run.end == .status(0), run.errors == "", lines.last?.hasSuffix(" done") == true else {
      throw NotListed(run: run)
    }
    return lines.dropLast()
  }
}

struct NotListed: Error, CustomStringConvertible {
  let run: TodoRun

  var description: String {
    "todo ended with \(run.end), printed \(run.output) and said \(run.errors)"
  }
}
