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

enum NoteAction: Equatable, Sendable { case typed(String), done }

let note = Reducer<Note, NoteAction> { note, action -> Command<NoteAction> in
  switch action {
  case .typed(let text): note.text = text
  case .done: return .dismiss()
  }
  return .none
}

enum Page: Equatable, Sendable { case folder(Folder), note(Note) }

struct Screen: Equatable, Identifiable, Sendable {
  let id: Int
  var page: Page
}

enum ScreenAction: Equatable, Sendable { case folder(FolderAction), note(NoteAction) }

struct Navigation: Equatable, Sendable {
  var stack: IdentifiedList<Screen> = [Screen(id: 0, page: .folder(Folder()))]
}

enum NavigationAction: Equatable, Sendable { case screen(Int, ScreenAction), back, closed(Int) }

let navigation = Reducer<Navigation, NavigationAction>.combine(
  Reducer { state, action in
    switch action {
    case .screen(let id, .folder(.open(let name))):
      state.stack.append(Screen(id: id + 1, page: .note(Note(text: name))))
    case .back: if state.stack.count > 1 { state.stack.removeLast() }
    case .closed(let id): state.stack.removeAll { $0.id >= id }
    case .screen: break
    }
  },
  .scope(
    elements: \.stack,
    action: CasePath(
      embed: NavigationAction.screen,
      extract: { if case .screen(let id, let action) = $0 { (id, action) } else { nil } }),
    dismissed: NavigationAction.closed, screen))

let screen = Reducer<Screen, ScreenAction>.combine(
  .scope(
    .case(
      CasePath(embed: Page.folder, extract: { if case .folder(let it) = $0 { it } else { nil } }),
      in: \.page),
    action: CasePath(
      embed: ScreenAction.folder, extract: { if case .folder(let it) = $0 { it } else { nil } }),
    folder),
  .scope(
    .case(
      CasePath(embed: Page.note, extract: { if case .note(let it) = $0 { it } else { nil } }),
      in: \.page),
    action: CasePath(
      embed: ScreenAction.note, extract: { if case .note(let it) = $0 { it } else { nil } }),
    note))

private func listFiles() async throws -> [String] { [] }

@Suite("Recipe: a stack of screens")
struct StackRecipeTests {
  private static func store(
    _ names: @escaping @Sendable () async throws -> [String]
  ) -> TestStore<Navigation, NavigationAction> {
    TestStore(initial: Navigation(), reducer: navigation, dependencies: { $0[Files.self] = names })
  }

  @Test("a screen pushes another, which dismisses itself")
  func pushAndDismiss() async throws {
    let store = Self.store { ["milk"] }
    try await store.send(.screen(0, .folder(.load)))
    try await store.receive(.screen(0, .folder(.loaded(["milk"])))) {
      $0.stack[id: 0]?.page = .folder(Folder(names: ["milk"]))
    }
    try await store.send(.screen(0, .folder(.open("milk")))) {
      $0.stack.append(Screen(id: 1, page: .note(Note(text: "milk"))))
    }
    try await store.send(.screen(1, .note(.typed("2 l")))) {
      $0.stack[id: 1]?.page = .note(Note(text: "2 l"))
    }
    try await store.send(.screen(1, .note(.done)))
    try await store.receive(.closed(1)) { $0.stack.removeLast() }
    try await store.finish()
  }

  @Test("a popped screen's effects end, and the last screen stays")
  func back() async throws {
    let clock = ManualClock()
    var initial = Navigation()
    initial.stack.append(Screen(id: 1, page: .folder(Folder())))
    let store = TestStore(initial: initial, reducer: navigation, clock: clock) {
      $0[Files.self] = {
        try await clock.sleep(for: .seconds(1))
        return ["late"]
      }
    }
    try await store.send(.screen(1, .folder(.load)))
    await clock.waitUntilPending(1)
    try await store.send(.back) { $0.stack.removeLast() }
    clock.advance(by: .seconds(1))
    try await store.send(.back)
    try await store.finish()
  }
}
