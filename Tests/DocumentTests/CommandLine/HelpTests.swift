import MillraceDocument
import TestSupport
import Testing

@Suite("Help and manual of a command line")
struct HelpTests {
  @Test("--help prints the whole help")
  func help() async {
    let text = """
      usage: todo [VERB …] [FLAG…]

      A to-do list in the terminal.

        [--sample N]             show the list on the screen
        add TEXT…                write an item down, as todo.txt has it, with its
                                 projects, its tags and its day
        done ID…                 tick off items
        list [--sort title|due] [FILTER…]
                                 print items
        import FILE              take in a file
        export [--force] [FILE]  write a file
        modify ID [CHANGE…]      change an item
        completions bash|zsh|fish
                                 print a completion script for a shell
        manual                   print the manual page, for man -l -

        --file PATH              keep the list in this file
        --json                   print a command's result as JSON
        --help                   print this text
        --version                print the version
        --sample N               without a verb: show N items
        --sort title|due         list: put what's due first
        --force                  export: overwrite a file

      Keys: ? shows them all.
      .. and \\ stay
      """
    for words in [["--help"], ["-h"], ["--json", "--help"]] {
      #expect(await ran(words) == Ran(output: text + "\n"))
    }
  }

  @Test("--help with a verb prints that verb's help, even if the line is incomplete")
  func helpOfVerb() async {
    let text = """
      usage: todo list [--sort title|due] [FILTER…] [FLAG…]

      print items

        --sort title|due  put what's due first
        --file PATH       keep the list in this file
        --json            print a command's result as JSON
        --help            print this text
        --version         print the version
      """
    for words in [["list", "--help"], ["--help", "list"], ["list", "--force", "-h"]] {
      #expect(await ran(words) == Ran(output: text + "\n"))
    }
  }

  @Test("no line of the help is wider than 80 columns")
  func width() {
    var description = example
    description.verbs.append(
      Verb(
        "reorganise", operands: [.one("VERY-LONG-NAME-OF-AN-OPERAND"), .any("OTHER")],
        help: String(repeating: "word ", count: 60)))
    for verb in [nil, "reorganise", "add"] {
      for line in description.help(for: verb).split(separator: "\n") { #expect(line.count <= 80) }
    }
  }

  @Test("--version prints the version")
  func version() async { #expect(await ran(["--version"]) == Ran(output: "todo 0.3.0\n")) }

  @Test("the manual page has verbs, flags and notes, and escapes text that looks like roff")
  func manual() async throws {
    let page = await ran(["manual"]).output
    #expect(page.hasPrefix(".TH TODO 1 \"\" \"todo 0.3.0\"\n.SH NAME\ntodo \\- A to\\-do list"))
    #expect(page.contains(".TP\n.B \"done ID…\"\ntick off items\n"))
    #expect(page.contains(".TP\n.B \"\\-\\-force\"\nexport: overwrite a file\n"))
    #expect(page.hasSuffix(".SH NOTES\n.nf\nKeys: ? shows them all.\n\\&.. and \\e stay\n.fi\n"))
    guard try Shell.finds("groff") else { return print("skipped: there is no groff") }
    let folder = try TemporaryFolder()
    try folder.write(page, to: "todo.1")
    #expect(
      try Shell.run("groff -man -ww -k -Tutf8 '\(folder.file("todo.1"))' 2>&1 >/dev/null") == "")
  }
}
