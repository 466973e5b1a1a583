import Millrace
import MillraceInspector
import MillraceWeb

@main
struct LayersProgram: TerminalProgram {
  static func run() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    try await app().inspected(arguments: arguments)
      .run(serving: PageOptions.taken(from: &arguments))
  }

  /// The program, for `main` and for tests.
  @MainActor
  static func app() -> TerminalApp<Pages, PagesAction> {
    TerminalApp(Store(initial: Pages(), reducer: pages)) { state, dispatch, terminal in
      Column {
        List(state.list) { page in
          Text(page.title)
            .popover(state.presentedLayer == .menu(page), onClose: { dispatch(.close) }) {
              Button("Print") { dispatch(.print) }.autofocus()
              Button("Delete…") { dispatch(.ask(page)) }
            }
        }
        .onRowKey { try onKey($0, $1, dispatch) }
        Text("d deletes, p prints, m opens a menu, q quits.").dim().shrink(0)
      }
      .onKey { key in
        guard key == .character("q") else { return false }
        terminal.quit()
        return true
      }
      if case .question(let page) = state.presentedLayer { Question(page: page) }
    }
  }

  @MainActor
  private static func onKey(
    _ key: Key, _ page: Page, _ dispatch: Dispatcher<PagesAction>
  ) throws -> Bool {
    switch key {
    case .character("d"): dispatch(.ask(page))
    case .character("p"): dispatch(.print)
    case .character("m"): dispatch(.openMenu(page))
    default: return false
    }
    return true
  }
}

/// Asks before a page is deleted, and confirms the deletion.
private struct Question: Component {
  let page: Page
  @Environment(Dispatcher<PagesAction>.self) private var dispatch
  @Environment(\.toaster) private var toaster

  var body: Node {
    Dialog("Delete \(page.title)?", onClose: { dispatch(.close) }) {
      Text("This cannot be undone.")
      Row(gap: 1, justify: .end) {
        Button("Cancel") { dispatch(.close) }
        Button("Delete") {
          dispatch(.delete(page))
          toaster.show("\(page.title) is deleted")
        }
      }
    }
  }
}
