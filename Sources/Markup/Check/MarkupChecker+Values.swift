extension MarkupChecker {
  /// Reads the value of an attribute, and reports its mistakes.
  mutating func value(_ text: String, _ type: MarkupType, at offset: Int) -> MarkupValue? {
    do throws(ValueError) {
      let value = try read(text, type)
      checkNames(in: value, at: offset)
      return value
    } catch {
      report.error(error.message, at: offset + error.index)
      return nil
    }
  }

  private func read(_ text: String, _ type: MarkupType) throws(ValueError) -> MarkupValue {
    if mode != .program, type == .text || type == .textOrBinding {
      return .text(text.isEmpty ? [] : [.literal(text)])
    }
    if text.first == "{" {
      switch type {
      case .number, .integer, .length, .path, .binding: return .path(try path(text, type))
      case .textOrBinding:
        if let path = try? MarkupPath(inBraces: text), path.isBinding { return .path(path) }
      default: break
      }
    }
    switch type {
    case .text, .textOrBinding: return .text(try MarkupTextPart.read(text))
    case .bool: return .condition(try MarkupCondition(text))
    case .number, .integer:
      guard let number = Double(markup: text), type != .integer || Int(exactly: number) != nil
      else { throw ValueError("\"\(text)\" is not \(type.title)") }
      if case .number(let range) = type, !range.contains(number) {
        throw ValueError(
          "\(number.short) is out of range: \(range.lowerBound.short) to \(range.upperBound.short)")
      }
      return .number(number)
    case .length: return .length(try MarkupLength(text))
    case .color: return .color(try MarkupColor(text))
    case .keyword(let words):
      guard let word = words.first(where: { $0.word == text }) else {
        let hint = Suggestion.text(for: text, among: words.map(\.word))
        throw ValueError("\"\(text)\" is not \(type.title)" + hint)
      }
      return .keyword(word)
    case .event: return .event(try MarkupEvent(text))
    case .path, .binding:
      throw ValueError("\"\(text)\" is not \(type.title)")
    case .name:
      guard text.isWord else { throw ValueError("\"\(text)\" is not a name: letters and digits") }
      return .word(text)
    case .names, .swiftType, .swiftValue:
      if text.allSatisfy(\.isWhitespace) { throw ValueError("this needs \(type.title)") }
      return .word(text)
    }
  }

  private func path(_ text: String, _ type: MarkupType) throws(ValueError) -> MarkupPath {
    let path = try MarkupPath(inBraces: text, canSet: type == .binding)
    if type != .binding || path.isBinding { return path }
    throw ValueError("this attribute also sets the value: write {$\(path.text)}")
  }

  mutating func checkNames(in value: MarkupValue, at offset: Int) {
    for path in value.paths { checkName(path, at: offset) }
    if value.condition?.usesSize == true {
      if mode != .program {
        report.error("an untrusted document must not use conditions", at: offset)
      }
      scope.component.usesSize = true
    }
    if case .event(let event) = value { checkName(event, at: offset) }
  }
}

extension MarkupPath {
  /// Reads a path in braces, with nothing after it.
  init(inBraces text: String, canSet: Bool = true) throws(ValueError) {
    var scanner = ValueScanner(text)
    self = try MarkupPath.readInBraces(&scanner, canSet: canSet)
    guard scanner.isAtEnd else {
      throw ValueError(
        "\(scanner.found) follows {\(self.text)}: only a path is allowed here", at: scanner.index)
    }
  }
}
