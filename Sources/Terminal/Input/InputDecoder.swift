/// Decodes the bytes that a terminal sends into events.
///
/// Bytes may be split anywhere between calls, with any pauses. Incomplete bytes are kept and
/// decoded again with the next ones, so the split changes the events only in the cases below.
/// `ESC` alone, and `ESC` with one of `[`, `O`, `]`, `P` and `_` (also after another `ESC`), do not
/// show whether more bytes follow: they wait 100 ms, and then count as keys. Other incomplete
/// sequences wait without a limit; a control character that cannot be part of a sequence, like
/// Ctrl-C, ends it and is decoded separately.
///
/// Text arrives as one key for each cluster; only text between the sequences of bracketed paste is
/// a paste. Terminals without bracketed paste, such as the Linux console, send pasted text as keys:
/// pasted Tab and Enter then act as if typed.
///
/// The decoder accepts any input, and its memory is bounded. Unknown sequences become `.unknown`,
/// and invalid UTF-8 becomes U+FFFD. Scalars of one cluster become one key only if they arrive in
/// one call, so a text field must not assume that a key is a whole cluster.
public struct InputDecoder: Sendable {
  enum Mode: Sendable {
    case keys
    /// In a string, which ends with `ESC \` or `BEL`.
    case string
    case paste
  }

  static let escape: UInt8 = 0x1B
  private static let ambiguityDelay = Duration.milliseconds(100)
  private static let latenessLimit = Duration.seconds(1)
  private static let pasteSilence = Duration.seconds(5)

  var mode = Mode.keys
  /// The bytes of an incomplete sequence.
  private(set) var waiting: [UInt8] = []
  /// How many of the first bytes in `waiting` were already emitted as keys, because the rest of
  /// their sequence came too late; mostly 0.
  var emittedCount = 0
  /// The incomplete string, including its `ESC`.
  var string: [UInt8] = []
  var pasted: PasteCollector
  private var events: [InputEvent] = []
  private var lastRead = Duration.zero
  /// The start of a sequence whose rest did not arrive in time, and the time until which that rest
  /// is still recognized.
  private var timedOut: (start: [UInt8], end: Duration)?

  /// Makes a decoder without pending bytes.
  /// - Parameter pasteSize: The number of bytes after which a long paste is split, at least 16.
  public init(pasteSize: Int = 1 << 20) { pasted = PasteCollector(pieceSize: pasteSize) }

  /// Decodes the bytes of one read, and returns the events that they complete.
  ///
  /// - Parameters:
  ///   - bytes: All bytes that were available. Several bytes can be the late rest of a sequence; a
  ///     single byte is a key.
  ///   - now: The time since any fixed start.
  /// - Complexity: O(number of bytes).
  public mutating func decode(_ bytes: some Sequence<UInt8>, at now: Duration = .zero)
    -> [InputEvent]
  {
    let read = Array(bytes)
    if read.isEmpty { return [] }
    lastRead = now
    if let (start, end) = timedOut {
      timedOut = nil
      if now <= end, Self.continuesTimedOut(read, of: start) {
        (waiting, emittedCount) = (start, start.count)
      }
    }
    take(waiting.isEmpty ? read : waiting + read)
    return deliver()
  }

  /// The time at which to call `expire(at:)` if no bytes arrive before. Nil if time has no effect.
  public var deadline: Duration? {
    switch mode {
    case .paste: lastRead + Self.pasteSilence
    case .keys where isAmbiguous: lastRead + Self.ambiguityDelay
    case .keys, .string: nil
    }
  }

  /// Returns the events that no longer wait for more bytes by `now`: keys that could have begun a
  /// sequence, or the text of a paste whose end sequence is missing.
  ///
  /// Decode all available bytes first.
  public mutating func expire(at now: Duration) -> [InputEvent] {
    guard let deadline, deadline <= now else { return [] }
    if mode == .keys, let last = waiting.last {
      timedOut = (last == Self.escape ? [last] : [Self.escape, last], now + Self.latenessLimit)
    }
    flush()
    return deliver()
  }

  /// Decodes the kept bytes at once, for a caller that knows that no more bytes follow.
  package mutating func finish() -> [InputEvent] {
    timedOut = nil
    flush()
    return deliver()
  }

  mutating func emit(_ event: InputEvent) { events.append(event) }

  /// Ends a sequence as an event, or as unknown bytes if it has no meaning or arrived too late.
  mutating func end(_ bytes: ArraySlice<UInt8>, as event: InputEvent?) {
    emit(
      emittedCount == 0
        ? event ?? .unknown(Array(bytes)) : .unknown(Array(bytes.dropFirst(emittedCount))))
    emittedCount = 0
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
    // Only an incomplete control sequence can exceed this limit, and then counts as unknown.
    waiting = Array(input[index...].prefix(ControlSequence.maximumLength))
  }

  private mutating func flush() {
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

  /// Whether the bytes of one read continue a sequence whose rest did not arrive in time. A single
  /// byte is a key.
  private static func continuesTimedOut(_ read: [UInt8], of start: [UInt8]) -> Bool {
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
