#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A list as the file has it: written down here once more, so that a change of the format that
/// would lose what users have is seen.
///
/// Made here, it has what a `todo` without a journal left: no `commit`, nothing that is being typed.
struct SavedList: Codable {
  struct Item: Codable, Equatable {
    var id: Int
    var title: String
    var isDone: Bool
  }

  struct Editing: Codable, Equatable {
    var id: Int
    var title: String
  }

  struct State: Codable, Equatable {
    var items: [Item]
    var nextID: Int
    var filter: String
    var draft: String?
    var editing: Editing?
  }

  var version: Int
  var state: State
  var commit: UInt64?

  init(_ titles: [String]) {
    let items = titles.enumerated().map { Item(id: $0 + 1, title: $1, isDone: false) }
    state = State(items: items, nextID: items.count + 1, filter: "all")
    version = 1
  }

  /// Tick and title of each item, as the screen shows them.
  var items: [String] { state.items.map { "\($0.isDone ? "[x]" : "[ ]") \($0.title)" } }
}

extension TestFolder {
  /// Makes a list, before any program runs.
  func save(_ titles: [String]) throws { try save(SavedList(titles)) }

  func save(_ list: SavedList) throws {
    try JSONEncoder().encode(list).write(to: URL(filePath: listFile))
  }

  /// What the file itself holds, which is the newest once a program has ended in peace; nil while there is none.
  /// - Throws: if the file is anything but a whole list.
  var saved: SavedList? {
    get throws {
      try FileManager.default.contents(atPath: listFile).map {
        try JSONDecoder().decode(SavedList.self, from: $0)
      }
    }
  }

  /// The items in the file itself: see `saved`.
  var savedItems: [String]? { get throws { try saved?.items } }

  /// The items that another `todo` prints, whether or not one runs: those of the file with those of its journal.
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
