/// One change of a store's state, as observers of commits receive it.
///
/// A commit is a class, and specialised code creates it. If it were a struct, each receiver whose
/// code is not specialised for the program's types would need microseconds to copy it.
public final class Commit<State, Action> {
  /// Why the state changed.
  public enum Cause {
    /// An action, as it reached the reducer after the middleware.
    case action(Action)
    /// The state was replaced without an action.
    case replacement(Replacement)
  }

  /// The version that this change produced. It is one more than the version of the previous commit.
  public let version: UInt64
  /// Why the state changed.
  public let cause: Cause
  /// The states before and after the change; nil unless an observer or a sink asked for them. A
  /// sink receives the states of a replacement even if none asked for them.
  public let states: States?
  /// The version of the commit that caused this one: a command, effect, source, subscriber or
  /// middleware sent the action in response to it. Nil for an action from outside the store.
  public let parent: UInt64?
  /// The call site that dispatched the action; for an action of an effect, the call site that made
  /// the effect. Nil if unknown.
  public let origin: CallSite?
  /// The time that the reducer took, on the store's clock; nil for a replacement, and nil unless an
  /// observer or a sink asked for the states.
  public let duration: Duration?
  /// The effect that sent the action: a command, a thunk or a source. Nil for an action that no
  /// effect sent, and for a replacement.
  public let effect: EffectID?

  /// The action; nil for a replacement.
  @inlinable public var action: Action? {
    if case .action(let action) = cause { action } else { nil }
  }

  /// The states before and after a change.
  public struct States {
    /// The state before the change.
    public let before: State
    /// The state after the change.
    public let after: State

    @inlinable
    init(before: State, after: State) {
      self.before = before
      self.after = after
    }
  }

  @inlinable
  init(
    version: UInt64, cause: Cause, states: States?, parent: UInt64?, origin: CallSite?,
    effect: EffectID?, duration: Duration? = nil
  ) {
    self.version = version
    self.cause = cause
    self.states = states
    self.parent = parent
    self.origin = origin
    self.effect = effect
    self.duration = duration
  }
}

extension Commit {
  /// Returns the commit as a child observes it: a replacement, or an action of the child. Nil for
  /// any other action. The result has no states if the child is absent before or after the commit.
  func part<Part, Inner>(
    _ part: (State) -> Part?, _ extract: (Action) -> Inner?
  ) -> Commit<Part, Inner>? {
    let own: Commit<Part, Inner>.Cause
    switch cause {
    case .replacement(let reason): own = .replacement(reason)
    case .action(let action):
      guard let action = extract(action) else { return nil }
      own = .action(action)
    }
    let states = states.flatMap { states -> Commit<Part, Inner>.States? in
      guard let before = part(states.before), let after = part(states.after) else { return nil }
      return .init(before: before, after: after)
    }
    return Commit<Part, Inner>(
      version: version, cause: own, states: states, parent: parent, origin: origin,
      effect: effect, duration: duration)
  }

  var withoutStates: Commit {
    Commit(
      version: version, cause: cause, states: nil, parent: parent, origin: origin,
      effect: effect)
  }
}

/// Why a state was replaced without an action.
public enum Replacement: String, Codable, Sendable {
  /// The state was restored from storage.
  case restore
  /// A tool restored the state of another version.
  case timeTravel
  /// The program, or a file that it reads, was reloaded.
  case liveReload
  /// A tool edited a part of the state.
  case edit
  /// Another store, whose state this store mirrors, changed.
  case mirror = "follow"
}

/// Receives the commits of a store and writes them, such as a journal. The sink can refuse commits:
/// see `interest(in:)`.
///
/// A middleware provides its sink as one of its `Middleware.Parts`.
public protocol CommitSink<State, Action>: Sendable {
  /// The state of the store.
  associatedtype State
  /// The actions of the store.
  associatedtype Action

  /// Returns how much the sink needs of the commit that an action is about to cause; by default,
  /// the commit without states.
  ///
  /// Called under the store's lock. It must be quick. To use the store is a programmer's error.
  func interest(in action: Action) -> CommitInterest

  /// Keeps a commit in memory. Called under the store's lock, in version order. It must be quick,
  /// and must not use the store.
  /// - Parameter commit: Contains the states if any sink or observer asked for them, and always for
  ///   a replacement.
  func enqueue(_ commit: Commit<State, Action>)

  /// Writes the commits that `enqueue` received.
  ///
  /// A dispatch whose commit was enqueued calls `flush` before it returns, and a delivery calls it
  /// before observers and subscribers receive a version. The store calls `flush` without a lock, on
  /// several threads at once if several threads dispatch. A dispatch inside `flush` does not flush:
  /// the store calls `flush` again afterwards, for the new version.
  /// - Parameter version: Commits up to this version must be written when this returns.
  func flush(through version: UInt64)
}

extension CommitSink {
  public func interest(in action: Action) -> CommitInterest { .commit }
}

/// How much a sink needs of an action's commit. The sink may receive more if other sinks or
/// observers need more.
public enum CommitInterest: Int, Sendable {
  /// The sink does not need the commit. The store creates it only if another sink or an observer
  /// needs it.
  case none
  /// The sink needs the commit, without the states.
  case commit
  /// The sink needs the commit with the states before and after it. The reducer then copies the
  /// parts that it changes.
  case states
}

extension Commit.Cause: CustomStringConvertible {
  /// The description of the action; for a replacement of the state, its reason in parentheses.
  public var description: String {
    switch self {
    case .action(let action): plainText(of: action)
    case .replacement(let reason): "(\(reason))"
    }
  }
}

extension Commit: Sendable where State: Sendable, Action: Sendable {}
extension Commit.Cause: Sendable where Action: Sendable {}
extension Commit.States: Sendable where State: Sendable {}
