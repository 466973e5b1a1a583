import MillraceDocument
import MillraceTesting

/// What a program around a document needs besides: its views, queries, settings and command line.
@MainActor
enum DocumentProgramSamples {
  typealias Note = DocumentSamples.Note
  typealias Notes = DocumentSamples.Notes

  // sample: DocumentNotices, DocumentMessageLine, DocumentDialogs
  struct NotesScreen: Component {
    let notes: DocumentState<Notes>
    let log: DocumentLog<Notes>
    let dispatch: Dispatcher<DocumentAction<Notes>>
    @Environment(\.terminal) var terminal

    var body: Node {
      Column {
        List(notes.value.items) { Text($0.title) }.grow().basis(0)
        DocumentNotices(notes)
        DocumentMessageLine(notes.message)
      }
      .grow()
      .keys("Notes") {
        Bind("u", "Undo", name: "undo") { dispatch(.undo) }
        Bind("m", "Resolve") { dispatch.resolve(notes) }
        Bind("q", "Quit") { dispatch.quit(notes, terminal) }
      }
      DocumentDialogs(notes, log: log, dispatch: dispatch)
    }
  }
  // end

  /// The notes after `a`, with the message of that change.
  struct AddingNotes: Component {
    @Local var notes = DocumentState(Notes(items: [Note(id: 1, title: "Trips")]))

    var body: Node {
      NotesScreen(notes: notes, log: DocumentLog(), dispatch: Dispatcher { _ in }).keys {
        Bind("a", "Add") {
          let reducer = Reducer<DocumentState<Notes>, DocumentAction<Notes>>.document()
          _ = reducer.reduce(&notes, .change(.add(Note(id: 2, title: "Recipes"))))
        }
      }
    }
  }

  // sample: ConfirmationDialog
  struct DeleteButton: Component {
    let title: String
    @Handler var onDelete: @MainActor () -> Void
    @Local private var isAsking = false

    var body: Node {
      Button("Delete") { isAsking = true }
      if isAsking {
        ConfirmationDialog(
          "Delete “\(title)”?", yes: "Delete", no: "Keep", onClose: { isAsking = false },
          action: { onDelete() })
      }
    }
  }
  // end

  // sample: ListQuery, Queried, ListRequest, ListFilter, ListOrder, ListRule, ListResults
  struct FoundNotes: Component {
    let notes: IdentifiedList<Note>
    let search: String
    @Local private var query = ListQuery<Note> { $0.title + "\n" + $0.text }

    var body: Node {
      let long = ListFilter<Note>(id: "long") { $0.text.count > 1_000 }
      let byTitle = ListOrder<Note>(id: "title") { $0.title < $1.title }
      Queried(
        notes, ListRequest(tabs: [nil, long], tab: 0, order: byTitle, search: search), by: query
      ) { results in
        Text("\(results.shown.count) notes, \(results.counts.last.flatMap(\.self) ?? 0) long")
        List(results.shown) { Text($0.title) }
      }
    }
  }
  // end

  @NodeBuilder
  static func query(_ notes: IdentifiedList<Note>, search: String) -> Node {
    // sample: ListQuery
    let query = ListQuery<Note> { $0.title }
    Queried(notes, ListRequest(search: search), by: query) { results in
      Text("\(results.shown.count) notes")
      List(results.shown) { Text($0.title) }
    }
    // end
  }

  static func shared(_ state: DocumentState<Notes>, _ request: ListRequest<Note>) -> Node {
    // sample: SharedQueries
    // One for the program, so that the sessions of its page share results.
    let shared = SharedQueries<Note>()
    let query = ListQuery<Note> { $0.title }
    let view = Queried(state.value.items, request, by: query, sharing: shared) { results in
      List(results.shown) { Text($0.title) }
    }
    // end
    return view.node
  }

  // sample: SettingsFile, SettingsProvider, DocumentSettings, SettingsError, ProgramFolders
  struct Configured: Component {
    let file: SettingsFile
    let terminal: TerminalControl

    init(terminal: TerminalControl) throws {
      // {"theme": "dark", "keys": {"delete": ["D"], "quit": []}}
      file = SettingsFile(
        path: try ProgramFolders("notes").settings("settings.json"),
        defaultKeys: ["delete": ["d"], "quit": ["q"]])
      for error in file.load().errors { CommandOutput.warn("\(error)") }
      self.terminal = terminal
    }

