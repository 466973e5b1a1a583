import MillraceDocument

/// The shell commands of `todo`. They also work while another `todo` shows the list.
struct TodoCommands: Sendable {
  let log: DocumentLog<TodoList>
  var now = Moment.now
  var warn: @Sendable (String) -> Void = { CommandOutput.warn("todo: \($0)") }

  /// - Throws: ``TodoCommandError``, `CommandFileError`, `CommandLineError`, `PersistenceError`.
  func run(_ call: CommandCall, _ output: CommandOutput) throws {
    let words = call.operands
    switch call.verb {
    case "add":
      let lines = try words == ["-"] ? CommandFile.lines(of: "-") : [words.joined(separator: " ")]
      try add(lines.filter { !$0.isBlank }, isStrict: call["--strict"] != nil, output)
    case "list": try list(words.joined(separator: " "), output)
    case "done": try change(words, output) { .change(.tick($0.map(\.id), true, at: now)) }
    case "delete": try change(words, output) { .change(.remove($0.map(\.id), at: now)) }
    case "modify":
      let line = words.dropFirst().joined(separator: " ")
      if line.isBlank { throw TodoCommandError.nothingToAdd }
      try checkFields([line], isStrict: call["--strict"] != nil)
      try change([words[0]], output) { todos in
        var edit = EditState(todos[0], isForm: false)
        edit.fields.line = line
        return .edit(edit.edited(at: now), since: todos[0])
      }
    case "undo":
      guard let name = try log.read().undoNames.first else { throw TodoCommandError.nothingToUndo }
      try log.send(.undo)
      try output.report("Undone: \(name)")
    case "import":
      try importItems(of: words[0], skipsKnown: call["--again"] == nil, output)
    default: try export(to: words.first, overwriting: call["--force"] != nil, output)
    }
  }

  /// Warns about words that look like fields but are not valid. These words stay in the title.
  /// - Throws: In strict mode, `TodoCommandError.notFields` if there are such words.
  private func checkFields(_ lines: [String], isStrict: Bool) throws {
    let problems = lines.enumerated().flatMap { number, line in
      TodoLine(line.onOneLine, now: now).problems.map {
        (lines.count > 1 ? "line \(number + 1): " : "") + $0.text
      }
    }
    if isStrict, !problems.isEmpty { throw TodoCommandError.notFields(problems) }
    for problem in problems { warn(problem) }
  }

  private func importItems(
    of path: String, skipsKnown: Bool, _ output: CommandOutput
  ) throws {
    let items = try TodoText.read(path)
    let new = skipsKnown ? try log.read().value.missing(items) : items
    if !new.isEmpty { try log.send(.change(.insert(new))) }
    let skipped = items.count - new.count
    try output.report(
      "Imported \(TodoList.counted(new.count))"
        + (skipped == 0
          ? ""
          : "; skipped \(TodoList.counted(skipped)) that the list has: --again imports them, too"))
  }

  private func add(_ lines: [String], isStrict: Bool, _ output: CommandOutput) throws {
    if lines.isEmpty { throw TodoCommandError.nothingToAdd }
    try checkFields(lines, isStrict: isStrict)
    let ids = lines.map { _ in TodoID.random() }
    let added = TodoAction.add(lines, ids: ids, at: now).added(to: TodoList())
    try log.send(.change(.insert(added)))
    // Prints the whole ids, because shortening them would require reading the whole list.
    let texts = added.map { "\($0.id) \($0.line)" }
    try output.show(added, as: texts.joined(separator: "\n"))
  }

  private func list(_ text: String, _ output: CommandOutput) throws {
    let state = try log.read()
    if let reason = state.failure ?? state.offline?.reason { warn(reason) }
    let items = state.value.items
    var words = text.split(separator: " ").map(String.init)
    let tab = words.firstIndex { TodoTab(rawValue: $0) != nil }
      .flatMap { TodoTab(rawValue: words.remove(at: $0)) }
    let filter = TodoFilter(parsing: words.joined(separator: " "))
    let found = items.filter { todo in
      (tab?.shows(todo, on: now.day) ?? !todo.isDone) && filter.matches(todo)
    }
    try show(Array(found), of: items, output)
  }

