#if DEBUG
  import Millrace
  import MillraceTesting

  @testable import catalogue

  /// A terminal in memory that keeps the bytes that are written to it.
  @MainActor
  final class RecordingTerminal: TerminalDevice {
    let terminal: TestTerminal
    private(set) var bytes: [UInt8] = []

    init(columns: Int, rows: Int) { terminal = TestTerminal(columns: columns, rows: rows) }

    var size: TerminalSize { terminal.size }
    var traits: TerminalTraits { terminal.traits }
    var isBusy: Bool { false }

    func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws {
      try terminal.start(receive)
    }

    func write(_ bytes: [UInt8]) {
      self.bytes += bytes
      terminal.write(bytes)
    }

    func readInput() {}
    func suspend() { terminal.suspend() }
    func release() { terminal.release() }
    func reclaim() { terminal.reclaim() }
    func stop() { terminal.stop() }

    /// The bytes written since the last call.
    func takeBytes() -> [UInt8] {
      defer { bytes = [] }
      return bytes
    }
  }

  /// A user's input.
  enum PageEvent: CustomStringConvertible {
    case key(Key)
    case type(String)
    case click(x: Int, y: Int)
    case wheel(up: Bool, x: Int, y: Int)
    case resize(columns: Int, rows: Int)
    /// Time passes.
    case wait(Duration)

    var description: String {
      switch self {
      case .key(let key): "\(key)"
      case .type(let text): "\"\(text)\""
      case .click(let x, let y): "click \(x) \(y)"
      case .wheel(let up, let x, let y): "wheel \(up ? "up" : "down") \(x) \(y)"
      case .resize(let columns, let rows): "size \(columns) \(rows)"
      case .wait(let time): "\(time)"
      }
    }
  }

  /// The parts of a page that a user and an inspector see.
  struct PageSnapshot: Equatable {
    var rows: [String]
    var cursor: CellPoint?
    var bytes: [UInt8]
    /// Empty if it was not asked for.
    var tree: [String] = []

    /// The bytes as text in which each control character is visible.
    var shownBytes: String { String(decoding: bytes, as: UTF8.self).debugDescription }
  }

  /// A page on a terminal, whose markup can become live.
  @MainActor
  final class PageStage {
    private let device: RecordingTerminal
    private let clock = ManualClock()
    private let main = ManualMainQueue()
    private let store: Store<Int, Int>
    private let slots = Captured<[LiveMarkupSlot?]>([nil])
    /// The names of the components in markup. Unlike components written by hand, these components
    /// also read whether live bodies replace the compiled ones.
    private let markupNames: Set<String>
    let session: TerminalSession

    init(
      columns: Int = 50, rows: Int = 12, isMarkup: Bool = false, slot: LiveMarkupSlot? = nil,
      _ content: @escaping @MainActor () -> Node
    ) throws {
      markupNames = isMarkup ? try LiveBodies.componentNames() : []
      device = RecordingTerminal(columns: columns, rows: rows)
      store = Store(initial: 0, reducer: Reducer { $0 = $1 })
      slots.value = [slot]
      let slots = slots
      let app = TerminalApp(store) { state, _ in
        content().environment(\.liveMarkup, slots.value[state])
          .environment(\.today, CalendarDay(year: 2026, month: 2, day: 11) ?? .local().day)
      }
      session = try app.start(
        on: device, scheduler: clock, runOnMainActor: { [main] in main.add($0) },
        now: { Duration.zero })
      settle()
    }

    func end() {
      session.end()
      main.run()
    }

    /// Shows other bodies from now on.
    func show(_ slot: LiveMarkupSlot) {
      slots.value.append(slot)
      store.dispatch(slots.value.count - 1)
      settle()
    }

    /// Takes as much time as `show`, and changes nothing.
    func showNothing() {
      slots.value.append(slots.value[0])
      store.dispatch(slots.value.count - 1)
      settle()
    }

    private func settle(_ time: Duration = .milliseconds(20)) {
      main.run()
      clock.advance(by: time)
      main.run()
    }

    func send(_ event: PageEvent) {
      let terminal = device.terminal
      switch event {
      case .key(let key): terminal.send(key)
      case .type(let text): terminal.type(text)
      case .click(let x, let y): terminal.click(x: x, y: y)
      case .wheel(let up, let x, let y): terminal.wheel(up: up, x: x, y: y)
      case .resize(let columns, let rows): terminal.resize(columns: columns, rows: rows)
      case .wait(let time): settle(time)
      }
      settle()
    }

    /// Returns the current screen, and the bytes written since the last call.
    /// - Parameter hasTree: Whether to describe all nodes, which takes longer than drawing them.
    func takeSnapshot(hasTree: Bool = true) -> PageSnapshot {
      PageSnapshot(
        rows: device.terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
          .map(String.init),
        cursor: device.terminal.cursor, bytes: device.takeBytes(),
        tree: hasTree ? session.inspect().flatMap { lines($0, "") } : [])
    }

    private func lines(_ node: InspectedNode, _ indent: String) -> [String] {
      let state = markupNames.contains(node.type) ? Array(node.state.dropLast()) : node.state
      func sorted(_ text: String) -> String {
        // Sorts the elements, because a set has no order.
        guard text.hasPrefix("["), text.hasSuffix("]") else { return text }
        return text.dropFirst().dropLast().split(separator: ", ").sorted().joined(separator: " ")
      }
      let frame = node.frame.map { " \($0)" } ?? ""
      let own = "\(indent)\(node.type)\(frame) \(state.map(sorted).joined(separator: ", "))"
      return [own] + node.children.flatMap { lines($0, indent + "  ") }
    }
  }
#endif