    var body: Node {
      SettingsProvider(file, on: terminal) {
        Text("My notes").keys { Bind("q", "Quit", name: "quit") { terminal.quit() } }
      }
    }
  }
  // end

  static func editing() {
    struct Item: Sendable {
      let id: Int
      var notes = ""
    }
    enum Action: Sendable { case editNotes(Item, TerminalControl), setNotes(Int, String) }
    let reducer = Reducer<Int, Action> { _, action in
      switch action {
      // sample: Editor, EditorKey
      case .editNotes(let item, let terminal):
        return .task { dependencies in
          let editor = dependencies[EditorKey.self]
          let notes = try await terminal.edit(item.notes, suffix: ".md", by: editor)
          return .setNotes(item.id, notes ?? item.notes)
        }
      // end
      default: return .none
      }
    }
    // sample: Editor, EditorKey
    // In a test:
    var dependencies = Dependencies(clock: ManualClock())
    dependencies[EditorKey.self] = .changing { $0 + "Eggs\n" }
    // end
    _ = Store(initial: 0, reducer: reducer, dependencies: dependencies)
  }

  static func editorErrors(_ terminal: TerminalControl, _ text: String) async -> String? {
    // sample: EditorError, EditorEnd
    do {
      return try await terminal.edit(text, suffix: ".md")
    } catch {
      switch error {
      case .failed(EditorEnd.notStarted, _): print("there is no editor: set EDITOR")
      case .failed(let end, let path): print(end, path.map { "the text is in \($0)" } ?? "")
      default: print(error)
      }
      return nil
    }
    // end
  }

  static func commandLine() async throws {
    // sample: CommandLineDescription, Verb, Flag, CommandArgument
    let commandLine = CommandLineDescription(
      program: "notes", abstract: "Notes in a file.", version: "0.1.0",
      flags: [
        Flag("--file", value: .one("PATH", .path), help: "keep the notes in this file"),
        Flag("--json", help: "print a command's result as JSON"),
      ],
      verbs: [
        Verb(help: "show the notes"),
        Verb("add", operands: [.many("TITLE")], help: "add a note"),
        Verb("show", operands: [.one("TITLE", .dynamic("titles"))], help: "print a note"),
      ])
    // end

    let titles = ["Recipes", "Trips"]
    // sample: CommandCall, CommandOutput, CommandLineError, CompletionCandidate
    let status = await commandLine.run(
      candidates: { kind, _, _ in titles.map { CompletionCandidate($0, kind) } },
      perform: { call, output in
        let title = call.operands.joined(separator: " ")
        switch call.verb {
        case "add": try output.report("Added “\(title)” to \(call["--file"] ?? "notes.json")")
        case "show":
          guard titles.contains(title) else {
            throw CommandLineError.refused("no note “\(title)”.")
          }
          try output.show([title], as: title)
        default: try output.write(titles.joined(separator: "\n") + "\n")
        }
      })
    // end
    print(status)

    // sample: CompletionShell, CommandLineDescription
    print(commandLine.help(for: "add"))
    print(commandLine.completions(for: CompletionShell.zsh))
    // end
  }

  static func files() throws {
    // sample: CommandFile, CommandFileError
    let titles = try CommandFile.lines(of: "-")  // standard input
    do throws(CommandFileError) {
      try CommandFile.write(titles.sorted().joined(separator: "\n"), to: "titles.txt")
    } catch {
      if case .exists(let path) = error { print("\(path) exists: choose another name") }
    }
    // end
  }
}

@MainActor let documentScreens: [ScreenSample] = [
  ScreenSample("ConfirmationDialog", columns: 40, rows: 9, keys: [.tab, .enter]) {
    DocumentProgramSamples.DeleteButton(title: "Recipes") {}
  },
  ScreenSample("Queried", columns: 30, rows: 4) {
    DocumentProgramSamples.FoundNotes(
      notes: [.init(id: 1, title: "Trips"), .init(id: 2, title: "Recipes")], search: "")
  },
  ScreenSample("DocumentMessageLine", columns: 30, rows: 4, keys: [.tab, .character("a")]) {
    DocumentProgramSamples.AddingNotes()
  },
]
