import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("Dismissal of a child")
struct DismissTests {
  struct Note: Equatable, Identifiable, Sendable {
    let id: Int
    var text = ""
    var clip: String?
    var ruler = 0
  }

  enum NoteAction: Equatable, Sendable {
    case wait, close, saveAndClose, closeLater, clip(ClipAction), clipClosed
    case ruler(RulerAction), typed

    static var clip: CasePath<NoteAction, ClipAction> {
      CasePath(NoteAction.clip) { if case .clip(let part) = $0 { part } else { nil } }
    }

    static var ruler: CasePath<NoteAction, RulerAction> {
      CasePath(NoteAction.ruler) { if case .ruler(let part) = $0 { part } else { nil } }
    }
  }

  enum ClipAction: Equatable, Sendable { case close }
  enum RulerAction: Equatable, Sendable { case closeNote }

  enum Page: Equatable, Sendable {
    case list
    case note(Note)

    static var note: CasePath<Page, Note> {
      CasePath(Page.note) { if case .note(let note) = $0 { note } else { nil } }
    }
  }

  struct Desk: Equatable, Sendable {
    var note: Note? = Note(id: 1)
    var notes: IdentifiedList<Note> = [Note(id: 1), Note(id: 2)]
    var page = Page.note(Note(id: 1))
  }

  enum Action: Equatable, Sendable {
    case note(NoteAction), noteClosed
    case element(Int, NoteAction), elementClosed(Int)
    case page(NoteAction), pageClosed

    static var note: CasePath<Action, NoteAction> {
      CasePath(Action.note) { if case .note(let part) = $0 { part } else { nil } }
    }

    static var element: CasePath<Action, (Int, NoteAction)> {
      CasePath(Action.element) {
        if case .element(let id, let part) = $0 { (id, part) } else { nil }
      }
    }

    static var page: CasePath<Action, NoteAction> {
      CasePath(Action.page) { if case .page(let part) = $0 { part } else { nil } }
    }
  }

  static let note = Reducer<Note, NoteAction>.combine(
    Reducer { note, action in
      switch action {
      case .wait: return .action(.typed).delay(for: .seconds(10))
      case .close: return .dismiss()
      case .saveAndClose:
        return .concatenate(.task { .typed }, .dismiss(), .action(.typed).delay(for: .seconds(1)))
      case .closeLater: return .dismiss().delay(for: .seconds(1))
      case .clipClosed: note.clip = nil
      case .typed: note.text += "a"
      case .clip, .ruler: break
      }
      return .none
    },
    .scope(
      .optional(\.clip), action: NoteAction.clip, dismissed: .clipClosed,
      Reducer { _, _ in .dismiss() }),
    .scope(state: \.ruler, action: NoteAction.ruler, Reducer { _, _ in .dismiss() }))

  static let desk = Reducer<Desk, Action>.combine(
    Reducer { desk, action in
      switch action {
      case .noteClosed: desk.note = nil
      case .elementClosed(let id): desk.notes.remove(id: id)
      case .pageClosed: desk.page = .list
      case .note, .element, .page: break
      }
    },
    .scope(.optional(\.note), action: Action.note, dismissed: .noteClosed, note),
    .scope(elements: \.notes, action: Action.element, dismissed: Action.elementClosed, note),
    .scope(.case(Page.note, in: \.page), action: Action.page, dismissed: .pageClosed, note))

  @Test("an optional child is dismissed by its parent's action, and its other effects end")
  func optional() async throws {
    let store = TestStore(initial: Desk(), reducer: Self.desk)
    try await store.send(.note(.wait))
    #expect(store.clock.pendingCount == 1)
    try await store.send(.note(.close))
    try await store.receive(.noteClosed) { $0.note = nil }
    #expect(store.clock.pendingCount == 0)
    try await store.finish()
  }

  @Test("an element is dismissed by the action for its id, and the other elements stay")
  func element() async throws {
    let store = TestStore(initial: Desk(), reducer: Self.desk)
    for id in 1...2 { try await store.send(.element(id, .wait)) }
    try await store.send(.element(1, .close))
    try await store.receive(.elementClosed(1)) { $0.notes.remove(id: 1) }
    #expect(store.clock.pendingCount == 1)
    store.clock.advance(by: .seconds(10))
    try await store.receive(.element(2, .typed)) { $0.notes[id: 2]?.text = "a" }
    try await store.finish()
  }

