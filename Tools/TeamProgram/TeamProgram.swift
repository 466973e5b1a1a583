import MillraceDocument

/// One participant of a team on one document, without a screen.
///
///     team-program ADDRESS FOLDER [NAME]
///
/// It prints `ready`, reads commands, one on a line, and answers each with one line:
///
///     add ID TITLE, undo, redo     `ok` and when the dispatch began, in µs since 1970
///     random SEED N                N random actions, then the same answer
///     hash [ID]                    waiting actions, elements, hash, online or offline, conflicts;
///                                  of the document without an element
///     ids                          the ids of all elements
///     settle MS                    as `hash`, once the server has all actions, or `timeout`
///     see ID                       when an element is in the state, in µs since 1970
///     rate N SECONDS               N elements a second: see `Participant.rate`
///     quit                         ends the store, then `ok`
@main
enum TeamProgram {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard (3...4).contains(arguments.count) else {
      return try answer("usage: team-program ADDRESS FOLDER [NAME]")
    }
    do {
      let log = DocumentLog<Team>(at: arguments[1], name: "team", folder: arguments[2])
      try log.open()
      let name = arguments.count > 3 ? arguments[3] : "p\(UInt32.random(in: 0 ... .max))"
      let participant = try Participant(log, name: name)
      try answer("ready")
      while let line = readLine(), line != "quit" { try answer(participant.answer(line)) }
      participant.store.finish()
      try answer("ok")
    } catch {
      try answer("error \(error)")
    }
  }

  private static func answer(_ line: String) throws {
    try CommandFile.write(line + "\n", to: "-")
  }
}
