import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting

/// A program around memos: the document, and a draft of its own.
package struct MemoProgram: Codable, Equatable, Sendable {
  package init() {}

  package var memos = DocumentState<Memos>()
  package var draft = ""

  package var document: Memos { memos.value }
  package var conflicts: [DocumentConflict<Memos>] { memos.conflicts }
  package var undoNames: [String] { Array(memos.undoNames) }
  package var redoNames: [String] { Array(memos.redoNames) }
  package var message: DocumentMessage? { memos.message }
}

package enum MemoAction: Codable, Equatable, Sendable {
  case memos(DocumentAction<Memos>)
  case drafted(String), addSoon(Memo)

  package static func document(_ action: Memos.Action) -> MemoAction { .memos(.change(action)) }
  package static func edit(_ memo: Memo, since old: Memo) -> MemoAction {
    .memos(.edit(memo, since: old))
  }
  package static func resolve(_ id: DocumentConflict<Memos>.ID, takingTheirs: Bool) -> MemoAction {
    .memos(.resolve(id, takingTheirs: takingTheirs))
  }
  package static func show(_ dialog: DocumentDialog?) -> MemoAction { .memos(.show(dialog)) }
  package static var undo: MemoAction { .memos(.undo) }
  package static var redo: MemoAction { .memos(.redo) }
}

package let memosPath = CasePath(MemoAction.memos) {
  if case .memos(let it) = $0 { it } else { nil }
}

/// Programs that share one file of memos in memory.
package struct MemoDesk {
  package typealias MemoStore = Store<MemoProgram, MemoAction>

  package static let path = "/memos.json"
  package let files = MemoryStorage()
  package var clock = ManualClock()

  package init() {}

  /// The log of one process.
  package func makeLog() -> DocumentLog<Memos> { DocumentLog(file: Self.path, storage: files) }

  /// Opens a store: of one more process, or one more session on a process's log.
  package func open(_ log: DocumentLog<Memos>? = nil) -> MemoStore {
    let document = Middleware<MemoProgram, MemoAction>.document(
      \.memos, action: memosPath, in: log ?? makeLog())
    let draft = Middleware<MemoProgram, MemoAction>.persistence(
      to: .hidden(beside: Self.path, as: "interface"), part: .field(\.draft), version: 1,
      durability: .snapshot(saveAfter: .milliseconds(500), maximumWait: .milliseconds(500)),
      access: .bestEffort, storage: files)
    return Store(
      initial: MemoProgram(),
      reducer: .combine(
        Reducer { state, action in
          switch action {
          case .drafted(let text): state.draft = text
          case .addSoon(let memo): return .action(.document(.add(memo)))
          case .memos: break
          }
          return .none
        },
        .scope(state: \.memos, action: memosPath, .document())),
      middleware: log == nil ? [document, draft] : [document],
      dependencies: Dependencies(clock: clock))
  }

  /// The entries of the log after its snapshot.
  package var lines: [String] {
    String(decoding: files["/memos.json.log/entries"] ?? [], as: UTF8.self)
      .split(separator: "\n").dropFirst(2).map(String.init)
  }
}
