import MillraceDocument
import TestSupport
import Testing

@Suite("Shell completion")
struct CompletionTests {
  /// A folder with the scripts of three shells, and a program `todo` that records its arguments.
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for shell in CompletionShell.allCases {
      try folder.write(example.completions(for: shell), to: "script.\(shell)")
    }
    let program =
      """
      #!/bin/sh
      printf '%s|' "$@" > '\(folder.file("asked"))'
      case $2 in
        ids) printf '%s\\t%s\\n' ab12 'buy milk' ab34 'it'\\''s' ;;
        filters) printf '%s\\t%s\\n' @home tag +house:big big +house:small '' '(A)' first 'a b:c' '' '$(x)' '' ;;
      esac
      """
    // A shell writes the file. If this process wrote it, a child that another test starts could
    // inherit the open descriptor, and the file could not be executed (ETXTBSY).
    let path = folder.file("todo")
    _ = try Shell.run(
      "printf %s \(Shell.quoted(program)) > '\(path)'; chmod +x '\(path)'; touch '\(folder.file("sp ace"))'"
    )
  }

  /// Returns the candidates that bash offers for the last word.
  /// - Parameters:
  ///   - words: The words as bash splits them.
  ///   - line: The line as typed; nil: the words with a space between them.
  ///   - replaced: The text that bash replaces with a candidate; nil: the last word.
  private func bash(_ words: [String], line: String? = nil, replaced: String? = nil) throws
    -> [String]
  {
    let script =
      "source script.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
      + (line.map { "COMP_LINE=\(Shell.quoted($0)); " } ?? "")
      + "_todo \(replaced.map { "todo \(Shell.quoted($0))" } ?? ""); printf '%s\\n' \"${COMPREPLY[@]}\""
    return try offered("bash --norc -c \(Shell.quoted(script)) bash", words)
  }

  /// The candidates that the script gives zsh: the functions of the completion system print their
  /// arguments.
  private func zsh(_ words: [String]) throws -> [String] {
    let script = """
      compdef() {}
      _files() { echo FILES "$PREFIX" }
      _describe() { print -rl -- "${(P@)2}" }
      compset() { [[ $PREFIX == --*=* ]] && IPREFIX=${PREFIX%%=*}= && PREFIX=${PREFIX#*=} }
      words=("$@") CURRENT=$# PREFIX=${@[-1]}
      source script.zsh
      _todo
      """
    return try offered("zsh -f -c \(Shell.quoted(script)) zsh", words)
  }

  private func fish(_ line: String) throws -> [String] {
    let script = "source script.fish; complete -C \(Shell.quoted(line))"
    return try offered("fish --no-config -c \(Shell.quoted(script))", [])
  }

  private func offered(_ command: String, _ words: [String]) throws -> [String] {
    let words = words.map { " " + Shell.quoted($0) }.joined()
    return try Shell.run("cd '\(folder.path)' && PATH=\"$PWD:$PATH\" \(command)\(words) 2>&1")
      .split(separator: "\n").map(String.init)
  }

  @Test("the bash script has the expected text")
  func script() {
    let text = #"""
      _todo_candidates() (
        word=$1 verb= flag= ended= count=0
        shift
        for w do
          if [ "$flag" ]; then flag=; continue; fi
          case $ended$w in
            --) ended=: ;;
            --file) flag=$w ;;
            --sample) flag=$w ;;
            --sort) flag=$w ;;
            -[!0-9.]*) ;;
            *) if [ "$verb" ]; then count=$((count + 1)); else verb=$w; fi ;;
          esac
        done
        case $ended$word in -*) count=- ;; esac
        case ${flag:-$verb:$count} in
          --file) echo / ;;
          --sample) : ;;
          --sort) printf '%s\n' 'title' 'due' ;;
          :-) printf '%s\t%s\n' --sample 'show N items' --file 'keep the list in this file' --json 'print a command'\''s result as JSON' --help 'print this text' --version 'print the version' ;;
          list:-) printf '%s\t%s\n' --sort 'put what'\''s due first' --file 'keep the list in this file' --json 'print a command'\''s result as JSON' --help 'print this text' --version 'print the version' ;;
          export:-) printf '%s\t%s\n' --force 'overwrite a file' --file 'keep the list in this file' --json 'print a command'\''s result as JSON' --help 'print this text' --version 'print the version' ;;
          *:-) printf '%s\t%s\n' --file 'keep the list in this file' --json 'print a command'\''s result as JSON' --help 'print this text' --version 'print the version' ;;
          :0) printf '%s\t%s\n' add 'write an item down, as todo.txt has it, with its projects, its tags and its day' done 'tick off items' list 'print items' import 'take in a file' export 'write a file' modify 'change an item' completions 'print a completion script for a shell' manual 'print the manual page, for man -l -' ;;
          add:*) : ;;
          done:*) command todo __complete ids "$word" "$@" 2>/dev/null ;;
          list:*) command todo __complete filters "$word" "$@" 2>/dev/null ;;
          import:0) echo / ;;
          export:0) echo / ;;
          modify:0) command todo __complete ids "$word" "$@" 2>/dev/null ;;
          modify:*) command todo __complete filters "$word" "$@" 2>/dev/null ;;
          completions:0) printf '%s\n' 'bash' 'zsh' 'fish' ;;
        esac
      )
      _todo_plain() { local w; IFS= read w <<< "${1//[\"\']}"; printf %s "$w"; }
      _todo() {
        local raw=${COMP_WORDS[COMP_CWORD]} line=${COMP_LINE-${COMP_WORDS[*]}} i n=-1 w words=()
        for ((i = 0; i <= COMP_CWORD; i++)); do
          [[ $i == 0 || $line == [[:space:]]* ]] && words[++n]=
          line=${line#*"${COMP_WORDS[i]}"}
          words[n]+=$(_todo_plain "${COMP_WORDS[i]}")
        done
        w=${words[n]}
        [[ $w == --*=* ]] && words[n]=${w%%=*} && words[++n]=${w#*=}
        local word=${words[n]} tail=$(_todo_plain "${2-$raw}") head= form=%q
        local found=$(_todo_candidates "$word" "${words[@]:1:n-1}")
        [[ $word == *"$tail" ]] && head=${word%"$tail"}
        [[ $raw == [\"\']* || $found == / ]] && form=%s
        [[ $found == / ]] && found=$(compgen -f -- "$word") && compopt -o filenames 2>/dev/null
        COMPREPLY=()
        while IFS=$'\t' read -r w i; do
          [[ -z $w || $w != "$word"* || $raw == [\"\']* && $w == *[\\\$\"\`\'!]* ]] && continue
          printf -v w $form "${w#"$head"}"
          COMPREPLY+=("$w")
        done <<< "$found"
      }
      complete -F _todo todo
      """#
    #expect(example.completions(for: .bash) == text)
  }

  @Test("bash offers verbs, flags, choices and paths")
  func bashWords() throws {
    guard try Shell.finds("bash") else { return print("skipped: there is no bash") }
    #expect(try bash(["todo", "m"]) == ["modify", "manual"])
    #expect(try bash(["todo", "--json", "do"]) == ["done"])
    #expect(try bash(["todo", "export", "--f"]) == ["--force", "--file"])
    #expect(try bash(["todo", "--s"]) == ["--sample"])
    #expect(try bash(["todo", "add", "--s"]) == [])
    #expect(try bash(["todo", "add", "x"]) == [])
    #expect(try bash(["todo", "list", "--sort", ""]) == ["title", "due"])
    #expect(try bash(["todo", "list", "--sort=d"]) == ["due"])
    #expect(try bash(["todo", "completions", ""]) == ["bash", "zsh", "fish"])
    #expect(try bash(["todo", "import", "sp"]) == ["sp ace"])
    #expect(try bash(["todo", "import", "x", ""]) == [])
    #expect(try bash(["todo", "--file", "as"]) == [])
    #expect(folder.text("asked") == nil)
  }

  @Test("bash asks the program for operands, and passes it the file on the command line")
  func bashAsks() throws {
    guard try Shell.finds("bash") else { return print("skipped: there is no bash") }
    #expect(try bash(["todo", "done", "ab12", "ab"]) == ["ab12", "ab34"])
    #expect(folder.text("asked") == "__complete|ids|ab|done|ab12|")
    #expect(try bash(["todo", "--file", #"my\ list"#, "done", ""]) == ["ab12", "ab34"])
    #expect(folder.text("asked") == "__complete|ids||--file|my list|done|")
    _ = try bash(["todo", "modify", "-5", "--json", "ab"])
    #expect(folder.text("asked") == "__complete|filters|ab|modify|-5|--json|")
    _ = try bash(["todo", "modify", "--file", "=", "x", "ab"], line: "todo modify --file=x ab")
    #expect(folder.text("asked") == "__complete|ids|ab|modify|--file=x|")
    _ = try bash(["todo", "done", "--", "--f"])
    #expect(folder.text("asked") == "__complete|ids|--f|done|--|")
  }

  @Test("bash keeps words with spaces, colons, brackets and dollar signs whole")
  func bashQuotes() throws {
    guard try Shell.finds("bash") else { return print("skipped: there is no bash") }
    #expect(
      try bash(["todo", "list", "+house", ":", ""], line: "todo list +house:", replaced: "")
        == ["big", "small"])
    #expect(
      try bash(["todo", "list", "+house", ":", "b"], line: "todo list +house:b", replaced: "b")
        == ["big"])
    #expect(
      try bash(["todo", "list", "@", "ho"], line: "todo list @ho", replaced: "@ho") == ["@home"])
    #expect(try bash(["todo", "list", #"\("#]) == [#"\(A\)"#])
    #expect(try bash(["todo", "list", #"a\ "#]) == [#"a\ b:c"#])
    #expect(try bash(["todo", "list", "\"a b"], line: "todo list \"a b") == ["a b:c"])
    #expect(try bash(["todo", "list", "$"]) == [#"\$\(x\)"#])
    // Inside double quotes the shell would execute it.
    #expect(try bash(["todo", "list", "\"$"]) == [])
  }

  @Test("zsh offers each word with a description")
  func zsh() throws {
    guard try Shell.finds("zsh") else { return print("skipped: there is no zsh") }
    #expect(try zsh(["todo", ""]).contains("done:tick off items"))
    #expect(try zsh(["todo", "list", "--"]).first == "--sort:put what's due first")
    #expect(
      try zsh(["todo", "--file", "my\\ list", "done", "ab12", ""]) == [
        "ab12:buy milk", "ab34:it's",
      ])
    #expect(folder.text("asked") == "__complete|ids||--file|my list|done|ab12|")
    #expect(
      try zsh(["todo", "list", "+house:b"])
        == [
          "@home:tag", #"+house\:big:big"#, #"+house\:small:"#, "(A):first", #"a b\:c:"#, "$(x):",
        ])
    #expect(folder.text("asked") == "__complete|filters|+house:b|list|")
    #expect(try zsh(["todo", "--file=x"]) == ["FILES x"])
    #expect(try zsh(["todo", "import", "s"]) == ["FILES s"])
  }

  @Test("fish offers each word with a description")
  func fish() throws {
    guard try Shell.finds("fish") else { return print("skipped: there is no fish") }
    #expect(try fish("todo don") == ["done\ttick off items"])
    #expect(try fish("todo list --so") == ["--sort\tput what's due first"])
    #expect(try fish("todo list --sort=d") == ["--sort=due"])
    #expect(
      try fish(#"todo --file "my list" done ab12 a"#) == ["ab12\tbuy milk", "ab34\tit's"])
    #expect(folder.text("asked") == "__complete|ids|a|--file|my list|done|ab12|")
    #expect(try fish("todo list +house:b") == ["+house:big\tbig"])
    #expect(try fish(#"todo list a\ b"#) == ["a b:c"])
    #expect(try fish(#"todo list "a b"#) == ["a b:c"])
    #expect(try fish("todo list @h") == ["@home\ttag"])
    #expect(try fish(#"todo list \("#) == ["(A)\tfirst"])
    #expect(try fish("todo import sp") == ["sp ace"])
    #expect(try fish("todo --file=sp") == ["--file=sp ace"])
  }

  @Test("the program answers a shell with one word and description per line")
  func answers() async {
    let ran = await ran(
      ["__complete", "ids", "a", "--file", "x", "done", "--nonsense"],
      candidates: { kind, prefix, call in
        #expect(kind == "ids" && prefix == "a" && call["--file"] == "x" && call.verb == "done")
        return [.init("ab", "two\nlines"), .init("a\tb", "no word"), .init("a\nb"), .init("(A) c")]
      }, perform: { _, _ in })
    #expect(ran == Ran(output: "ab\ttwo\\nlines\n(A) c\t\n"))
  }
}
