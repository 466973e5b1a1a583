import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Persistence: other middleware that starts")
struct JournalAtStartTests {
  private let files = MemoryStorage()
  private let path = "/items.json"

  private func open(
    _ others: [Middleware<Items, ItemsAction>] = [], isFirst: Bool = true
  ) -> ItemsStore {
    let journal = Middleware<Items, ItemsAction>.persistence(
      to: .file(path), version: 1, durability: .journal, storage: files)
    return makeStore(
      isFirst ? [journal] + others : others + [journal], clock: ManualClock(), onIssue: { _ in })
  }

  /// Returns a middleware that changes the draft when the store starts.
  private func drafting(_ text: String) -> Middleware<Items, ItemsAction> {
    Middleware(parts: { _ in
      .init(start: { state in
        var state = state
        state.draft = text
        return state
      })
    })
  }

  @Test("the log continues from a state that another middleware sets at the start")
  func replacedAtStart() {
    let first = open([drafting("restored")])
    first.dispatch(.add("milk"))
    files.killProcess()
    let second = open()
    #expect(second.startupFailures.isEmpty)
    #expect(second.state.draft == "restored")
    #expect(second.state.items.map(\.title) == ["milk"])
    withExtendedLifetime(first) {}
  }

  @Test("entries written before a middleware replaces the state are neither lost nor applied twice")
  func entriesBeforeTheReplacement() {
    let first = open()
    first.dispatch(.add("milk"))
    files.killProcess()
    let second = open([drafting("again")])
    second.dispatch(.add("bread"))
    files.killProcess()
    let third = open()
    #expect(third.state.draft == "again")
    #expect(third.state.items.map(\.title) == ["milk", "bread"])
    withExtendedLifetime((first, second)) {}
  }

  @Test(
    "an action that a starting middleware dispatches is in the log, in either order of both",
    arguments: [true, false])
  func dispatchedAtStart(isJournalFirst: Bool) {
    let seen = Log<String>()
    let tokens = Log<Subscription>()
    let other = Middleware<Items, ItemsAction>(parts: { store in
      .init(start: { [files] _ in
        tokens.add(
          store.observeCommits { commit in
            // Observers see no commit that is missing from the log.
            let entries = files["/items.json.log/entries"] ?? []
            let isThere = String(decoding: entries, as: UTF8.self).contains("milk")
            seen.add("\(commit.cause) \(isThere)")
          })
        store.dispatch(.add("milk"))
        return nil
      })
    })
    let first = open([other], isFirst: isJournalFirst)
    files.killProcess()
    #expect(seen.entries == ["add(\"milk\") true"])
    #expect(open().state.items.map(\.title) == ["milk"])
    withExtendedLifetime(first) {}
  }

  @Test("a middleware that restores another part of the state causes no save")
  func otherPart() {
    func open() -> ItemsStore {
      makeStore(
        [
          .persistence(
            to: .file("/list.json"), part: .field(\.items), version: 1, durability: .journal,
            storage: files),
          .persistence(
            to: .file("/draft.json"), part: .field(\.draft), version: 1, storage: files),
        ], clock: ManualClock(), onIssue: { _ in })
    }
    let first = open()
    first.dispatch(.add("milk"))
    first.dispatch(.draft("half a"))
    first.finish()
    let before = files.allFiles
    let second = open()
    #expect(second.state == first.state)
    #expect(files.allFiles == before)
    second.dispatch(.add("bread"))
    #expect(files["/list.json"] == before["/list.json"], "an entry, and no more")
    files.killProcess()
    let third = open()
    #expect(third.state.items.map(\.title) == ["milk", "bread"])
    #expect(third.state.draft == "half a")
    withExtendedLifetime(second) {}
  }
}
