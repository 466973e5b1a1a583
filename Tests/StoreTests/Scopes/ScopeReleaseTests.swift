import MillraceStore
import Testing
import TestSupport

@Suite("Released scopes")
struct ScopeReleaseTests {
  final class Probe: Sendable {}

  /// The objects that a test releases one after the other.
  enum Part: Int, CaseIterable, Sendable {
    case root, scope, nested, token, observer
  }

  /// Every order of release.
  static let orders = permutations(of: Part.allCases)

  private static func permutations(of parts: [Part]) -> [[Part]] {
    if parts.count < 2 { return [parts] }
    return parts.indices.flatMap { index in
      var rest = parts
      let first = rest.remove(at: index)
      return permutations(of: rest).map { [first] + $0 }
    }
  }

  private struct Held {
    var root: Store<Family, FamilyAction>?
    var scope: Store<Family.Person, PersonAction>?
    var nested: Store<String, PersonAction>?
    var token: Subscription?
    var observer: Subscription?

    mutating func release(_ part: Part) {
      switch part {
      case .root: root = nil
      case .scope: scope = nil
      case .nested: nested = nil
      case .token: token = nil
      case .observer: observer = nil
      }
    }
  }

  private struct Weak {
    weak var root: Store<Family, FamilyAction>?
    weak var scope: Store<Family.Person, PersonAction>?
    weak var nested: Store<String, PersonAction>?
    weak var probe: Probe?
  }

  @Test(
    "a root and its scopes are released in every order of release", arguments: ScopeKind.allCases)
  func orders(kind: ScopeKind) throws {
    for order in Self.orders {
      var held = Held()
      let weak = try fill(&held, kind)
      #expect(weak.root != nil && weak.nested != nil && weak.probe != nil)
      for part in order {
        held.nested?.dispatch(.rename("\(part)"))
        held.release(part)
      }
      #expect(weak.root == nil, "\(order)")
      #expect(weak.scope == nil, "\(order)")
      #expect(weak.nested == nil, "\(order)")
      #expect(weak.probe == nil, "\(order)")
    }
  }

  private func fill(_ held: inout Held, _ kind: ScopeKind) throws -> Weak {
    let probe = Probe()
    let root = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(root))
    let nested = scope.scope(state: \.name, action: .itself)
    held = Held(
      root: root, scope: scope, nested: nested,
      token: nested.subscribe { _ in withExtendedLifetime(probe) {} },
      observer: nested.observeCommits { _ in withExtendedLifetime(probe) {} })
    return Weak(root: root, scope: scope, nested: nested, probe: probe)
  }

  @Test(
    "a scoped subscriber's captures are released with its token, while the root lives",
    arguments: ScopeKind.allCases)
  func captured(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    weak var captured: Probe?
    do {
      let probe = Probe()
      captured = probe
      let scope = try #require(kind.scope(store))
      let tokens = [
        scope.subscribe { _ in withExtendedLifetime(probe) {} },
        scope.subscribe(to: \.name) { _ in withExtendedLifetime(probe) {} },
        scope.scope(state: \.numbers, action: .itself)
          .subscribe(to: { $0.count }, { _ in withExtendedLifetime(probe) {} }),
        scope.observeCommits(keepingStates: true) { _ in withExtendedLifetime(probe) {} },
      ]
      scope.dispatch(.rename("Ada"))
      withExtendedLifetime(tokens) {}
    }
    #expect(captured == nil)
    store.dispatch(kind.action(.rename("Eve")))
  }

  @Test(
    "a subscriber's captures are released when the root finishes, while its token is kept",
    arguments: ScopeKind.allCases)
  func finished(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    weak var captured: Probe?
    var tokens: [Subscription] = []
    do {
      let probe = Probe()
      captured = probe
      tokens = [
        scope.subscribe { _ in withExtendedLifetime(probe) {} },
        scope.subscribe(to: \.name) { _ in withExtendedLifetime(probe) {} },
        scope.subscribe(to: { $0.numbers.count }, { _ in withExtendedLifetime(probe) {} }),
        scope.scope(state: \.numbers, action: .itself)
          .subscribe { _ in withExtendedLifetime(probe) {} },
        store.subscribe(to: \.children.count) { _ in withExtendedLifetime(probe) {} },
        store.subscribe(toElement: 4, in: \.children) { _ in withExtendedLifetime(probe) {} },
      ]
      scope.dispatch(.rename("Ada"))
    }
    #expect(captured != nil)
    store.finish()
    #expect(captured == nil)
    for token in tokens { token.cancel() }
  }

  @Test(
    "a subscription continues after its scoped stores are released",
    arguments: ScopeKind.allCases)
  func outlives(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let log = Log<String>()
    let token = try #require(kind.scope(store)).scope(state: \.name, action: .itself)
      .subscribe { log.add($0.new) }
    store.dispatch(kind.action(.rename("Ada")))
    token.cancel()
    store.dispatch(kind.action(.rename("Eve")))
    #expect(log.entries == ["Ada"])
  }
}
