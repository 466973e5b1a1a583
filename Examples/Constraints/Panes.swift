import Millrace

/// A list beside a page, and a divider between them.
///
/// Which of the constraints decide depends on the width. With 71 columns and more the list has the 30 that it
/// wants, and the page has the rest. With fewer, the page keeps its 40, which are required, and the list gets
/// what is left. With less than 41 not even that holds: the page reaches beyond the edge, and the program
/// reports which constraint it has left out.
struct Panes: Component {
  /// The list's width, if there is room for it.
  static let wanted = 30
  /// The least width of the page.
  static let pageWidth = 40

  /// Where the divider was put.
  let split: Split
  @Local private var isDragged = false
  @Environment(Dispatcher<SplitAction>.self) private var dispatch
  @Environment(\.terminal) private var terminal

  var body: Node {
    Constrained {
      Box(title: "Letters") {
        for name in ["Ada", "Grace", "Edsger"] { Text(name).truncate().key(name) }
      }
      .anchored("list")
      Divider(.vertical).anchored("divider").onPointer { event in
        isDragged = event.phase == .press && event.button == .left
        // The drag goes to what is around, whose columns are those of the constraints.
        return false
      }
      Text("Between a list and a page stands a line that can be moved.").anchored("page")
      Text("40 columns").inverse().anchored("ruler")
      Text("Drag the line, or press ← and →. r lets it go, q quits.").dim().anchored("hint")
    } constraints: { it in
      it.hint.fillWidth()
      it.hint.bottom == it.parent.bottom
      for pane in [it.list, it.divider, it.page] {
        pane.top == it.parent.top
        pane.above(it.hint)
      }
      it.list.leading == it.parent.leading
      it.divider.after(it.list)
      it.divider.width == 1
      it.page.after(it.divider)
      it.page.width >= Double(Self.pageWidth)
      it.page.trailing == it.parent.trailing
      it.ruler.center(in: it.page)
      (it.ruler.width == 40).priority(.high)
      (it.list.width == Double(Self.wanted)).priority(.high)
      if let split { it.divider.left.suggested(Double(split)) }
    }
    .grow()
    .onPointer { event in
      guard isDragged else { return false }
      if event.phase == .drag { dispatch(.put(event.position.x, columns: terminal.size.columns)) }
      isDragged = event.phase != .release
      return true
    }
  }
}
