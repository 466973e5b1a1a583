import Millrace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `todo` does without a screen, beside one that may have the list open.
struct Commands: Sendable {
  let path: String
  let isJSON: Bool
  /// What is printed, with its line breaks.
  let print: @Sendable (String) -> Void
  /// How long a program that has the list open may take to answer.
  var patience = Duration.seconds(3)

  /// A store on the list.
  static func store(
    _ path: String, access: FileAccess, _ more: [Middleware<TodoState, TodoAction>] = [],
    onIssue: @escaping @Sendable (any RuntimeIssue) -> Void = { _ in },
    onEvent: @escaping @Sendable (PersistenceEvent) -> Void = { _ in }
  ) -> Store<TodoState, TodoAction> {
    Store(
      initial: TodoState(), reducer: todoReducer,
      middleware: [
        .persistence(
          to: .file(path), version: todoVersion, durability: .journal, access: access,
          migrations: todoMigrations, unreadable: .fail, onEvent: onEvent)
      ] + more,
      onIssue: onIssue)
  }

  /// - Throws: ``CommandError``, and what keeps the list from being read or changed.
  func run(_ command: Arguments.Command) async throws {
    switch command {
    case .add(let lines): try await add(lines.isEmpty ? read(nil) : lines)
    case .importing(let file):
      let items = TodoText.read(try read(file).joined(separator: "\n"), id: TodoID.random)
      try await send(.insert(items))
      tell("Imported \(items.count) \(items.count == 1 ? "item" : "items")")
    case .exporting(let file):
      let text = TodoText.write(try look().list.items)
      guard let file else { return print(text) }
      do {
        try text.write(to: URL(filePath: file), atomically: true, encoding: .utf8)
      } catch {
        throw CommandError.file(file, "written")
      }
    case .list(let filter): try list(filter)
    case .done(let names): try await tick(names)
    case .undo: try await undo()
    }
  }

  private func add(_ lines: [String]) async throws {
    let lines = lines.filter { line in line.contains { !$0.isWhitespace } }
    guard !lines.isEmpty else { throw CommandError.nothingToAdd }
    let ids = lines.map { _ in TodoID.random() }
    let added = TodoAction.add(lines, ids: ids, after: nil, at: .now).added(to: TodoList())
    // Unlike one that is typed, an item from elsewhere does not become the current one.
    try await send(.insert(added))
    try show(added, of: look().list.items)
  }

  private func list(_ text: String) throws {
    let items = try look().list.items
    let day = Moment.now.day
    var words = text.split(separator: " ").map(String.init)
    let tab = words.firstIndex { TodoTab(rawValue: $0) != nil }
      .flatMap { TodoTab(rawValue: words.remove(at: $0)) }
    let filter = TodoFilter(parsing: words.joined(separator: " "))
    let found = items.filter { todo in
      (tab?.shows(todo, on: day) ?? !todo.isDone) && filter.matches(todo)
    }
    try show(Array(found), of: items)
  }

  private func tick(_ names: [String]) async throws {
    let items = try look().list.items
    let ids = try names.map { name in
      let found = items.filter { !name.isEmpty && $0.id.description.hasPrefix(name.lowercased()) }
      if found.count > 1 { throw CommandError.ambiguous(name, found.count) }
      guard let todo = found.first else { throw CommandError.unknown(name) }
      return todo.id
    }
    try await send(.tick(ids, true, at: .now))
    let after = try look().list.items
    try show(ids.compactMap { after[id: $0] }, of: after)
  }

  private func undo() async throws {
    guard let name = try look().history.undoNames.first else { throw CommandError.nothingToUndo }
    try await send(.undo)
    tell("Undone: \(name)")
  }

  /// What the list is now, whoever has it open.
  private func look() throws -> TodoState {
    let store = Self.store(path, access: .readOnly)
    defer { store.finish() }
    if let failure = store.startupFailures.first { throw failure }
    return store.state
  }

  private func send(_ action: TodoAction) async throws {
    let file = PersistenceLocation.file(path)
    try await file.send(action, version: todoVersion, patience: patience) {
      Self.store(path, access: .write)
    }
  }

  private func read(_ file: String?) throws -> [String] {
    guard let file else { return Array(AnyIterator { readLine() }) }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: file))
    } catch {
      throw CommandError.file(file, "read")
    }
    guard let text = String(validating: data, as: UTF8.self) else { throw CommandError.notUTF8 }
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }

  private func tell(_ text: String) { if !isJSON { print(text + "\n") } }

  private func show(_ shown: [Todo], of items: IdentifiedList<Todo>) throws {
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return print(String(decoding: try encoder.encode(shown), as: UTF8.self) + "\n")
    }
    let digits = Self.digits(of: items)
    for todo in shown {
      let line = "\(todo.id.description.prefix(digits)) \(todo.line)"
      print(SafeText.visible(line) + "\n")
    }
  }

  /// How many digits of an id tell it from all others: four at least.
  static func digits(of items: IdentifiedList<Todo>) -> Int {
    let names = items.map(\.id.description).sorted()
    let common = zip(names, names.dropFirst()).map {
      zip($0.utf8, $1.utf8).prefix { $0 == $1 }.count
    }
    return max(4, (common.max() ?? 0) + 1)
  }
}

/// Why a command could not be carried out.
enum CommandError: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  case ambiguous(String, Int)
  case nothingToAdd
  case nothingToUndo
  case notUTF8
  case file(String, String)

  var description: String {
    switch self {
    case .unknown(let name): "no item is called '\(name)': see todo list"
    case .ambiguous(let name, let count):
      "'\(name)' begins the names of \(count) items: write more of it"
    case .nothingToAdd: "there is nothing to add"
    case .nothingToUndo: "there is nothing to undo"
    case .notUTF8: "the text is not UTF-8"
    case .file(let path, let what):
      "\(path) cannot be \(what): see that it is there, and its permissions"
    }
  }
}
