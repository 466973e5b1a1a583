/// A shell that can complete a command line.
public enum CompletionShell: String, CaseIterable, Sendable {
  /// The supported shells.
  case bash, zsh, fish
}

/// A word that a shell offers for an argument.
public struct CompletionCandidate: Equatable, Sendable {
  /// The word that completes the argument.
  public var value: String
  /// Shown beside the value by zsh and fish.
  public var description: String

  /// Makes a candidate with a description, which may be empty.
  /// - Parameters:
  ///   - value: The word.
  ///   - description: The meaning of the word.
  public init(_ value: String, _ description: String = "") {
    (self.value, self.description) = (value, description)
  }
}

extension CommandLineDescription {
  /// A script with which a shell completes command lines: `source <(todo completions bash)`.
  ///
  /// The script contains verbs, flags and choices. For an argument of the form `dynamic(kind)` it
  /// starts the program with `__complete`, the kind, the beginning of the word, and the words
  /// before it.
  public func completions(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: "_\(program)_candidates() (\n\(candidates)\n)\n\(bash)"
    case .zsh: "#compdef \(program)\n_\(program)_candidates() (\n\(candidates)\n)\n\(zsh)"
    case .fish: fish
    }
  }

  /// A script for any POSIX shell, including bash and zsh. It prints the candidates for a word,
  /// `$1`, given the words before it: one per line, with a tab before the description. A line `/`
  /// means that the shell completes paths.
  private var candidates: String {
    func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
    func list(_ rows: [(String, String)]) -> String {
      "printf '%s\\t%s\\n'" + rows.map { " \($0) \(quoted($1))" }.joined()
    }
    func command(_ argument: CommandArgument) -> String {
      switch argument.form {
      case .text: ":"
      case .path: "echo /"
      case .choice(let choices): "printf '%s\\n' " + choices.map(quoted).joined(separator: " ")
      case .dynamic(let kind): "command \(program) __complete \(kind) \"$word\" \"$@\" 2>/dev/null"
      }
    }
    func text(_ cases: [(String, String)]) -> String {
      cases.map { "    \($0)) \($1) ;;" }.joined(separator: "\n")
    }
    let valued = (flags + verbs.flatMap(\.flags)).filter { $0.value != nil }
    // For example, the case `--file` completes the value of that flag, `add:-` the flags of the
    // verb `add`, and `add:0` the first operand of `add`.
    var cases = valued.map { ($0.name, $0.value.map(command) ?? "") }
    cases += (verbs.filter { !$0.flags.isEmpty } + [Verb("*", help: "")]).map { verb in
      ("\(verb.name ?? ""):-", list((verb.flags + allFlags).map { ($0.name, $0.help) }))
    }
    cases.append((":0", list(allVerbs.filter { $0.name != nil }.map { ($0.name ?? "", $0.help) })))
    cases += allVerbs.flatMap { verb in
      verb.operands.enumerated().map { index, operand in
        ("\(verb.name ?? ""):\(operand.repeats ? "*" : "\(index)")", command(operand))
      }
    }
    return #"""
        word=$1 verb= flag= ended= count=0
        shift
        for w do
          if [ "$flag" ]; then flag=; continue; fi
          case $ended$w in
            --) ended=: ;;
      \#(text(valued.map { ("  \($0.name)", "flag=$w") }))
            -[!0-9.]*) ;;
            *) if [ "$verb" ]; then count=$((count + 1)); else verb=$w; fi ;;
          esac
        done
        case $ended$word in -*) count=- ;; esac
        case ${flag:-$verb:$count} in
      \#(text(cases))
        esac
      """#
  }

  // Bash splits words at ":", "=" and "@", keeps quotes and backslashes in them, and inserts a
  // completion unquoted in place of $2. The script runs in version 3.2, the version on macOS.
  private var bash: String {
    #"""
    _\#(program)_plain() { local w; IFS= read w <<< "${1//[\"\']}"; printf %s "$w"; }
    _\#(program)() {
      local raw=${COMP_WORDS[COMP_CWORD]} line=${COMP_LINE-${COMP_WORDS[*]}} i n=-1 w words=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        [[ $i == 0 || $line == [[:space:]]* ]] && words[++n]=
        line=${line#*"${COMP_WORDS[i]}"}
        words[n]+=$(_\#(program)_plain "${COMP_WORDS[i]}")
      done
      w=${words[n]}
      [[ $w == --*=* ]] && words[n]=${w%%=*} && words[++n]=${w#*=}
      local word=${words[n]} tail=$(_\#(program)_plain "${2-$raw}") head= form=%q
      local found=$(_\#(program)_candidates "$word" "${words[@]:1:n-1}")
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
    complete -F _\#(program) \#(program)
    """#
  }

  private var zsh: String {
    #"""
    _\#(program)() {
      local line found=() before=("${(@Q)words[2,CURRENT-1]}")
      compset -P 1 '--*=' && before+=("${IPREFIX%=}")
      for line in "${(@f)$(_\#(program)_candidates "${(Q)PREFIX}" "${before[@]}")}"; do
        if [[ $line == / ]]; then _files; return; fi
        found+=("${${${line%%$'\t'*}//\\/\\\\}//:/\\:}:${line#*$'\t'}")
      done
      _describe \#(program) found
    }
    if [[ $funcstack[1] == _\#(program) ]]; then _\#(program) "$@"; else compdef _\#(program) \#(program); fi
    """#
  }

  private var fish: String {
    #"""
    function __\#(program)_complete
      set -l before (commandline -opc)[2..]
      set -l word (commandline -ct | string unescape; or commandline -ct)
      set -l head (string match -r -- '^--[^=]*=' "$word"; or echo)
      set -l word (string sub -s (math 1 + (string length -- "$head")) -- "$word")
      test -n "$head"; and set -a before (string trim -r -c = -- $head)
      set -l found (sh -c '
    \#(candidates.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))
    ' \#(program) "$word" $before)
      test "$found" = /; and set found (__fish_complete_path "$word")
      string join \n -- "$head"$found
    end
    complete -c \#(program) -f -a '(__\#(program)_complete)'
    """#
  }
}
