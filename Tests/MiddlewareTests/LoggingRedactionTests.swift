import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Redaction in logs")
struct LoggingRedactionTests {
  struct Password: Hashable, Sendable, CustomStringConvertible {
    var text: String
    var description: String { "the password \(text)" }
  }

  struct Account: Equatable, Sendable, CustomStringConvertible {
    var name = "ann"
    var password = Password(text: "secret")
    var description: String { "\(name) with \(password)" }
  }

  struct Session: Equatable, Sendable {
    var pin = "secret"
    var draft = ""
    var account: Account?
    var history: [Password] = []
    var byName: [String: Password] = [:]
    var seen: Set<Password> = []
  }

  enum SessionAction: Sendable {
    case change(@Sendable (inout Session) -> Void)
    case logIn(name: String, Password)
    case remember(Account?)
    case all([Password], (Int, Password?))
  }

  /// The lines of the actions.
  private func lines(
    _ redactions: [Redaction<Session>], format: LogFormat = .text,
    from initial: Session = Session(),
    _ actions: [SessionAction]
  ) -> [String] {
    let log = Log<String>()
    let store = Store(
      initial: initial,
      reducer: Reducer<Session, SessionAction> { state, action in
        if case .change(let body) = action { body(&state) }
      },
      middleware: [
        .logging(
          to: .sink { log.add($0) }, format: format, redacting: redactions, showing: [])
      ], dependencies: Dependencies(clock: ManualClock()))
    for action in actions { store.dispatch(action) }
    return log.entries.map { line in
      line.replacing("1 change((Function))", with: "change")
    }
  }

  private func changes(
    _ redactions: [Redaction<Session>], from initial: Session = Session(),
    _ body: @escaping @Sendable (inout Session) -> Void
  ) -> String { lines(redactions, from: initial, [.change(body)])[0] }

  @Test("a redacted path is hidden, but its change is logged")
  func path() {
    #expect(
      changes([.path(\.pin)]) { state in
        state.pin = "1234"
        state.draft = "a"
      } == #"change | pin: ‹redacted›; draft: "" → "a""#)
    #expect(changes([.path(\.pin)]) { $0.draft = "a" } == #"change | draft: "" → "a""#)
  }

  @Test("a redacted path through an optional is hidden, also inside a whole value")
  func nestedPath() {
    let redactions: [Redaction<Session>] = [.path(\.account?.password)]
    #expect(
      changes(redactions) { $0.account = Account() }
        == #"change | account: nil → Account(name: "ann", password: ‹redacted›)"#)
    #expect(
      changes(redactions, from: Session(account: Account())) { $0.account?.password.text = "x" }
        == "change | account.password: ‹redacted›")
  }

  @Test("values of a redacted type are hidden in every kind of storage")
  func type() {
    let redactions: [Redaction<Session>] = [.type(Password.self)]
    let old = Session(
      account: Account(), history: [Password(text: "secret")],
      byName: ["a": Password(text: "secret")], seen: [Password(text: "secret")])
    #expect(
      changes(redactions, from: old) { state in
        state.account?.password.text = "new secret"
        state.history.append(Password(text: "secret"))
        state.byName["a"] = nil
        state.seen = []
      }
        == #"change | account.password: ‹redacted›; history[1]: + ‹redacted›; byName["a"]: − ‹redacted›; seen: − ‹redacted›"#
    )
    #expect(
      changes(redactions) { $0.account = Account() }
        == #"change | account: nil → Account(name: "ann", password: ‹redacted›)"#)
  }

  @Test("values of a redacted type are hidden in actions at any depth")
  func actions() {
    let secret = Password(text: "secret")
    #expect(
      lines(
        [.type(Password.self)],
        [
          .logIn(name: "ann", secret), .remember(Account()), .remember(nil),
          .all([secret, secret], (1, secret)),
        ]) == [
          #"1 logIn(name: "ann", ‹redacted›)"#,
          #"2 remember(Account(name: "ann", password: ‹redacted›))"#,
          "3 remember(nil)",
          "4 all([‹redacted›, ‹redacted›], (1, ‹redacted›))",
        ])
  }

  @Test("redaction applies to JSON lines, and changes no line that has nothing to hide")
  func json() {
    let action = SessionAction.remember(Account())
    #expect(!lines([.type(Password.self)], format: .json, [action])[0].contains("secret"))
    #expect(lines([], [action]) == ["1 remember(Optional(ann with the password secret))"])
    #expect(
      lines([.type(Int.self)], [action]) == ["1 remember(Optional(ann with the password secret))"])
  }

  @Test("element ids of a redacted type are hidden")
  func ids() {
    struct Entry: Equatable, Identifiable, Sendable {
      let id: Password
      var count = 0
    }
    let log = Log<String>()
    let store = Store(
      initial: IdentifiedList([Entry(id: Password(text: "secret"))]),
      reducer: Reducer<IdentifiedList<Entry>, Int> { state, count in
        state.modifyAll { $0.count = count }
      },
      middleware: [
        .logging(to: .sink { log.add($0) }, redacting: [.type(Password.self)], showing: [])
      ], dependencies: Dependencies(clock: ManualClock()))
    store.dispatch(2)
    #expect(log.entries == ["1 2 | [id: ‹redacted›].count: 0 → 2"])
  }

  @Test("a redacted path that leads to no stored property stops the program")
  func wrongPath() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Redaction<Session>.path(\.history[0])
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Name a stored property, or hide a type"))
  }
}
