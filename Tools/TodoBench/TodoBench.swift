import Millrace
import MillraceTesting
import TodoExample

/// The screen of `todo` with sample items, 100 by 30 cells: takes the bytes of keys, and writes the
/// bytes of frames.
@MainActor
package final class TodoBench {
  /// The keys to send.
  package enum Work: String, CaseIterable {
    /// Ten times Down, then ten times Up: the marker moves within the first rows.
    case marker
    /// Down from the last visible row: the list scrolls.
    case scroll
    case pgdn
    case wheel
    /// Space: marks the first item as done; the next one reopens it.
    case space
    /// A letter at the end of a draft; the next key is Backspace.
    case letter
  }

  package let device = CountingDevice()
  private let work: Work
  private let clock = ManualClock()
  private let session: TerminalSession
  /// The beginnings of titles; consecutive items have different ones.
  private let names: [String]
  private let keys: (there: [UInt8], back: [UInt8])
  private let period: Int
  private var start = 0
  private var page = 0
  /// The number of keys that a write answered. A message that disappears after a while causes
  /// another write, and may delay the answer by a frame interval.
  private var answers = 0

  /// - Parameters:
  ///   - count: the number of items.
  ///   - wrapper: changes the program before it starts.
  package init(
    _ work: Work, items count: Int, in wrapper: (any SampleProgram.Wrapper)? = nil
  ) throws {
    self.work = work
    keys = work.input
    period = work.period
    // A clock of its own, because the timer of the store would cost the clock of the frames some work.
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
      // After this page, every further page is a full page.
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
  /// - Parameter count: the number of keys.
  @inline(never)
  package func run(_ count: Int) {
    for number in 0..<count { send(number % period < period / 2 ? keys.there : keys.back) }
  }

  /// Explains why the work was not done. Nil if the screen and the number of writes show that the
  /// work was done.
  /// - Parameter count: the number of keys sent since ``begin()``.
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

  /// The index of the item that moves during the work: the one with the marker, or in the first
  /// row.
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
  /// The keys of the first half of a period and of the second.
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

  /// The number of keys after which the state repeats, if it does.
  fileprivate var period: Int { self == .marker ? 20 : 2 }
}

private let wheelDown = Array("\u{1B}[<65;10;10M".utf8)
