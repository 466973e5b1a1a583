/// The queries that a terminal gets when a program starts, and the traits that follow from its
/// answers.
///
/// All queries are sent in one write. Frames do not wait for answers: they use the traits known so
/// far. Every terminal answers DA1, and answers in order, so the answer to the final DA1 ends the
/// dialogue. Later answers change only the background, the position of a region, and the features
/// that the terminal's name implies.
package struct TerminalQueries: Sendable {
  package private(set) var traits: TerminalTraits
  /// Whether answers are still expected.
  package private(set) var isWaiting = false
  /// The measured widths of the probes, in order.
  private var widths: [Int] = []
  /// The terminal row of the first row of an inline region, once the terminal has reported it.
  private var origin: Int?

  /// A text whose width shows how the terminal handles a kind of cluster.
  private struct Probe {
    let text: String
    let kind: ClusterKinds
    /// The columns if the terminal joins the parts, and if it shows them side by side.
    let joined: Int
    let split: Int
  }

  /// A terminal without UTF-8 shows the two bytes of this text as two characters, not as controls.
  private static let characterSet = Probe(text: "\u{EB}", kind: [], joined: 1, split: 2)

  private static let allProbes = [
    Probe(text: "─", kind: .ambiguous, joined: 1, split: 2),
    Probe(text: "\u{1FAEA}", kind: .emoji, joined: 2, split: 1),
    Probe(text: "\u{1F469}\u{200D}\u{1F4BB}", kind: .joined, joined: 2, split: 4),
    Probe(text: "\u{2764}\u{FE0F}", kind: .emojiStyle, joined: 2, split: 1),
    Probe(text: "\u{231A}\u{FE0E}", kind: .textStyle, joined: 1, split: 2),
    Probe(text: "\u{1F1EB}\u{1F1F7}", kind: .flag, joined: 2, split: 4),
    Probe(text: "\u{1F44D}\u{1F3FD}", kind: .skinTone, joined: 2, split: 4),
    Probe(text: "\u{915}\u{94D}\u{937}", kind: .conjunct, joined: 1, split: 2),
    Probe(text: "\u{915}\u{93F}", kind: .spacingMark, joined: 1, split: 2),
    Probe(text: "e\u{301}", kind: .mark, joined: 1, split: 2),
    Probe(text: "\u{1100}\u{1161}\u{11A8}", kind: .jamo, joined: 2, split: 4),
  ]

  /// - Parameter traits: the traits known without queries.
  package init(_ traits: TerminalTraits) { self.traits = traits }

  /// The probes to measure: whether the terminal uses UTF-8 or, if that is known, the widths of
  /// clusters.
  private var probes: [Probe] {
    if !traits.isCharsetKnown { return [Self.characterSet] }
    return traits.isUTF8 ? Self.allProbes : []
  }

  /// The queries; empty for a terminal that would display them. Write them before the first frame,
  /// because their probes overwrite a row.
  package mutating func makeQueries() -> [UInt8] {
    guard traits.features.contains(.titleStack) else { return [] }
    let isInline = traits.isInline
    isWaiting = true
    widths = []
    // XTVERSION; synchronized output; cluster mode 2027, switched on at once; reports of size and
    // colour scheme changes; the kitty keyboard; the background colour.
    var questions =
      "\u{1B}[>q\u{1B}[?2026$p\u{1B}[?2027$p\u{1B}[?2027h\u{1B}[?2048$p\u{1B}[?2031$p\u{1B}[?u\u{1B}]11;?\u{1B}\\"
    // Writes the probes concealed, and erases them at once. Does not write them in the first row,
    // because a cursor report from that row looks like F3.
    questions += isInline ? "\r\n\u{1B}[8m" : "\u{1B}[2H\u{1B}[8m"
    for probe in probes { questions += "\r\(probe.text)\u{1B}[6n" }
    return Array((questions + "\u{1B}[m\r\u{1B}[K\(isInline ? "\u{1B}[A" : "")\u{1B}[c").utf8)
  }

  /// Updates the traits by an answer.
  /// - Returns: For the last answer, the sequences that enable modes; nil for every other one.
  package mutating func take(_ reply: TerminalReply) -> [UInt8]? {
    switch reply {
    case .mode(2026, 1...2) where isWaiting: traits.features.insert(.synchronizedOutput)
    // If the terminal reports another state than 2 (off), the program leaves the mode as it is when
    // it ends.
    case .mode(2027, let state) where isWaiting && state != 2: traits.features.remove(.clusterMode)
    case .mode(2048, 1...2) where isWaiting: traits.features.insert(.inBandResize)
    case .mode(2031, 1...2) where isWaiting: traits.features.insert(.colorSchemeReports)
    case .keyboardFlags where isWaiting: traits.features.insert(.kittyKeyboard)
    case .colorScheme(let isDark): traits.background = isDark ? .dark : .light
    case .operatingSystemCommand(let text):
      if let background = Self.background(text) { traits.background = background }
    case .cursorPosition(let row, let column) where isWaiting && (row == 1 || traits.isInline):
      widths.append(column)
    // The painter asks for the position of a region while the cursor is in the first column, so
    // that the answer cannot be mistaken for F3.
    case .cursorPosition(let row, column: 0) where traits.isInline: origin = row
    case .version(let text): traits.features = traits.features.known(by: text)
    case .deviceAttributes where isWaiting:
      isWaiting = false
      traits.features.insert(.answers)
      measure()
      return TerminalModes.enable(traits)
    default: break
    }
    return nil
  }

  /// The events with mouse positions relative to the region; without mouse events if its position
  /// is unknown.
  package func positioned(_ events: [InputEvent]) -> [InputEvent] {
    guard traits.isInline else { return events }
    return events.compactMap { event in
      guard case .mouse(var mouse) = event else { return event }
      guard let origin else { return nil }
      mouse.y -= origin
      return .mouse(mouse)
    }
  }

  private mutating func measure() {
    // With an answer missing or duplicated, answers cannot be matched to probes.
    guard widths.count == probes.count else { return }
    for (probe, width) in zip(probes, widths) {
      if probe.kind.isEmpty {
        traits.isUTF8 = width == probe.joined
      } else if width == probe.joined {
        traits.widths.split.remove(probe.kind)
        traits.widths.unknown.remove(probe.kind)
      } else if width == probe.split, probe.kind != .emoji {
        traits.widths.split.insert(probe.kind)
        traits.widths.unknown.remove(probe.kind)
      }
    }
  }

  /// Light or dark, from `11;rgb:RRRR/GGGG/BBBB` with one to four digits for each component.
  private static func background(_ text: String) -> TerminalTraits.Background? {
    guard text.hasPrefix("11;rgb"), let colon = text.firstIndex(of: ":") else { return nil }
    let parts = text[text.index(after: colon)...].split(separator: "/").prefix(3).map { part in
      part.count <= 4 && part.allSatisfy(\.isHexDigit)
        ? Int(part, radix: 16).map { Double($0) / Double(1 << (4 * part.count) - 1) } : nil
    }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else {
      return nil
    }
    // Rec. 601 luma.
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? .light : .dark
  }
}
