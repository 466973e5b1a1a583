import MillraceRender
import MillraceTerminal
import MillraceWidgets

/// A tree on a terminal in memory, without a store. The tree is drawn after each event.
@MainActor
package final class NodeStage {
  package let terminal: TestTerminal
  package let screen: TerminalScreen

  package convenience init(columns: Int = 20, rows: Int = 6, _ node: some NodeConvertible) {
    self.init(TestTerminal(columns: columns, rows: rows), node)
  }

  /// - Parameter view: Shows the tree instead of the terminal, which then only sends input.
  package init(
    _ terminal: TestTerminal, view: (any ScreenView)? = nil, _ node: some NodeConvertible
  ) {
    self.terminal = terminal
    screen = TerminalScreen(device: view ?? terminal)
    try? terminal.start { [unowned self] in receive($0) }
    show(node)
  }

  package func show(_ node: some NodeConvertible) {
    screen.show(node.node)
    screen.drawFrame()
  }

  /// The rows, without trailing blanks, and without empty rows at the bottom.
  package var rows: [String] {
    var rows = terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  /// Returns the number of bytes written since the last call.
  package func takeBytes() -> Int {
    defer { counted = terminal.bytesWritten }
    return terminal.bytesWritten - counted
  }

  private var counted = 0

  private func receive(_ event: DeviceEvent) {
    switch event {
    case .input(let events): for event in events { _ = screen.handle(event) }
    case .resized: screen.resize()
    case .traitsChanged: screen.traitsChanged()
    default: break
    }
    screen.drawFrame()
  }
}

/// A value that handlers of a test may change.
@MainActor
package final class Captured<Value> {
  package var value: Value
  package init(_ value: Value) { self.value = value }
}
