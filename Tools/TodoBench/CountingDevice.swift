import Millrace
import MillraceTesting

/// A terminal that counts what it is given, and keeps it until somebody looks.
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

  /// Bytes as a terminal sends them.
  package func type(_ input: [UInt8]) {
    let events = decoder.decode(input) + decoder.finish()
    receive?(.input(events))
  }

  /// What a terminal shows of all bytes so far, a row a line. Not to be called in what is measured.
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

  /// Whether the last write has this in one piece.
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

/// How work reaches the main actor from the main actor.
package let stayHere: MainActorHop = { work in MainActor.assumeIsolated { work() } }
