import Millrace
import MillraceTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The samples of the article "A walk through layout".
@MainActor
@Suite("A walk through layout")
struct LayoutWalkTests {
  @Test("each step shows the screen of the article")
  func screens() throws {
    let sideBySide = Row(gap: 2) {
      Text("Inbox")
      Text("3 new")
    }
    let header = Row(gap: 2) {
      Text("Inbox").grow()
      Text("3 new")
    }
    let page = Column {
      header
      Divider()
      Text("The mill wheel was turned at noon, and the flour is ready to be fetched.")
    }
    let folders = Column {
      Text("Inbox").inverse()
      Text("Sent")
      Text("Drafts")
    }
    let tooNarrow = Row(gap: 1) {
      folders.width(12)
      Divider(.vertical)
      page
    }
    let panes = Row(gap: 1) {
      folders.width(12).shrink(0)
      Divider(.vertical)
      page.basis(0).grow()
    }
    let screen = Column {
      panes.grow()
      Text("q Quit").dim()
    }
    let flexible = Row(gap: 1) {
      folders.width(.percent(25)).minWidth(8).maxWidth(20).shrink(0)
      Divider(.vertical)
      page.basis(0).grow()
    }
    let adaptive = SizeReader { size in
      if size.width < 60 { page } else { panes }
    }
    let marked = Column {
      page
      Text(" offline ").inverse().absolute(top: 0, right: 12)
    }
    let column = 30.0
    let constrained = Constrained {
      folders.anchored("folders")
      Divider(.vertical).anchored("line")
      page.anchored("page")
    } constraints: { it in
      it.folders.leading == it.parent.leading
      it.folders.width >= 8
      it.folders.width <= it.parent.width / 3
      it.line.after(it.folders, gap: 1)
      it.line.width == 1
      it.line.fillHeight()
      it.line.left.suggested(column)
      it.page.after(it.line, gap: 1)
      it.page.trailing == it.parent.trailing
    }

    let nodes: [(any NodeConvertible, rows: Int)] = [
      (Column { sideBySide }, 1), (Column { header }, 1), (page, 4), (tooNarrow, 5), (panes, 5),
      (screen, 7), (flexible, 5), (adaptive, 4), (marked, 4), (constrained, 6),
    ]
    let article = try String(contentsOf: Self.article, encoding: .utf8)
    for (node, rows) in nodes {
      let screen = NodeStage(columns: 40, rows: rows, node).rows.joined(separator: "\n")
      #expect(article.contains("```text\n\(screen)\n```"), "\(screen)")
    }
  }

  private static var article: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/Millrace/Millrace.docc/LayoutWalk.md")
  }
}
