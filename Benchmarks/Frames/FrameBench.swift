import Millrace
import TodoBench

/// A long list on a screen. The benchmark dispatches to its store, and requests each frame
/// explicitly.
@MainActor
struct FrameBench {
  let store: Store<ItemState, ItemAction>
  let device = CountingDevice()
  let screen: TerminalScreen

  init(count: Int) {
    let store = itemStore(count: count)
    self.store = store
    screen = TerminalScreen(device: device)
    screen.show(Connect(store, content: itemView).node)
    screen.drawFrame()
  }

  /// The row of the screen that shows an item.
  func row(of id: Item.ID) throws(CheckFailure) -> String {
    let rows = device.readScreen()
    guard let row = rows.first(where: { $0.contains("#\(id) ") }) else {
      throw CheckFailure(description: "item \(id) is not on the screen")
    }
    return row
  }

  /// Changes an item and draws the frame repeatedly, and checks the result.
  /// - Parameter repaints: Whether each frame repaints the whole screen.
  func toggle(_ id: Item.ID, times: Int, repaints: Bool) throws -> Sample {
    device.resetCounts()
    let time = timed {
      for _ in 0..<times {
        store.dispatch(.toggle(id))
        if repaints { screen.repaint() }
        screen.drawFrame()
      }
    }
    return Sample(time: time, bytes: device.bytes)
  }
}
