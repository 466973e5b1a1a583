import Millrace
import MillraceSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandLineDescription {
  /// Runs a command line.
  ///
  /// This method prints help, the version, completions and the manual page; `perform` does
  /// everything else. An error is printed as one line on standard error. A broken pipe ends the
  /// program without a message.
  /// - Parameters:
  ///   - words: The arguments, without the program's name.
  ///   - output: Writes to standard output.
  ///   - errors: Writes to standard error.
  ///   - candidates: Returns completions for an argument of the form `dynamic`, given its kind, the
  ///     beginning of the word, and the flags on the line. Candidates that do not match the word
  ///     are allowed.
  ///   - perform: Performs a verb.
  /// - Returns: The exit status: 0 for success; 1 for a failure; 64 for a ``CommandLineError``; 75
  ///   for `PersistenceError.isLocked`; 141 for a broken pipe, as shells report for SIGPIPE.
  nonisolated(nonsending) public func run(
    _ words: [String] = Array(CommandLine.arguments.dropFirst()),
    output: @escaping @Sendable (String) throws -> Void = { try CommandFile.write($0, to: "-") },
    errors: (String) -> Void = CommandOutput.writeToStandardError,
    candidates: (_ kind: String, _ prefix: String, CommandCall) async throws ->
      [CompletionCandidate] = { _, _, _ in [] },
    perform: (CommandCall, CommandOutput) async throws -> Void
  ) async -> Int32 {
    SystemFiles().reserveStandardDescriptors()
    do {
      if words.first == "__complete", words.count > 2 {
        var call = CommandCall()
        // The command line may be incomplete.
        try? read(Array(words[3...]), into: &call)
        let home = ProcessInfo.processInfo.environment["HOME"] ?? "~"
        call.values = call.values.mapValues { $0.hasPrefix("~/") ? home + $0.dropFirst() : $0 }
        for candidate in try await candidates(words[1], words[2], call)
        where candidate.value == onOneLine(candidate.value) {
          try output("\(candidate.value)\t\(onOneLine(candidate.description))\n")
        }
        return 0
      }
      // `TerminalApp.run()` handles this flag.
      let call = try parse(words.filter { $0 != ScreenMode.updatesFlag })
      let out = CommandOutput(
        isJSON: call["--json"] != nil, isTerminal: Tty.isOutputTerminal, to: output)
      if call["--help"] != nil {
        try output(help(for: call.verb) + "\n")
      } else if call["--version"] != nil {
        try output("\(program) \(version)\n")
      } else if call.verb == "manual" {
        try output(manual + "\n")
      } else if call.verb == "completions", let shell = CompletionShell(rawValue: call.operands[0])
      {
        try output(completions(for: shell) + "\n")
      } else {
        try await perform(call, out)
      }
      return 0
    } catch CommandFileError.brokenPipe {
      return 141
    } catch {
      let hint = error is CommandLineError ? " See \(program) --help" : ""
      errors("\(program): \(CommandOutput.line("\(error)"))\(hint)\n")
      if case PersistenceError.isLocked = error { return 75 }
      return error is CommandLineError ? 64 : 1
    }
  }
}
