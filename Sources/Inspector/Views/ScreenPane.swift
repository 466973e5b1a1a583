import Millrace
import MillraceEmulator
import MillraceRender
import MillraceSystem

/// The screen of the version that the program shows, or the newest screen, with keys for the
/// screens before and after it.
struct ScreenPane: Component {
  let inspector: Inspector
  let focus: FocusHandle
  let isPage: Bool
  /// Writes a file with a name and a content.
  let write: @MainActor (String, @escaping @Sendable () throws -> [UInt8]) -> Void
  /// The frame that the user stepped to; nil follows the program.
  @Local private var chosen: Int?
  @Local private var highlightsChanges = false

  var body: Node {
    let privacy = isPage ? inspector.screen.privacy : nil
    guard privacy == nil, let shown = try? inspector.screen.shown(chosen, inspector.position) else {
      return Text(privacy ?? "No screen is recorded.").style(\.muted).node
    }
    let (screen, changes) = (shown.content, highlightsChanges ? shown.changes : [])
    return Column {
      ScrollView(.both) {
        Canvas(width: screen.width, height: screen.height) {
          screen.draw(in: $0, highlighting: changes)
        }.node.onPointer { event in
          // Only the newest screen shows the elements that exist now.
          guard event.phase == .press, shown.next == nil else { return false }
          try inspector.screen.pick(x: event.position.x, y: event.position.y)
          return true
        }
      }.node.focus(focus).grow()
      Text("frame \(shown.frame.number), version \(shown.frame.version)")
        .truncate().style(\.muted).shrink(0)
    }
    .grow().keys("Screen") {
      Bind(",", "Previous", name: "inspector.previous") { chosen = shown.previous ?? chosen }
      Bind(".", "Next", name: "inspector.next") { chosen = shown.next }
      Bind("u", "Changes", name: "inspector.changes") { highlightsChanges.toggle() }
      if !isPage {
        Bind("s", "Save SVG", name: "inspector.svg") {
          let folder = inspector.screen.folder
          let name = (1...).lazy.map { "screen-\($0).svg" }.first {
            (try? SystemFiles().status(of: "\(folder)/\($0)")) == nil
          }
          if let name { write(name) { Array(screen.svg().utf8) } }
        }
      }
    }
    .onChange(of: inspector.position) { _, _ in chosen = nil }
  }
}
