import MillraceDocument

private let strict = Flag(
  "--strict",
  help: "fail if a word looks like a date, priority or recurrence and is none; else it is said")

/// The command line of `todo`.
let todoCommandLine = CommandLineDescription(
  program: "todo", abstract: "A to-do list in the terminal. It is saved as you go.",
  version: millraceVersion,
  flags: [
    Flag(
      "--file", value: .one("PATH", .path),
      help: "keep the list in this file, a JSON text, instead of todo/todos.json in "
        + "$XDG_DATA_HOME or ~/.local/share; or on a server, postgresql://HOST/DATABASE#NAME"),
    Flag("--json", help: "print a command's result as JSON"),
  ],
  verbs: [
    Verb(
      flags: [
        Flag("--sample", value: .one("N"), help: "show N sample items, which are not saved"),
        Flag("--inspect", help: "record state changes; F12 opens the inspector"),
        Flag(
          "--log", value: .one("PATH", .path), help: "write a line for each action to this file"),
        Flag("--record", value: .one("PATH", .path), help: "record all actions to this file"),
        Flag(
          "--replay", value: .one("PATH", .path),
          help: "replay a recording at its original speed; q quits. With --inspect, open it paused"),
        Flag(
          "--serve",
          help: "also show the list in browsers on this machine; --serve PORT chooses the port"),
        Flag(
          "--serve-to", value: .one("ADDRESS"),
          help:
            "serve unencrypted at this address of this machine; anyone with a link can use the list"
        ),
        Flag(
          "--serve-origin", value: .one("ORIGIN"),
          help: "serve pages behind a proxy, as in https://todo.example.org"),
      ], help: "show the list; print it if the output is not a terminal"),
    Verb(
      "add", operands: [.many("TEXT", .dynamic("tags"))], flags: [strict],
      help: "add an item in todo.txt format: (A) call +home @phone due:fri; - reads items "
        + "from standard input, a line each"),
    Verb(
      "list", operands: [.any("FILTER", .dynamic("filters"))],
      help: "print the items that match: +project, @tag, (A), words, and one of today, "
        + "upcoming, done; by default all open items"),
    Verb("done", operands: [.many("ID", .dynamic("ids"))], help: "tick items off"),
    Verb(
      "modify", operands: [.one("ID", .dynamic("ids")), .many("TEXT", .dynamic("tags"))],
      flags: [strict], help: "replace an item's text"),
    Verb("delete", operands: [.many("ID", .dynamic("ids"))], help: "delete items"),
    Verb("undo", help: "undo the last change"),
    Verb(
      "import", operands: [.one("FILE", .path)],
      flags: [Flag("--again", help: "also import lines that the list has")],
      help: "import the items of a todo.txt file that the list does not have; - is standard input"),
    Verb(
      "export", operands: [.optional("FILE", .path)],
      flags: [Flag("--force", help: "replace an existing file")],
      help: "write a todo.txt file, or to standard output, without notes and subtasks; standard "
        + "error says how many items have them"),
  ],
  notes: """
    An ID is the beginning of what list prints before an item.

    Commands work beside a todo that has the list open: it shows the change. The exit status is
    0 if all is done, 1 if it could not be, 64 for a wrong command line, and 75 if a stopped
    process holds the list's lock: try again later.

    Keys: ? shows them all, Ctrl-P finds one by name. Other keys, and the theme, are in
    $XDG_CONFIG_HOME/todo/config.json, or ~/.config/todo/config.json:
    {"theme": "dark", "keys": {"delete": ["D"], "list.down": ["down", "j"]}}
    """)
