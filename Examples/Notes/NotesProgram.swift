import MillraceDocument
import MillraceInspector

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let notesCommandLine = CommandLineDescription(
  program: "notes", abstract: "Notes with tags, in a file that may be synchronized.",
  version: "0.1.0",
  flags: [
    Flag(
      "--file", value: .one("PATH", .path),
      help: "keep the notes in this file, or on a server, postgresql://HOST/DATABASE#NAME"),
    Flag("--json", help: "print a command's result as JSON"),
    Flag("--inspect", help: "record state changes; F12 opens the inspector"),
  ],
  verbs: [
    Verb(help: "show the notes; without a terminal, print their titles"),
    Verb("add", operands: [.many("TITLE")], help: "add a note, with its text on standard input"),
    Verb(
      "list", operands: [.any("WORD", .dynamic("tags"))], help: "print the titles with these words"),
    Verb("show", operands: [.many("TITLE", .dynamic("titles"))], help: "print a note"),
    Verb("delete", operands: [.many("TITLE", .dynamic("titles"))], help: "delete a note"),
    Verb("undo", help: "undo the last change"),
  ])

/// The shell commands of `notes`.
struct NotesCommands: Sendable {
  let log: DocumentLog<Notes>
  /// Reads the lines of a new note.
  var input: @Sendable () throws -> [String] = { try CommandFile.lines(of: "-") }

  func run(_ call: CommandCall, _ output: CommandOutput) throws {
    let words = call.operands.joined(separator: " ")
    let state = try log.read()
    switch call.verb {
    case "add":
      let note = Note(
        id: .random(in: 1 ... .max), title: words, text: try input().joined(separator: "\n"))
      try log.send(.change(.add(note)))
      try output.show(note, as: "Added “\(words)”")
    case "list":
      let found = state.value.items.filter { $0.matches(words) }
      try output.show(Array(found), as: found.map(\.title).joined(separator: "\n"))
    case "undo":
      guard let name = state.undoNames.first else { throw NotesError.nothingToUndo }
      try log.send(.undo)
      try output.report("Undone: \(name)")
    default:
      guard let note = state.value.items.first(where: { $0.title == words }) else {
        throw NotesError.unknown(words)
      }
      if call.verb == "delete" { try log.send(.change(.remove([note.id]))) }
      try output.show(note, as: call.verb == "delete" ? "Deleted “\(words)”" : note.text)
    }
  }

  func candidates(_ kind: String) throws -> [CompletionCandidate] {
    let notes = try log.read().value.items
    return kind == "titles"
      ? notes.map { CompletionCandidate($0.title) }
      : Set(notes.flatMap(\.tags)).sorted().map { CompletionCandidate($0) }
  }
}

enum NotesError: Error, Equatable, CustomStringConvertible {
  case unknown(String), nothingToUndo

  var description: String {
    switch self {
    case .unknown(let title): "no note is called “\(title)”: see notes list"
    case .nothingToUndo: "there is nothing to undo"
    }
  }
}

@main
struct NotesProgram {
  static func main() async {
    func log(_ call: CommandCall) throws -> DocumentLog<Notes> {
      let folders = ProgramFolders("notes")
      return try DocumentLog(
        at: call["--file"] ?? folders.data("notes.json"), name: "notes",
        folder: folders.data("servers"))
    }
    let status = await notesCommandLine.run(
      candidates: { kind, _, call in try NotesCommands(log: log(call)).candidates(kind) }
    ) { call, output in
      if call.verb == nil {
        let log = try log(call)
        try log.open()
        try await notesApp(notesStore(log), log).inspected(if: call["--inspect"] != nil).run()
        // The reason has been printed at the end of the store.
        if log.failure != nil { exit(1) }
      } else {
        try NotesCommands(log: log(call)).run(call, output)
      }
    }
    exit(status)
  }
}
