import Millrace
import MillraceTesting

/// A sample whose screen the page of a type shows.
struct ScreenSample {
  let type: String
  let columns: Int
  let rows: Int
  let keys: [Key]
  let content: @MainActor () -> Node

  init(
    _ type: String, columns: Int = 40, rows: Int = 6, keys: [Key] = [],
    @NodeBuilder content: @escaping @MainActor () -> Node
  ) {
    (self.type, self.columns, self.rows) = (type, columns, rows)
    (self.keys, self.content) = (keys, content)
  }

  /// The screen after the keys.
  @MainActor func svg() throws -> String {
    let store = Store(initial: 0, reducer: Reducer<Int, Int> { _, _ in })
    let stage = try TestStage(
      TerminalApp(store) { [content] _, _ in content() }, columns: columns, rows: rows)
    for key in keys {
      stage.terminal.send(key)
      stage.settle()
    }
    // In the bar of a narrow window, a long title would cover the dots.
    return stage.svg(title: columns >= 12 + type.count ? type : nil)
  }
}
