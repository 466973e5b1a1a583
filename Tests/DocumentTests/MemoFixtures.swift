import MillraceDocument
import MillraceTesting

struct Memo: DocumentElement, Equatable {
  enum Field: String, CaseIterable, Codable, Sendable { case title, text }

  let id: Int
  var title: String
  var text = ""

  mutating func assign(_ field: Field, from other: Memo) {
    switch field {
    case .title: title = other.title
    case .text: text = other.text
    }
  }

  func text(of field: Field) -> String {
    switch field {
    case .title: title
    case .text: text
    }
  }
}

struct Memos: DocumentModel {
  enum Action: Codable, Equatable, Sendable {
    case add(Memo), write(Int, String), rename(Int, String), remove(Int, at: Duration)
    case mark
    /// Moves a memo to an offset, or inserts it there.
    case place(Memo, at: Int)
  }

  var items = IdentifiedList<Memo>()
  var marks = 0

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let memo): items.append(memo)
    case .write(let id, let text): items[id: id]?.text = text
    case .rename(let id, let title): items[id: id]?.title = title
    case .remove(let id, _): items.remove(id: id)
    case .mark: marks += 1
    case .place(let memo, let offset):
      let known = items.remove(id: memo.id)
      items.insert(known ?? memo, at: min(offset, items.count))
    }
  }

  func step(for action: Action, since begun: Memos) -> DocumentStep? {
    switch action {
    case .add: DocumentStep("added a memo", showsMessage: false)
    case .write: DocumentStep("wrote", group: "write")
    case .rename: DocumentStep("renamed")
    case .remove(_, let time):
      DocumentStep(
        "deleted \(begun.items.count - items.count + 1) memos", group: "remove", at: time)
    case .mark: nil
    case .place: DocumentStep("placed")
    }
  }
}

struct MemoScreen: DocumentInterface {
  typealias Document = Memos
  enum Action: Codable, Equatable, Sendable { case drafted(String), addSoon(Memo) }

  var draft = ""

  mutating func apply(
    _ action: Action, in document: Memos
  ) -> Command<DocumentAction<MemoScreen>> {
    switch action {
    case .drafted(let text): draft = text
    case .addSoon(let memo): return .action(.document(.add(memo)))
    }
    return .none
  }
}

/// Programs that share one file of memos in memory.
struct MemoDesk {
  typealias MemoStore = Store<DocumentState<MemoScreen>, DocumentAction<MemoScreen>>

  static let path = "/memos.json"
  let files = MemoryStorage()
  let clock = ManualClock()

  var file: DocumentFile<MemoScreen> { DocumentFile(Self.path, storage: files) }

  @MainActor var app: DocumentApp<MemoScreen> {
    DocumentApp(
      interface: MemoScreen.self, file: file, dependencies: Dependencies(clock: clock)
    ) { state, dispatch, terminal in
      Column {
        for memo in state.document.items { Text(memo.title) }
        Spacer()
        DocumentNotices(state)
        DocumentMessageLine(state.message)
      }
      .keys {
        Bind("m", "Resolve conflict", name: "settle") { dispatch.resolve(state) }
        Bind("q", "Quit") { dispatch.quit(state, terminal) }
      }
    }
  }

  @MainActor func open() -> MemoStore { app.makeStore() }

  var lines: [String] {
    String(decoding: files["/memos.json.journal/lines"] ?? [], as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("\"action\"") }.map(String.init)
  }
}
