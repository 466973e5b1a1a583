import MillraceStore
import MillraceStoreTesting
import Testing

// A sample of the page "Recipes", which `ContractPageTests` compares with it.

struct Folder: Equatable, Sendable { var names: [String] = [] }

enum FolderAction: Equatable, Sendable { case load, loaded([String]), open(String) }

enum Files: DependencyKey {
  static var defaultValue: @Sendable () async throws -> [String] { { try await listFiles() } }
}

let folder = Reducer<Folder, FolderAction> { folder, action -> Command<FolderAction> in
  switch action {
  case .load: return .task { .loaded(try await $0[Files.self]()) }
  case .loaded(let names): folder.names = names
  case .open: break  // The stack does that.
  }
  return .none
}

struct Note: Equatable, Sendable { var text = "" }

enum NoteAction: Equatable, Sendable { case typed(String), done(String) }

let note = Reducer<Note, NoteAction> { note, action -> Command<NoteAction> in
  switch action {
  case .typed(let text): note.text = text
  case .done: return .dismiss()
  }
  return .none
}

enum Page: Equatable, Sendable { case folder(Folder), note(Note) }

enum PageAction: Equatable, Sendable { case folder(FolderAction), note(NoteAction) }

struct Navigation: Equatable, Sendable {
  var stack = ScreenStack(Page.folder(Folder()))
  var lastNote = ""
}

enum NavigationAction: Equatable, Sendable { case stack(StackAction<Page, PageAction>) }

let stackPath = CasePath(NavigationAction.stack) { if case .stack(let it) = $0 { it } else { nil } }

let navigation = Reducer<Navigation, NavigationAction>.combine(
  Reducer { state, action in
    switch action {
    case .stack(.screen(_, .folder(.open(let name)))):
      state.stack.push(.note(Note(text: name)))
    case .stack(.screen(_, .note(.done(let text)))): state.lastNote = text
    case .stack: break
    }
  },
  .stack(\.stack, action: stackPath, page))

let page = Reducer<Page, PageAction>.combine(
  .scope(
    .case(CasePath(Page.folder) { if case .folder(let it) = $0 { it } else { nil } }, in: \.self),
    action: CasePath(PageAction.folder) { if case .folder(let it) = $0 { it } else { nil } },
    folder),
  .scope(
    .case(CasePath(Page.note) { if case .note(let it) = $0 { it } else { nil } }, in: \.self),
    action: CasePath(PageAction.note) { if case .note(let it) = $0 { it } else { nil } }, note))

private func listFiles() async throws -> [String] { [] }

@Suite("Recipe: a stack of screens")
struct StackRecipeTests {
  private static func store(
    _ names: @escaping @Sendable () async throws -> [String]
  ) -> TestStore<Navigation, NavigationAction> {
    TestStore(initial: Navigation(), reducer: navigation, dependencies: { $0[Files.self] = names })
  }

  @Test("a screen pushes another, which dismisses itself with a result")
  func pushAndDismiss() async throws {
    let store = Self.store { ["milk"] }
    try await store.send(.stack(.screen(0, .folder(.load))))
    try await store.receive(.stack(.screen(0, .folder(.loaded(["milk"]))))) {
      $0.stack = ScreenStack(.folder(Folder(names: ["milk"])))
    }
    try await store.send(.stack(.screen(0, .folder(.open("milk"))))) {
      $0.stack.push(.note(Note(text: "milk")))
    }
    try await store.send(.stack(.screen(1, .note(.done("2 l"))))) { $0.lastNote = "2 l" }
    try await store.receive(.stack(.remove(1))) { $0.stack.goBack() }
    try await store.finish()
  }

  @Test("a popped screen's effects end, and the last screen stays")
  func back() async throws {
    let clock = ManualClock()
    var initial = Navigation()
    initial.stack.push(.folder(Folder()))
    let store = TestStore(initial: initial, reducer: navigation, clock: clock) {
      $0[Files.self] = {
        try await clock.sleep(for: .seconds(1))
        return ["late"]
      }
    }
    try await store.send(.stack(.screen(1, .folder(.load))))
    await clock.waitUntilPending(1)
    try await store.send(.stack(.back)) { $0.stack.goBack() }
    clock.advance(by: .seconds(1))
    try await store.send(.stack(.back))
    try await store.finish()
  }
}
