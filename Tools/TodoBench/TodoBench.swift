import MillraceDocument
import MillraceTesting

/// The screen of `todo` with sample items, 100 cells wide and 30 high: bytes of keys come in, and bytes of
/// frames go out.
@MainActor
package final class TodoBench {
  /// What the keys do.
  package enum Work: String, CaseIterable {
    /// Down and Up in turns of ten, by which the marker moves within the first rows.
    case marker
    /// Down from the last row that shows, by which the list moves.
    case scroll
    case pgdn
    case wheel
    /// Space, by which the first item is done, and with the next one open again.
    case space
    /// A letter at the end of a draft, and with the next key a Backspace.
    case letter
  }

  package let device = CountingDevice()
  private let work: Work
  private let clock = ManualClock()
  private let session: TerminalSession
  /// The beginnings of titles, which are different in items that follow each other.
  private let names: [String]
  private let keys: (there: [UInt8], back: [UInt8])
  private let period: Int
  private var start = 0
  private var page = 0

  /// - Parameter count: how many items.
  package init(_ work: Work, items count: Int) throws {
    self.work = work
    keys = work.input
    period = work.period
    guard let today = CalendarDay("2026-11-27") else { preconditionFailure("that is a day") }
    let list = TodoList.sample(count, today: today)
    names = list.items.prefix(56).map { todo in
      String(todo.title.prefix { $0 != "+" && $0 != "@" })
    }
    let app = todoApp(list, file: nil, settings: .todo(nil))
    session = try app.terminalApp(app.makeStore())
      .start(
        on: device, scheduler: clock, hop: stayHere, now: { .milliseconds(1_795_780_800_000) })
  }

  /// Goes to where the work begins.
  package func begin() {
    send(Key.escape.bytes)
    send(Key.home.bytes)
    switch work {
    case .marker, .wheel, .space: break
    case .scroll: send(Key.pageDown.bytes)
    case .pgdn:
      // From here on every page is a whole one.
      send(Key.pageDown.bytes)
      let first = place
      send(Key.pageDown.bytes)
      page = place - first
    case .letter: for letter in "a\(Self.draft)" { send(Key.character(letter).bytes) }
    }
    start = place
    device.resetCounts()
  }

  /// Does the work: each key is answered by a frame at once, as the one before it was long ago.
  /// - Parameter count: how many keys.
  @inline(never)
  package func run(_ count: Int) {
    for number in 0..<count { send(number % period < period / 2 ? keys.there : keys.back) }
  }

  /// Why the work was not done; nil if the screen and the writes say that it was.
  /// - Parameter count: how many keys have been sent since ``begin()``.
  package func failure(after count: Int) -> String? {
    guard device.writes == count else { return "\(count) keys, \(device.writes) writes" }
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
      let moved = place - start
      guard (moved - expected).isMultiple(of: names.count) else {
        return "the list went on by \(moved) items, not by \(expected), modulo \(names.count)"
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
    device.type(input)
  }

  /// The number of the item that moves when the work is done: the one with the marker, or in the first row.
  private var place: Int {
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
  /// What is sent in the first half of a period, and in the second.
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

  /// After how many keys all is as before, if it ever is.
  fileprivate var period: Int { self == .marker ? 20 : 2 }
}

private let wheelDown = Array("\u{1B}[<65;10;10M".utf8)
