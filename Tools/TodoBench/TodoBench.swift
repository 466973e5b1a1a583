import Millrace
import MillraceTesting
import TodoExample

/// The screen of `todo` with sample items, 100 by 30 cells. It takes the bytes of keys, and writes
/// the bytes of frames.
@MainActor
package final class TodoBench {
  /// The keys to send.
  package enum Work: String, CaseIterable {
    /// Ten times Down, then ten times Up. The marker moves within the first rows.
    case marker
    /// Down from the last visible row, so that the list scrolls.
    case scroll
    case pgdn
    case wheel
    /// Space, which marks the first item as done. The next Space reopens it.
    case space
    /// A letter at the end of a draft. The next key is Backspace.
    case letter
  }

  package let device = CountingDevice()
  private let work: Work
  private let clock = ManualClock()
  private let session: TerminalSession
  /// The beginnings of titles. Consecutive items have different ones.
  private let names: [String]
  private let keys: (there: [UInt8], back: [UInt8])
  private let period: Int
  private var start = 0
  private var page = 0
  /// The number of keys that a write answered. A message that disappears after a while causes
  /// another write, and can delay the answer by a frame interval.
  private var answers = 0

  /// - Parameters:
  ///   - count: The number of items.
  ///   - wrapper: Changes the program before it starts.
  package init(
    _ work: Work, items count: Int, in wrapper: (any SampleProgram.Wrapper)? = nil
  ) throws {
    self.work = work
    keys = work.input
    period = work.period
    // The store has a separate clock, because its timer would add work to the clock of the frames.
    let program = SampleProgram(
      items: count, dependencies: Dependencies(clock: ManualClock()))
    names = program.titles.prefix(56).map { String($0.prefix { $0 != "+" && $0 != "@" }) }
    session = try program.start(
      on: [device], scheduler: clock, runOnMainActor: runSynchronously, in: wrapper)[0]
  }

  /// Moves to the starting position.
  package func begin() {
    send(Key.escape.bytes)
    send(Key.home.bytes)
    switch work {
    case .marker, .wheel, .space: break
    case .scroll: send(Key.pageDown.bytes)
    case .pgdn:
      // After this one, each page is a full page.
      send(Key.pageDown.bytes)
      let first = index
      send(Key.pageDown.bytes)
      page = index - first
    case .letter:
      send(Key.character("a").bytes)
      send(Key.control("u").bytes)
      for letter in Self.draft { send(Key.character(letter).bytes) }
    }
    start = index
    device.resetCounts()
    answers = 0
  }

  /// Sends the keys. Each is answered by a frame at once, because the clock has moved on since the
  /// previous one.
  /// - Parameter count: The number of keys.
  @inline(never)
  package func run(_ count: Int) {
    for number in 0..<count { send(number % period < period / 2 ? keys.there : keys.back) }
  }

  /// Returns the reason why the work was not done; nil if the screen and the number of writes show
  /// that it was done.
  /// - Parameter count: The number of keys that were sent since ``begin()``.
  package func failure(after count: Int) -> String? {
    guard answers == count else { return "\(count) keys, \(answers) answers" }
    switch work {
    case .marker, .scroll, .pgdn, .wheel:
      let turn = count % period
      let expected =
        switch work {
        case .marker: min(turn, period - turn)
        case .scroll: count
        case .pgdn: page * count
        default: 3 * count
        }
      let moved = index - start
      guard (moved - expected).isMultiple(of: names.count) else {
        return "the list moved by \(moved) items, not by \(expected), modulo \(names.count)"
      }
    case .space:
      let tick = count.isMultiple(of: 2) ? "[ ]" : "[x]"
      guard firstRow.contains(tick) else { return "not \(tick): \(firstRow)" }
    case .letter:
      let text = Self.draft + (count.isMultiple(of: 2) ? "" : "s")
      guard device.readScreen().contains(where: { $0.hasSuffix(text) }) else {
        return "the draft is not '\(text)'"
      }
    }
    return nil
  }

  private static let draft = "Answer the letter"

  private func send(_ input: [UInt8]) {
    clock.advance(by: .seconds(1))
    let before = device.writes
    device.type(input)
    if device.writes == before { clock.advance(by: .milliseconds(50)) }
    if device.writes > before { answers += 1 }
  }

  /// The index of the item that moves during the work: the item with the marker, or the item in the
  /// first row.
  private var index: Int {
    let row =
      work == .marker || work == .pgdn
      ? device.readScreen().first { $0.hasPrefix("›") } ?? "" : firstRow
    return names.firstIndex { row.contains($0) } ?? -1
  }

  private var firstRow: String {
    device.readScreen().first { $0.contains("[ ]") || $0.contains("[x]") } ?? ""
  }
}

extension TodoBench.Work {
  /// The keys of the first and of the second half of a period.
  fileprivate var input: (there: [UInt8], back: [UInt8]) {
    switch self {
    case .marker: (Key.down.bytes, Key.up.bytes)
    case .scroll: (Key.down.bytes, Key.down.bytes)
    case .pgdn: (Key.pageDown.bytes, Key.pageDown.bytes)
    case .wheel: (wheelDown, wheelDown)
    case .space: (Key.space.bytes, Key.space.bytes)
    case .letter: (Key.character("s").bytes, Key.backspace.bytes)
    }
  }

  /// The number of keys after which the state repeats, for work whose state repeats.
  fileprivate var period: Int { self == .marker ? 20 : 2 }
}

private let wheelDown = Array("\u{1B}[<65;10;10M".utf8)
