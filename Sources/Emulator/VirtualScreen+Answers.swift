extension VirtualScreen {
  /// The questions of a program to the terminal.
  public struct Queries: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// DA1 and DA2: the kind of terminal.
    public static let attributes = Queries(rawValue: 1 << 0)
    /// XTVERSION: the name of the terminal.
    public static let version = Queries(rawValue: 1 << 1)
    /// DSR 5: whether the terminal works.
    public static let status = Queries(rawValue: 1 << 2)
    /// CPR: the cursor's position.
    public static let cursor = Queries(rawValue: 1 << 3)
    /// DECRQM: whether a mode is known, and whether it is on.
    public static let modes = Queries(rawValue: 1 << 4)
    /// The flags of kitty's keyboard protocol.
    public static let keyboard = Queries(rawValue: 1 << 5)
    /// OSC 10 and 11, and whether the background is light or dark: `CSI ? 996 n`.
    public static let colors = Queries(rawValue: 1 << 6)
    /// The size in cells: `CSI 18 t`, and reports of mode 2048.
    public static let size = Queries(rawValue: 1 << 7)

    /// All of these questions.
    public static let all: Queries = [
      .attributes, .version, .status, .cursor, .modes, .keyboard, .colors, .size,
    ]
  }

  /// The modes that DECRQM reports as known.
  private static let known: Set<Int> = [
    1, 6, 7, 25, 47, 1000, 1002, 1003, 1004, 1006, 1047, 1048, 1049, 2004, 2026, 2031, 2048,
  ]

  /// The bytes that the terminal has sent since the last call: answers, and reports of modes 2031
  /// and 2048.
  public mutating func takeReplies() -> [UInt8] {
    defer { answers = [] }
    return answers
  }

  /// Answers a question.
  /// - Returns: Whether the sequence is a question.
  mutating func answer(_ key: String, _ first: Int) -> Bool {
    switch (key, first) {
    case ("c", 0): reply(.attributes, "[?62;22c")
    case (">c", 0): reply(.attributes, "[>41;390;0c")
    case ("=c", 0), ("t", 14), ("t", 16): break
    case (">q", 0): reply(.version, "P>|\(version)\u{1B}\\")
    case ("n", 5): reply(.status, "[0n")
    case ("n", 6), ("?n", 6):
      let row = cursorY + 1 - (modes.contains(6) ? margins.lowerBound : 0)
      reply(.cursor, "[\(key.dropLast())\(row);\(cursorX + 1)R")
    case ("?n", 996): reportScheme()
    case ("t", 18): reply(.size, "[8;\(height);\(width)t")
    case ("?u", _): reply(.keyboard, "[?\(keyboardFlags)u")
    case ("$p", _): reply(.modes, "[\(first);\(state(first, in: ansiModes, of: [4, 20]))$y")
    case ("?$p", _):
      let known = widths == .clusters ? Self.known.union([2027]) : Self.known
      reply(.modes, "[?\(first);\(state(first, in: modes, of: known))$y")
    default: return false
    }
    return true
  }

  private func state(_ mode: Int, in modes: Set<Int>, of known: Set<Int>) -> Int {
    known.contains(mode) ? modes.contains(mode) ? 1 : 2 : 0
  }

  mutating func answerColor(_ number: Substring) {
    let color = number == "10" ? foreground : number == "11" ? background : nil
    guard let color else { return }
    let parts = [color.red, color.green, color.blue].map { part in
      let digits = String(part, radix: 16)
      return String(repeating: digits.count == 1 ? "0" + digits : digits, count: 2)
    }
    reply(.colors, "]\(number);rgb:\(parts.joined(separator: "/"))\u{1B}\\")
  }

  /// Reports whether the background is dark (1) or light (2).
  mutating func reportScheme() {
    let sum = Int(background.red) + Int(background.green) + Int(background.blue)
    reply(.colors, "[?997;\(sum < 384 ? 1 : 2)n")
  }

  /// Reports the size in the format of mode 2048; the size in pixels is unknown.
  mutating func reportSize() { reply(.size, "[48;\(height);\(width);0;0t") }

  private mutating func reply(_ question: Queries, _ text: String) {
    if answered.contains(question) { answers += [0x1B] + Array(text.utf8) }
  }
}
