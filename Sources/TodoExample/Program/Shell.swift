/// A shell that can complete a command line of `todo`.
enum Shell: String {
  case bash, zsh, fish

  /// What the shell reads to know how.
  var completions: String {
    let commands = ["add", "list", "done", "undo", "import", "export", "completions"]
    let flags = ["--file", "--json", "--sample", "--record", "--replay", "--help", "--version"]
    let words = (commands + flags).joined(separator: " ")
    // The shell asks the program itself for ids, projects and tags.
    return switch self {
    case .bash:
      """
      _todo() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        case $before in
          --file|--record|--replay|import|export) COMPREPLY=($(compgen -f -- "$word")) ;;
          completions) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")) ;;
          done) COMPREPLY=($(compgen -W "$(todo list 2>/dev/null | cut -d' ' -f1)" -- "$word")) ;;
          list) COMPREPLY=($(compgen -W "today upcoming done" -- "$word")) ;;
          *) COMPREPLY=($(compgen -W "\(words)" -- "$word")) ;;
        esac
      }
      complete -F _todo todo
      """
    case .zsh:
      """
      #compdef todo
      _todo() {
        case $words[CURRENT-1] in
          --file|--record|--replay|import|export) _files ;;
          completions) compadd bash zsh fish ;;
          done) compadd -- ${(f)"$(todo list 2>/dev/null | cut -d' ' -f1)"} ;;
          list) compadd today upcoming done ;;
          *) compadd -- \(words) ;;
        esac
      }
      compdef _todo todo
      """
    case .fish:
      (["complete -c todo -f"]
        + commands.map { "complete -c todo -n __fish_use_subcommand -a \($0)" }
        + flags.map { flag in
          let name = flag.dropFirst(2)
          let takesPath = ["file", "record", "replay"].contains(name)
          return "complete -c todo -l \(name)" + (takesPath ? " -r -F" : "")
        } + [
          "complete -c todo -n '__fish_seen_subcommand_from import export' -F",
          "complete -c todo -n '__fish_seen_subcommand_from completions' -a 'bash zsh fish'",
          "complete -c todo -n '__fish_seen_subcommand_from list' -a 'today upcoming done'",
          "complete -c todo -n '__fish_seen_subcommand_from done' "
            + "-a \"(todo list 2>/dev/null | cut -d' ' -f1)\"",
        ]).joined(separator: "\n")
    }
  }
}
