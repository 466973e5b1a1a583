/// Turns the bytes that a terminal sends into events.
///
/// Bytes may be split anywhere between calls, with any pauses. What is not finished is kept as bytes
/// and read again with those that follow, so the events are the same. Only after `ESC`, and after it and one
/// of `[`, `O`, `]`, `P` and `_` (and the same after another `ESC`), bytes do not tell whether more is to come:
/// they wait 100 ms, and are keys then. Everything else that has begun waits for its end; a control character
/// that cannot be part of it, like Ctrl-C, breaks it off and counts for itself.
///
/// Text comes as a key for each cluster; only text between the marks of bracketed paste is a paste. Terminals
/// without these marks, as the Linux console, paste keys: Tab and Enter in what is pasted there act as if typed.
///
/// No input makes it fail, and what it keeps is bounded. What is not understood comes as `.unknown`,
/// text that is not UTF-8 as U+FFFD. Scalars that make one cluster come as one key if they come in
/// one call; a text field must not think that a key is a whole cluster.
public struct InputDecoder: Sendable {
  enum Mode: Sendable {
    case keys
    /// In a string that ends in `ESC \` or `BEL`.
    case string
    case paste
  }

  static let escape: UInt8 = 0x1B
  private static let ambiguityDelay = Duration.milliseconds(100)
  private static let latenessLimit = Duration.seconds(1)
  private static let pasteSilence = Duration.seconds(5)

  var mode = Mode.keys
  /// What was read and is not finished.
  private(set) var waiting: [UInt8] = []
  /// How many of the bytes of a sequence were told as keys, because the others came late.
  var told = 0
  /// The string that has begun, from its `ESC` on.
  var string: [UInt8] = []
  var pasted: PasteCollector
  private var events: [InputEvent] = []
  private var lastRead = Duration.zero
  /// The start of a sequence that was given up, and until when its rest is known for that.
  private var late: (start: [UInt8], end: Duration)?

  /// - Parameter pasteSize: Bytes after which a long paste is delivered in a piece, at least 16.
  public init(pasteSize: Int = 1 << 20) { pasted = PasteCollector(pieceSize: pasteSize) }

  /// Takes what one read gave, and gives the events that it finishes.
  ///
  /// - Parameters:
  ///   - bytes: All that was there to be read. That it came at once tells the late rest of a sequence
  ///     from keys.
  ///   - now: The time since any fixed start.
  /// - Complexity: O(number of bytes).
  public mutating func decode(_ bytes: some Sequence<UInt8>, at now: Duration = .zero)
    -> [InputEvent]
  {
    let read = Array(bytes)
    if read.isEmpty { return [] }
    lastRead = now
    if let (start, end) = late {
      late = nil
      if now <= end, Self.isRest(read, of: start) { (waiting, told) = (start, start.count) }
    }
    take(waiting.isEmpty ? read : waiting + read)
    return deliver()
  }

  /// When `expire(at:)` is to be called if nothing comes until then. Nil where time changes nothing.
  public var deadline: Duration? {
    switch mode {
    case .paste: lastRead + Self.pasteSilence
    case .keys where isAmbiguous: lastRead + Self.ambiguityDelay
    case .keys, .string: nil
    }
  }

  /// Gives what need not wait any longer at that time: keys that could have begun a sequence, or the
  /// text of a paste whose end does not come.
  ///
  /// Bytes that can be read already are to be decoded first.
  public mutating func expire(at now: Duration) -> [InputEvent] {
    guard let deadline, deadline <= now else { return [] }
    if mode == .keys, let last = waiting.last {
      late = (last == Self.escape ? [last] : [Self.escape, last], now + Self.latenessLimit)
    }
    giveUp()
    return deliver()
  }

  /// Takes what is there as complete, whatever the time. For senders that know that it is.
  package mutating func finish() -> [InputEvent] {
    late = nil
    giveUp()
    return deliver()
  }

  mutating func emit(_ event: InputEvent) { events.append(event) }

  /// Ends a sequence with its meaning, or with its bytes where it has none or came too late.
  mutating func end(_ bytes: ArraySlice<UInt8>, as event: InputEvent?) {
    emit(told == 0 ? event ?? .unknown(Array(bytes)) : .unknown(Array(bytes.dropFirst(told))))
    told = 0
  }

  private mutating func take(_ input: [UInt8]) {
    var index = 0
    while index < input.count {
      let next: Int? =
        switch mode {
        case .paste: takePasted(input, from: index)
        case .string: takeString(input, from: index)
        case .keys where input[index] == Self.escape: takeSequence(input, from: index)
        case .keys: takeText(input, from: index)
        }
      guard let next else { break }
      index = next
    }
    // All but control sequences are much shorter, and those are not known if they are so long.
    waiting = Array(input[index...].prefix(ControlSequence.maximumLength))
  }

  private mutating func giveUp() {
    let rest = waiting[...]
    let escapes = rest.prefix { $0 == Self.escape }.count
    waiting = []
    switch mode {
    case .paste: endPaste(with: rest)
    case .string: endString(nil, and: rest)
    case .keys where rest.isEmpty: break
    case .keys where escapes == 0: emit(.key(.character("\u{FFFD}")))
    case .keys where rest.count == escapes:
      for _ in 0..<escapes { emit(.key(.escape)) }
    case .keys where rest[escapes] >= 0x80: emit(.key(.alt("\u{FFFD}")))
    case .keys where rest.count == escapes + 1:
      if escapes > 1 { emit(.key(.escape)) }
      emit(.key(.alt(Character(Unicode.Scalar(rest[escapes])))))
    case .keys: end(rest, as: nil)
    }
  }

  private var isAmbiguous: Bool {
    guard let last = waiting.last, waiting.dropLast().allSatisfy({ $0 == Self.escape }) else {
      return false
    }
    return last == Self.escape || waiting.count > 1 && "[O]P_".utf8.contains(last)
  }

  /// Whether what was read at once goes on with a sequence that was given up. A byte alone is a key.
  private static func isRest(_ read: [UInt8], of start: [UInt8]) -> Bool {
    guard read.count > 1 else { return false }
    let opener = start.count > 1 ? start[1] : read[0]
    let next = start.count > 1 ? read[0] : read[1]
    switch opener {
    case UInt8(ascii: "["): return (0x20...0x7E).contains(next)
    case UInt8(ascii: "O"): return (0x41...0x5A).contains(next & 0xDF)
    default: return startsString(opener, next)
    }
  }

  private mutating func deliver() -> [InputEvent] {
    defer { events = [] }
    return events
  }
}
