import Millrace
import MillraceStoreTesting
import MillraceTesting

@testable import MillraceInspector

/// A program with a notebook on a test terminal, and its inspector.
@MainActor
struct InspectedNotebook {
  let store: Store<Notebook, NotebookAction>
  let inspector: Inspector
  let stage: TestStage

  init(
    columns: Int, rows: Int, hiding redactions: [Redaction<Notebook>] = [],
    @NodeBuilder view: @escaping @MainActor (Notebook, Dispatcher<NotebookAction>) throws -> Node
  ) throws {
    var made: (store: Store<Notebook, NotebookAction>, inspector: Inspector)?
    stage = try TestStage(columns: columns, rows: rows) { dependencies in
      let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
      let inspector = Inspector(store, hiding: redactions)
      made = (store, inspector)
      return TerminalApp(store, view: view).inspected(by: inspector)
    }
    guard let made else { preconditionFailure("TestStage makes the program at once") }
    (store, inspector) = made
  }
}
