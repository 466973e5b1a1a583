import MillraceDocument
import Testing

@Suite("Command-line parsing")
struct ParseTests {
  @Test("a verb, its operands and flags are parsed in any order")
  func parses() throws {
    for words in [
      ["--file", "a", "list", "x", "--sort=due", "y"],
      ["list", "--file=a", "x", "y", "--sort", "due"],
      ["--sort", "due", "--file", "a", "list", "x", "--", "y"],
    ] {
      let call = try example.parse(words)
      #expect(call.verb == "list" && call.operands == ["x", "y"])
      #expect(call["--file"] == "a" && call["--sort"] == "due" && call["--json"] == nil)
    }
    #expect(try example.parse(["--sample", "3"]).verb == nil)
    #expect(try example.parse(["--file=--json"])["--file"] == "--json")
    #expect(try example.parse(["--file=a=b", "undo-is-no-verb"].dropLast())["--file"] == "a=b")
  }

  @Test(
    "an operand can be any text that is not a flag",
    arguments: ["-", "-5", "-.5", "+project @tag (A)", "", "a=b", "add", "🇩🇪", "0-", "a\n-b"])
  func operands(word: String) throws {
    #expect(try example.parse(["add", word]).operands == [word])
  }

  @Test("after --, words with hyphens and another -- are operands")
  func end() throws {
    #expect(
      try example.parse(["add", "--", "--file", "--", "-x"]).operands == ["--file", "--", "-x"])
  }

  @Test("a verb without a name takes operands, but the name of a verb selects that verb")
  func operandsWithoutVerb() throws {
    var description = example
    description.verbs[0].operands = [.any("FILE")]
    for (words, verb, operands) in [
      ([], nil, []), (["a", "list"], nil, ["a", "list"]), (["--json", "-"], nil, ["-"]),
      (["--", "list", "-x"], nil, ["list", "-x"]), (["list", "a"], "list", ["a"]),
      (["list", "--", "a"], "list", ["a"]),
    ] as [([String], String?, [String])] {
      let call = try description.parse(words)
      #expect(call.verb == verb && call.operands == operands, "\(words)")
    }
    description.verbs[0].operands = [.optional("FILE")]
    #expect(throws: CommandLineError.misplaced("b", at: "todo")) {
      try description.parse(["a", "b"])
    }
  }

  static let lines: [(String, String)] = [
    ("--fil", "unknown argument '--fil': did you mean --file?"),
    ("--fiel x", "unknown argument '--fiel': did you mean --file?"),
    ("--fil=x", "unknown argument '--fil': did you mean --file?"),
    ("lits", "unknown argument 'lits': did you mean list?"),
    ("Add x", "unknown argument 'Add': did you mean add?"),
    ("x", "unknown argument 'x'."),
    ("-x", "unknown argument '-x'."),
    ("frobnicate", "unknown argument 'frobnicate'."),
    ("list --file", "--file needs a value, PATH."),
    ("list --file=", "--file needs a value, PATH."),
    ("--file --json list", "--file needs a value, PATH."),
    ("--json=yes", "'--json=yes' is not allowed: --json takes no value."),
    ("-h=add", "'-h=add' is not allowed: --help takes no value."),
    ("list --json --json", "--json is given twice: remove one."),
    ("add x --force", "'--force' is not allowed with add: remove it."),
    ("--force", "'--force' is not allowed with todo: remove it."),
    ("add", "add needs TEXT."),
    ("modify", "modify needs ID."),
    ("import", "import needs FILE."),
    ("import a b", "'b' is not allowed with import: remove it."),
    ("manual x", "'x' is not allowed with manual: remove it."),
    ("list --sort=size", "'size' is not one of title, due."),
    ("completions tcsh", "'tcsh' is not one of bash, zsh, fish."),
  ]

  @Test("each mistake is reported in one line", arguments: lines)
  func mistakes(line: String, text: String) async {
    let words = line.split(separator: " ").map(String.init)
    let error = #expect(throws: CommandLineError.self) { try example.parse(words) }
    #expect(error?.description == text)
    let ran = await ran(words)
    #expect(ran == Ran(status: 64, errors: "todo: \(text) See todo --help\n"))
  }

  @Test("without a default verb, a command line needs a verb")
  func verbIsNeeded() {
    var description = example
    description.verbs.removeFirst()
    #expect(throws: CommandLineError.missing("a verb", of: "todo")) { try description.parse([]) }
    #expect(throws: CommandLineError.missing("a verb", of: "todo")) {
      try description.parse(["--json"])
    }
  }

  @Test("a command-line error that the program throws ends with status 64")
  func refused() async {
    let ran = await ran(["add", "x"]) { _, _ in
      throw CommandLineError.refused("--a and --b exclude each other.")
    }
    #expect(ran.status == 64)
    #expect(ran.errors == "todo: --a and --b exclude each other. See todo --help\n")
  }
}
