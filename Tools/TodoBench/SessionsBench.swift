import Millrace
import MillraceTesting
import TodoExample

/// Many sessions of `todo` on one list of sample items. Either they are only stores, or each has a
/// screen of 100 by 30 cells.
@MainActor
package final class SessionsBench {
  private let clock = ManualClock()
  private let program: SampleProgram
  private var devices: [WriteCounter] = []
  private var sessions: [TerminalSession] = []
  private var changes = 0

  /// - Parameters:
  ///   - count: The number of sessions besides the main one.
  ///   - items: The number of items in the list.
  ///   - areShown: Whether each session has a screen.
  package init(_ count: Int, items: Int, areShown: Bool) throws {
    program = SampleProgram(
      items: items, sessions: count, dependencies: Dependencies(clock: clock))
    guard areShown else { return }
    devices = (0...count).map { _ in WriteCounter() }
    sessions = try program.start(on: devices, scheduler: clock, runOnMainActor: runSynchronously)
    clock.advance(by: .seconds(1))
  }

  /// Renames the first item in the last session, and draws the frames of all sessions.
  @inline(never)
  package func change() {
    changes += 1
    program.renameFirst("Item \(changes)")
    clock.advance(by: .seconds(1))
  }

  /// Returns the reason why a change did not reach all sessions; nil if it did.
  package func failure() -> String? {
    let titles = Set(program.firstTitles)
    if titles != ["Item \(changes)"] { return "not all sessions have the change: \(titles)" }
    let writes = devices.map(\.writes).min() ?? 0
    return devices.isEmpty || writes > changes ? nil : "\(changes) changes, \(writes) writes"
  }
}

/// A terminal that counts writes, and stores nothing.
@MainActor
private final class WriteCounter: TerminalDevice {
  let size = TerminalSize(columns: 100, rows: 30)
  let traits = TerminalTraits()
  let isBusy = false
  var writes = 0

  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws {}
  func write(_ bytes: [UInt8]) { writes += 1 }
  func suspend() {}
  func release() {}
  func reclaim() {}
  func stop() {}
}
