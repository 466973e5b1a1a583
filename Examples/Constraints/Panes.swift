import Millrace

/// A list next to a page, with a divider between them.
///
/// The width determines which constraints apply. With 71 or more columns, the list has its
/// preferred 30 columns and the page has the rest. With fewer columns, the page keeps its required
/// 40, and the list gets the rest. With fewer than 41 columns, the page extends beyond the edge,
/// and the program reports the constraint that it left out.
struct Panes: Component {
  /// The preferred width of the list.
  static let preferredWidth = 30
  /// The minimum width of the page.
  static let pageWidth = 40

  /// The user's position of the divider.
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
        // The surrounding container handles the drag, because the constraints use its columns.
        return false
      }
      Text("You can move the line between the list and the page.").anchored("page")
      Text("40 columns").inverse().anchored("ruler")
      Text("Drag the line, or press ← and →. r resets it, q quits.").dim().anchored("hint")
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
      (it.list.width == Double(Self.preferredWidth)).priority(.high)
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
