import MillraceDocument
import TestSupport

extension MemoDesk {
  /// The program on a screen.
  @MainActor func app(
    _ store: MemoStore, _ log: DocumentLog<Memos>? = nil
  ) -> TerminalApp<MemoProgram, MemoAction> {
    TerminalApp(store) { state, dispatch, terminal in
      let memos = dispatch.wrap(memosPath)
      Column {
        for memo in state.document.items { Text(memo.title) }
        Spacer()
        DocumentNotices(state.memos)
        DocumentMessageLine(state.message)
      }
      .keys {
        Bind("m", "Resolve conflict", name: "resolve") { memos.resolve(state.memos) }
        Bind("q", "Quit") { memos.quit(state.memos, terminal) }
      }
      DocumentDialogs(state.memos, log: log, dispatch: memos)
    }
  }
}
