import Foundation
import MillraceDocument

let commandLine = CommandLineDescription(
  program: "NAME", abstract: "A list in a file.", version: "0.1.0",
  flags: [Flag("--file", value: .one("PATH", .path), help: "keep the list in this file")],
  verbs: [
    Verb(help: "show the list; without a terminal, print it"),
    Verb("add", operands: [.many("TITLE")], help: "add an item"),
  ])

@main struct Program: TerminalProgram {
  static func run() async throws {
    let folders = ProgramFolders("NAME")
    let status = await commandLine.run { call, output in
      let log = DocumentLog<ItemList>(file: try call["--file"] ?? folders.data("items.json"))
      if call.verb == "add" {
        let item = Item.new(call.operands.joined(separator: " "))
        try log.send(.change(.add(item)))
        return try output.report("Added “\(item.title)”")
      }
      try log.open()
      try await makeApp(log, settings: folders.settings("settings.json")).run()
    }
    if status != 0 { exit(status) }
  }
}

/// The program on a document.
/// - Parameters:
///   - settings: The path of the user's settings; empty for none.
///   - dependencies: The clock and the like; a test passes those of its stage.
@MainActor func makeApp(
  _ log: DocumentLog<ItemList>, settings: String = "", dependencies: Dependencies = Dependencies()
) -> TerminalApp<AppState, AppAction> {
  let settings = SettingsFile(path: settings, defaultKeys: defaultKeys)
  return TerminalApp(makeStore(log, dependencies)) { state, dispatch, terminal in
    if terminal.isInteractive {
      SettingsProvider(settings, on: terminal) {
        Screen(state: state, dispatch: dispatch, terminal: terminal)
        DocumentDialogs(state.document, log: log, dispatch: dispatch.wrap(documentPath))
      }
    } else {
      List(state.document.value.items) { Text(($0.isDone ? "[x] " : "[ ] ") + $0.title) }
    }
  }
}
