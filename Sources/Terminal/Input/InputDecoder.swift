/// Turns the bytes that a terminal sends into events.
///
/// Bytes may be split anywhere between calls. One thing only cannot be told from the bytes: whether
/// an `ESC` is the key or the start of more. While `isPending`, the reader waits for more bytes for
/// a short time, and calls `flush()` if none come.
///
/// No input makes it fail, and no byte is lost: what is not understood comes as `.unknown`, text
/// that is not UTF-8 as U+FFFD. Scalars that make one cluster and come in one call come as one key;
/// split between calls they come one by one, so a text field must not think that a key is a whole
/// cluster.
public struct InputDecoder: Sendable {
  enum State: Sendable {
    case ground
    /// After `ESC`. `before`: how many escapes came before that one (0 or 1).
    case escape(before: Int)
    case controlSequence(alt: Bool)
    /// After `CSI [`, which is how the Linux console starts F1 to F5.
    case consoleFunction(alt: Bool)
    /// After `CSI M`: three bytes of the oldest mouse encoding.
    case oldMouse
    case singleShift(alt: Bool)
    /// In a string that ends in `ESC \` or `BEL`. `isEnding`: its last byte was an `ESC`.
    case string(isEnding: Bool)
    case paste
  }

  static let escape: UInt8 = 0x1B
  static let maximumSequence = 256
  static let maximumString = 16384

  var state = State.ground
  /// The bytes of the sequence that is not finished, from its `ESC` on.
  var sequence: [UInt8] = []
  var utf8 = UTF8Collector()
  var isAlt = false
  /// Scalars typed in this call, which may still make one cluster.
  var typed = String.UnicodeScalarView()
  var pasted: PasteCollector
  var events: [InputEvent] = []

  /// - Parameter pasteSize: Bytes after which a long paste is delivered in a piece, at least 16.
  public init(pasteSize: Int = 1 << 20) { pasted = PasteCollector(pieceSize: pasteSize) }

  /// Whether a started sequence waits for its end.
  public var isPending: Bool {
    if case .ground = state { return utf8.isPending || isAlt }
    return true
  }

  /// Whether a paste has begun and not ended. Its next bytes may take long: the wait before
  /// `flush()` should, too.
  public var isPasting: Bool {
    if case .paste = state { return true }
    return false
  }

  /// Takes bytes, and gives the events that they finish.
  ///
  /// - Complexity: O(number of bytes).
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    for byte in bytes { take(byte) }
    return deliver()
  }

  /// Says that the wait for more is over: what is there is all there is.
  ///
  /// An `ESC` is the Escape key, and an unfinished paste ends here.
  public mutating func flush() -> [InputEvent] {
    let started = state
    state = .ground
    switch started {
    case .ground: endScalar()
    case .escape(let before): for _ in 0...before { emit(.key(.escape)) }
    case .paste: emit(.paste(pasted.finish()))
    case .controlSequence, .singleShift:
      // `ESC [` and `ESC O` alone are Alt-[ and Alt-O, typed.
      if sequence.count == 2 {
        emit(.key(.alt(Character(Unicode.Scalar(sequence[1])))))
      } else {
        emit(.unknown(sequence))
      }
    case .string:
      if sequence.count == 2 {
        emit(.key(.alt(Character(Unicode.Scalar(sequence[1])))))
      } else {
        emit(.unknown(sequence))
      }
    case .consoleFunction, .oldMouse: emit(.unknown(sequence))
    }
    sequence = []
    return deliver()
  }

  private mutating func deliver() -> [InputEvent] {
    endCluster()
    defer { events = [] }
    return events
  }
}
