/// What a terminal is asked when a program starts, and what its answers say of it.
///
/// All questions go out in one write, and nobody waits: frames are drawn by what is known. Every terminal
/// answers DA1, and answers in order, so that DA1 as the last question ends it: what comes later is not
/// waited for, and changes nothing but the background.
package struct TerminalDialogue: Sendable {
  package private(set) var traits: TerminalTraits
  /// Whether answers are still to come.
  package private(set) var isOpen = false
  /// The widths that were measured.
  private var widths: [Int] = []
  /// The row of the terminal in which a region below the prompt begins, once it has said so.
  private var origin: Int?

  /// A text whose width tells how the terminal counts a kind of cluster.
  private struct Probe {
    let text: String
    let kind: ClusterKinds
    /// The columns where its parts stand in one place, and one after the other.
    let joined: Int
    let split: Int
  }

  /// In another character set its bytes are two characters, and no controls.
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

  /// - Parameter traits: what is known without asking.
  package init(_ traits: TerminalTraits) { self.traits = traits }

  /// What is measured: whether there is UTF-8, or, where that is known, how it is counted.
  private var probes: [Probe] {
    if !traits.isCharsetKnown { return [Self.characterSet] }
    return traits.isUTF8 ? Self.allProbes : []
  }

  /// The questions; none for a terminal that would show them. To be written when the screen is taken over,
  /// before the first frame, which erases what they leave.
  package mutating func ask() -> [UInt8] {
    guard traits.features.contains(.titleStack) else { return [] }
    let isInline = traits.isInline
    isOpen = true
    widths = []
    // Its name; synchronized output; clusters by Unicode's rules, switched on at once; size and colours told when
    // they change; kitty's keyboard; the background.
    var questions =
      "\u{1B}[>q\u{1B}[?2026$p\u{1B}[?2027$p\u{1B}[?2027h\u{1B}[?2048$p\u{1B}[?2031$p\u{1B}[?u\u{1B}]11;?\u{1B}\\"
    // Not in the first row, where F3 looks like a report; concealed, and erased at once.
    questions += isInline ? "\r\n\u{1B}[8m" : "\u{1B}[2H\u{1B}[8m"
    for probe in probes { questions += "\r\(probe.text)\u{1B}[6n" }
    return Array((questions + "\u{1B}[m\r\u{1B}[K\(isInline ? "\u{1B}[A" : "")\u{1B}[c").utf8)
  }

  /// Learns from an answer.
  /// - Returns: What the terminal has to be told now that all is known; nil before that.
  package mutating func take(_ reply: TerminalReply) -> [UInt8]? {
    switch reply {
    case .mode(2026, 1...2) where isOpen: traits.features.insert(.synchronizedOutput)
    // Where it was on already, it stays on.
    case .mode(2027, let state) where isOpen && state != 2: traits.features.remove(.clusterMode)
    case .mode(2048, 1...2) where isOpen: traits.features.insert(.inBandResize)
    case .mode(2031, 1...2) where isOpen: traits.features.insert(.colorSchemeReports)
    case .keyboardFlags where isOpen: traits.features.insert(.kittyKeyboard)
    case .colorScheme(let isDark): traits.background = isDark ? .dark : .light
    case .operatingSystemCommand(let text):
      if let background = Self.background(text) { traits.background = background }
    case .cursorPosition(let row, let column) where isOpen && (row == 1 || traits.isInline):
      widths.append(column)
    // Asked for in the first column of a region, and so never taken for F3.
    case .cursorPosition(let row, column: 0) where traits.isInline: origin = row
    case .version(let text): traits.features = traits.features.known(by: text)
    case .deviceAttributes where isOpen:
      isOpen = false
      traits.features.insert(.answers)
      measure()
      return TerminalModes.enable(traits)
    default: break
    }
    return nil
  }

  /// The events, with the mouse counted from where the region begins; without it, where that is not known.
  package func located(_ events: [InputEvent]) -> [InputEvent] {
    guard traits.isInline else { return events }
    return events.compactMap { event in
      guard case .mouse(var mouse) = event else { return event }
      guard let origin else { return nil }
      mouse.y -= origin
      return .mouse(mouse)
    }
  }

  private mutating func measure() {
    // One that is missing, or too many: nobody knows which is which.
    guard widths.count == probes.count else { return }
    for (probe, width) in zip(probes, widths) {
      if probe.kind.isEmpty {
        traits.isUTF8 = width == probe.joined
      } else if width == probe.joined {
        traits.widths.split.remove(probe.kind)
        traits.widths.unsure.remove(probe.kind)
      } else if width == probe.split, probe.kind != .emoji {
        traits.widths.split.insert(probe.kind)
        traits.widths.unsure.remove(probe.kind)
      }
    }
  }

  /// Light or dark, by `11;rgb:RRRR/GGGG/BBBB` with one to four digits a part.
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
