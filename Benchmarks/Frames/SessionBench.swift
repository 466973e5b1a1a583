import Millrace
import MillraceStoreTesting
import TodoBench

/// A program with a long list that reads input bytes and writes output bytes, as on a terminal.
@MainActor
final class SessionBench {
  let device = CountingDevice()
  private let clock = ManualClock()
  private let session: TerminalSession

  init(count: Int, look: ListLook = .plain) throws {
    let app = TerminalApp(itemStore(count: count)) { itemView($0, $1, look) }
    session = try app.start(on: device, scheduler: clock, runOnMainActor: runSynchronously)
  }

  /// Sends input. A frame follows at once, because the clock has moved on since the previous one.
  func send(_ input: [UInt8]) {
    clock.advance(by: .seconds(1))
    device.type(input)
  }

  /// The id of the current item, which has the marker.
  func currentItem() throws(CheckFailure) -> Int { try item { $0.hasPrefix("›") } }

  /// The id of the item in the first row of the list.
  func firstItem() throws(CheckFailure) -> Int { try item { $0.contains("#") } }

  private func item(_ isWanted: (String) -> Bool) throws(CheckFailure) -> Int {
    let row = device.readScreen().first(where: isWanted) ?? ""
    let digits = row.drop { $0 != "#" }.dropFirst().prefix { $0.isNumber }
    guard let id = Int(digits) else {
      throw CheckFailure(description: "the row is not on the screen")
    }
    return id
  }
}