  /// Changes the items whose ids begin with the given texts. Prints the changed items, and deleted
  /// items as they were before.
  private func change(
    _ names: [String], _ output: CommandOutput,
    _ action: ([Todo]) -> DocumentAction<TodoList>
  ) throws {
    var list = try log.read().value
    let items = list.items
    let todos = try names.map { name in
      let found = items.filter { !name.isEmpty && $0.id.description.hasPrefix(name.lowercased()) }
      if found.count > 1 { throw TodoCommandError.ambiguous(name, found.count) }
      guard let todo = found.first else { throw TodoCommandError.unknown(name) }
      return todo
    }
    let action = action(todos)
    try log.send(action)
    if case .change(let action) = action { list.apply(action) }
    if case .edit(let edited, _) = action { list.items[id: edited.id] = edited }
    try show(todos.map { list.items[id: $0.id] ?? $0 }, of: items, output)
  }

  private func export(to path: String?, overwriting: Bool, _ output: CommandOutput) throws {
    let items = try log.read().value.items
    let text = TodoText.write(items)
    if let path, path != "-" {
      try CommandFile.write(text, to: path, overwriting: overwriting)
    } else {
      try output.write(text)
    }
    let left = items.count { !$0.notes.isEmpty || !$0.subtasks.isEmpty }
    if left > 0 {
      warn("the notes and subtasks of \(left) items were not written: the todo.txt format has none")
    }
  }

  private func show(
    _ shown: [Todo], of items: IdentifiedList<Todo>, _ output: CommandOutput
  ) throws {
    let digits = Self.digits(of: items)
    let lines = shown.map { "\($0.id.description.prefix(digits)) \($0.line)" }
    try output.show(shown, as: lines.joined(separator: "\n"))
  }

  /// Returns the number of digits that distinguish each id from all others, at least four.
  static func digits(of items: IdentifiedList<Todo>) -> Int {
    let names = items.map(\.id.description).sorted()
    let common = zip(names, names.dropFirst()).map {
      zip($0.utf8, $1.utf8).prefix { $0 == $1 }.count
    }
    return max(4, (common.max() ?? 0) + 1)
  }

  /// Completions for a word, from the open items: ids with the items' titles, or projects, tags,
  /// priorities and tabs.
  func candidates(_ kind: String) throws -> [CompletionCandidate] {
    let all = try log.read().value.items
    let items = all.filter { !$0.isDone }
    if kind == "ids" {
      let digits = Self.digits(of: all)
      return items.map { CompletionCandidate(String($0.id.description.prefix(digits)), $0.title) }
    }
    let choices = FilterDialog.choices(of: IdentifiedList(items))
      .map { CompletionCandidate($0.id, "\($0.count) items") }
    return choices
      + (kind == "filters"
        ? ["today", "upcoming", "done"].map { CompletionCandidate($0, "") } : [])
  }
}

extension TodoText {
  /// Reads a file; `-` is standard input.
  static func read(_ path: String) throws(CommandFileError) -> [Todo] {
    read(try CommandFile.lines(of: path).joined(separator: "\n"), id: TodoID.random)
  }
}

/// The reason why a command failed.
enum TodoCommandError: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  case ambiguous(String, Int)
  case nothingToAdd
  case nothingToUndo
  case notFields([String])

  var description: String {
    switch self {
    case .unknown(let name): "no item has the id '\(name)': run 'todo list' to see the ids"
    case .ambiguous(let name, let count):
      "'\(name)' matches \(count) ids: type more digits"
    case .nothingToAdd: "there is no text: write what is to be done"
    case .nothingToUndo: "there is nothing to undo"
    case .notFields(let problems): problems.joined(separator: "; ")
    }
  }
}
