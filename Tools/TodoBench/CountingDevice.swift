import Millrace
import MillraceTesting

/// A terminal that counts its output, and stores it until the screen is read.
@MainActor
package final class CountingDevice: TerminalDevice {
  package let size: TerminalSize
  package let traits = TerminalTraits()
  package let isBusy = false
  package private(set) var bytes = 0
  package private(set) var writes = 0
  package private(set) var lastWrite: [UInt8] = []

  private var unread: [[UInt8]] = []
  private var emulator: VirtualScreen
  private var decoder = InputDecoder()
  private var receive: (@MainActor (DeviceEvent) -> Void)?

  package init(columns: Int = 100, rows: Int = 30) {
    size = TerminalSize(columns: columns, rows: rows)
    emulator = VirtualScreen(width: columns, height: rows)
  }

  /// Sends input bytes as a terminal would.
  package func type(_ input: [UInt8]) {
    let events = decoder.decode(input) + decoder.finish()
    receive?(.input(events))
  }

  /// Applies all output so far, and returns the screen as one string per row. Do not call it while
  /// measuring.
  package func readScreen() -> [String] {
    for bytes in unread { emulator.feed(bytes) }
    unread = []
    return (0..<size.rows).map { emulator.rowText($0) }
  }

  package func resetCounts() {
    bytes = 0
    writes = 0
    lastWrite = []
  }

  /// Whether the last write contains a text in one piece.
  package func lastWriteContains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return lastWrite.indices.contains { lastWrite[$0...].starts(with: wanted) }
  }

  // MARK: - TerminalDevice

  package func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws {
    self.receive = receive
  }

  package func write(_ bytes: [UInt8]) {
    self.bytes += bytes.count
    writes += 1
    lastWrite = bytes
    unread.append(bytes)
  }

  package func suspend() {}
  package func release() {}
  package func reclaim() {}

  package func stop() { receive = nil }
}

/// Runs work for the main actor synchronously, because the caller is already on it.
package let runSynchronously: MainActorRunner = { work in MainActor.assumeIsolated { work() } }
