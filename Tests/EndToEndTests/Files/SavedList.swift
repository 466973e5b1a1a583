#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A list as the file has it: written down here once more, so that a change of the format that
/// would lose what users have is seen.
struct SavedList: Codable {
  struct Item: Codable {
    var id: Int
    var title: String
    var isDone: Bool
  }

  struct State: Codable {
    var items: [Item]
    var nextID: Int
    var filter: String
  }

  var version: Int
  var state: State

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
  func save(_ titles: [String]) throws {
    try JSONEncoder().encode(SavedList(titles)).write(to: URL(filePath: listFile))
  }

  /// The items in the file: nil while there is no file.
  /// - Throws: if the file is anything but a whole list.
  var savedItems: [String]? {
    get throws {
      guard let data = FileManager.default.contents(atPath: listFile) else { return nil }
      return try JSONDecoder().decode(SavedList.self, from: data).items
    }
  }
}
