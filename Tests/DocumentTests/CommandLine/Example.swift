import MillraceDocument
import Synchronization

/// A small program.
let example = CommandLineDescription(
  program: "todo", abstract: "A to-do list in the terminal.", version: "0.3.0",
  flags: [
    Flag("--file", value: .one("PATH", .path), help: "keep the list in this file"),
    Flag("--json", help: "print a command's result as JSON"),
  ],
  verbs: [
    Verb(
      flags: [Flag("--sample", value: .one("N"), help: "show N items")],
      help: "show the list on the screen"),
    Verb(
      "add", operands: [.many("TEXT")],
      help: "write an item down, as todo.txt has it, with its projects, its tags and its day"),
    Verb("done", operands: [.many("ID", .dynamic("ids"))], help: "tick off items"),
    Verb(
      "list", operands: [.any("FILTER", .dynamic("filters"))],
      flags: [
        Flag(
          "--sort", value: .one("ORDER", .choice(["title", "due"])), help: "put what's due first")
      ], help: "print items"),
    Verb("import", operands: [.one("FILE", .path)], help: "take in a file"),
    Verb(
      "export", operands: [.optional("FILE", .path)],
      flags: [Flag("--force", help: "overwrite a file")], help: "write a file"),
    Verb(
      "modify", operands: [.one("ID", .dynamic("ids")), .any("CHANGE", .dynamic("filters"))],
      help: "change an item"),
  ],
  notes: "Keys: ? shows them all.\n.. and \\ stay")

/// The output and result of a run of the example.
struct Ran: Equatable {
  var status: Int32 = 0
  var output = ""
  var errors = ""
  var call: CommandCall?
}

func ran(
  _ words: [String],
  output: (@Sendable (String) throws -> Void)? = nil,
  candidates: (String, String, CommandCall) async throws -> [CompletionCandidate] = { _, _, _ in
    []
  },
  perform: (CommandCall, CommandOutput) async throws -> Void
) async -> Ran {
  let written = Lines()
  var result = Ran()
  result.status = await example.run(
    words, output: output ?? { written.add($0) }, errors: { result.errors += $0 },
    candidates: candidates
  ) { call, output in
    result.call = call
    try await perform(call, output)
  }
  result.output = written.text
  return result
}

func ran(_ words: [String]) async -> Ran { await ran(words) { _, _ in } }

/// Collects the output.
private final class Lines: Sendable {
  private let lines = Mutex("")
  var text: String { lines.withLock { $0 } }
  func add(_ text: String) { lines.withLock { $0 += text } }
}
