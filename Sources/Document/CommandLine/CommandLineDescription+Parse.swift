/// A parsed command line.
public struct CommandCall: Equatable, Sendable {
  /// The verb; nil for a command line without one.
  public internal(set) var verb: String?
  /// The operands, in order.
  public internal(set) var operands: [String] = []
  var values: [String: String] = [:]

  /// The value of a flag: empty for a flag without a value, nil if the flag is absent.
  public subscript(flag: String) -> String? { values[flag] }
}

extension CommandLineDescription {
  /// Parses a command line.
  ///
  /// Flags may come before or after the verb, but not after `--`. A `-` alone and negative numbers
  /// are operands. With `--help` or `--version`, the verb and operands may be missing.
  ///
  /// If the verb without a name has operands, a word that is not the name of a verb is its first
  /// operand; after `--`, so is any word.
  /// - Parameter words: The arguments, without the program's name.
  /// - Throws: The first mistake.
  public func parse(_ words: [String]) throws(CommandLineError) -> CommandCall {
    var call = CommandCall()
    try read(words, into: &call)
    if call["--help"] ?? call["--version"] == nil { try check(call) }
    return call
  }

  /// Parses words up to the first mistake.
  func read(_ words: [String], into call: inout CommandCall) throws(CommandLineError) {
    let hasOwnOperands = verbs.contains { $0.name == nil && !$0.operands.isEmpty }
    var (rest, flagsEnd) = (words[...], false)
    while let word = rest.popFirst() {
      if !flagsEnd, word == "--" {
        flagsEnd = true
      } else if !flagsEnd, word.hasPrefix("-"), let next = word.dropFirst().first,
        !("0"..."9" ~= next || next == ".")
      {
        try readFlag(word, &rest, into: &call)
      } else if call.verb != nil || !call.operands.isEmpty || flagsEnd && hasOwnOperands {
        call.operands.append(word)
      } else if allVerbs.contains(where: { $0.name == word }) {
        call.verb = word
      } else if hasOwnOperands {
        call.operands.append(word)
      } else {
        throw .unknown(word, near: nearest(to: word, among: allVerbs.compactMap(\.name)))
      }
    }
  }

  private func readFlag(
    _ word: String, _ rest: inout ArraySlice<String>, into call: inout CommandCall
  ) throws(CommandLineError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0] == "-h" ? "--help" : String(parts[0])
    let known = allFlags + verbs.flatMap(\.flags)
    guard let flag = known.first(where: { $0.name == name }) else {
      throw .unknown(name, near: nearest(to: name, among: known.map(\.name)))
    }
    if call[name] != nil { throw .repeated(flag: name) }
    var value = parts.count > 1 ? String(parts[1]) : nil
    if let argument = flag.value {
      // A word that begins with `--` is not the value: the value is missing. After `=`, the value
      // may begin with `--`.
      if value == nil, rest.first?.hasPrefix("--") == false { value = rest.popFirst() }
      if value ?? "" == "" { throw .missing("a value, \(argument.usage)", of: name) }
      try argument.check(value ?? "")
    } else if value != nil {
      throw .misplaced(word, at: name)
    }
    call.values[name] = value ?? ""
  }

  private func check(_ call: CommandCall) throws(CommandLineError) {
    let verb = allVerbs.first { $0.name == call.verb }
    let (owner, operands) = (call.verb ?? program, call.operands)
    let fitting = (flags + (verb?.flags ?? [])).map(\.name)
    if let flag = call.values.keys.sorted().first(where: { !fitting.contains($0) }) {
      throw .misplaced(flag, at: owner)
    }
    guard let arguments = verb?.operands else { throw .missing("a verb", of: owner) }
    let required = arguments.filter(\.isRequired)
    if operands.count < required.count {
      throw .missing(required[operands.count].name, of: owner)
    }
    if operands.count > arguments.count, arguments.last?.repeats != true {
      throw .misplaced(operands[arguments.count], at: owner)
    }
    for (index, operand) in operands.enumerated() {
      try arguments[min(index, arguments.count - 1)].check(operand)
    }
  }
}

/// Returns the name that is closest to a misspelled word: with at most two extra or missing
/// letters, one wrong letter, or two swapped ones. Returns nil if no name is that close, or if the
/// word has only one letter.
func nearest(to word: String, among names: [String]) -> String? {
  names.filter { word.count > 1 && abs($0.count - word.count) <= 2 }
    .map { ($0, $0.difference(from: word).count) }.filter { $0.1 <= 2 }.min { $0.1 < $1.1 }?.0
}

extension CommandArgument {
  fileprivate func check(_ word: String) throws(CommandLineError) {
    guard case .choice(let choices) = form, !choices.contains(word) else { return }
    throw .notAChoice(word, choices: choices)
  }
}