  @Test("a case is dismissed by its parent's action, which sets the next case")
  func enumCase() async throws {
    let store = TestStore(initial: Desk(), reducer: Self.desk)
    try await store.send(.page(.wait))
    try await store.send(.page(.close))
    try await store.receive(.pageClosed) { $0.page = .list }
    #expect(store.clock.pendingCount == 0)
    try await store.finish()
  }

  @Test("a nested child is dismissed alone when its own parent names an action")
  func grandchild() async throws {
    let store = TestStore(
      initial: Desk(note: Note(id: 1, clip: "paper")), reducer: Self.desk)
    try await store.send(.note(.clip(.close)))
    try await store.receive(.note(.clipClosed)) { $0.note?.clip = nil }
    try await store.finish()
  }

  @Test("a nested child dismisses its parent too when that parent names no action")
  func bubbles() async throws {
    let store = TestStore(initial: Desk(), reducer: Self.desk)
    try await store.send(.note(.wait))
    try await store.send(.note(.ruler(.closeNote)))
    try await store.receive(.noteClosed) { $0.note = nil }
    #expect(store.clock.pendingCount == 0)
    try await store.finish()
  }

  @Test("a child can dismiss itself after its work, and nothing after that runs")
  func afterWork() async throws {
    let store = TestStore(initial: Desk(), reducer: Self.desk)
    try await store.send(.element(2, .saveAndClose))
    try await store.receive(.element(2, .typed)) { $0.notes[id: 2]?.text = "a" }
    try await store.receive(.elementClosed(2)) { $0.notes.remove(id: 2) }
    #expect(store.clock.pendingCount == 0)
    try await store.finish()
  }

  @Test("a child that is already removed dismisses nothing")
  func gone() async throws {
    let store = TestStore(initial: Desk(), reducer: Self.desk)
    try await store.send(.note(.closeLater))
    try await store.send(.noteClosed) { $0.note = nil }
    store.clock.advance(by: .seconds(1))
    try await store.finish()
  }

  @Test("replaying the actions alone leads to the same state")
  func replay() async {
    let actions = Log<Action>()
    let store = Store(initial: Desk(), reducer: Self.desk)
    let token = store.observeCommits { if let action = $0.action { actions.add(action) } }
    store.dispatch(.note(.close))
    store.dispatch(.element(1, .saveAndClose))
    store.dispatch(.page(.ruler(.closeNote)))
    await store.waitForEffects()
    token.cancel()
    var state = Desk()
    for action in actions.entries { _ = Self.desk.reduce(&state, action) }
    #expect(state == store.state)
    #expect(state == Desk(note: nil, notes: [Note(id: 2)], page: .list))
  }

  @Test("the commit of a dismissal names the call site that asked for it")
  func origin() {
    let origins = Log<String>()
    let store = Store(initial: Desk(), reducer: Self.desk)
    let token = store.observeCommits { commit in
      if commit.action == .noteClosed { origins.add("\(commit.origin?.fileID ?? "")") }
    }
    store.dispatch(.note(.close))
    token.cancel()
    #expect(origins.entries.map { $0.hasSuffix("DismissTests.swift") } == [true])
  }

  @Test("a dismissal that no parent handles is reported with its call site")
  func nobody() {
    let store = Store(initial: Note(id: 1), reducer: Self.note)
    store.dispatch(.close)
    #expect(store.state == Note(id: 1))
    guard case .unhandledDismissal(let site) = store.issues.recorded.first else {
      Issue.record("\(store.issues.recorded)")
      return
    }
    #expect("\(site.fileID)".hasSuffix("DismissTests.swift"))
  }

  @Test("a child reduced by hand is dismissed by the action given to dismissed(by:)")
  func byHand() {
    let store = Store(
      initial: Note(id: 1) as Note?,
      reducer: Reducer<Note?, NoteAction?> { note, action -> Command<NoteAction?> in
        guard var child = note, let action else {
          note = nil
          return .none
        }
        let command = Self.note.reduce(&child, action)
        note = child
        return command.map { $0 }.dismissed(by: nil)
      })
    store.dispatch(.typed)
    #expect(store.state?.text == "a")
    store.dispatch(.close)
    #expect(store.state == nil)
    #expect(Command<Int>.none.dismissed(by: 1).isNone)
  }
}
