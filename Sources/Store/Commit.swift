/// One change of a store's state, as observers of commits see it.
///
/// A class, and made in code that is compiled for the program's own types: who takes it, and is not, would need
/// microseconds to copy a struct.
public final class Commit<State, Action> {
  /// Why a state has changed.
  public enum Cause {
    /// An action, as it reached the reducer: after the middleware.
    case action(Action)
    /// The state was put in the place of the one before.
    case replacement(Replacement)
  }

  /// The version that this change led to. Each commit's version is one more than the one before it.
  public let version: UInt64
  /// Why the state has changed.
  public let cause: Cause
  /// The states on both sides, for an observer that asked to keep them; else nil.
  public let states: States?
  /// The version of the commit that led to this one: whose command, effect, source, subscriber or
  /// middleware sent the action. Nil for what came from outside.
  public let parent: UInt64?
  /// Where in the program the action was dispatched, or the effect made that sent it; nil when that
  /// is not known.
  public let origin: CallSite?
  /// How long the reducer took, on the clock of the dependencies; nil for an observer that did not ask to
  /// keep the states.
  public let duration: Duration?
  /// The effect that sent the action: a command's work, a thunk or a source. Nil for one that was dispatched
  /// from outside, and for a replacement.
  public let effect: EffectID?

  /// The action; nil for a replacement.
  @inlinable public var action: Action? {
    if case .action(let action) = cause { action } else { nil }
  }

  /// The states on both sides of a change.
  public struct States {
    /// The state before.
    public let before: State
    /// The state after.
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
  /// The commit as a child sees it; nil if the action is not the child's. A child that is not there on both
  /// sides has no states to show.
  func part<Part, Inner>(
    _ part: (State) -> Part?, _ extract: (Action) -> Inner?
  ) -> Commit<Part, Inner>? {
    guard let action = action.flatMap(extract) else { return nil }
    let states = states.flatMap { states -> Commit<Part, Inner>.States? in
      guard let before = part(states.before), let after = part(states.after) else { return nil }
      return .init(before: before, after: after)
    }
    return Commit<Part, Inner>(
      version: version, cause: .action(action), states: states, parent: parent, origin: origin,
      effect: effect, duration: duration)
  }

  var withoutStates: Commit {
    Commit(
      version: version, cause: cause, states: nil, parent: parent, origin: origin,
      effect: effect)
  }
}

/// Why a state was put in the place of another.
public enum Replacement: String, Codable, Sendable {
  /// It was restored from where it was kept.
  case restore
  /// A tool went to another version of it.
  case timeTravel
  /// The program, or what it reads, was loaded again.
  case liveReload
  /// A tool changed a part of it.
  case edit
  /// Another store has changed that this one shows.
  case follow
}

/// Takes every commit of a store, to write it down: a journal, a recorder.
///
/// Middleware gives it to the store: see `Middleware.Parts`.
public protocol CommitSink<State, Action>: Sendable {
  associatedtype State
  associatedtype Action

  /// What is to be noted of an action that is about to be committed; the default is the commit without states.
  ///
  /// Called under the store's lock. It must be quick; to use the store is a programmer's error.
  func interest(in action: Action) -> CommitInterest

  /// Notes a commit, in memory only: called under the store's lock, in version order. It must be quick,
  /// and must not use the store.
  /// - Parameter commit: With its states if somebody wants them.
  func enqueue(_ commit: Commit<State, Action>)

  /// Writes what was noted.
  ///
  /// Called without a lock, on several threads at once: by each dispatch before it returns, and before a
  /// version is shown to observers and subscribers. A dispatch inside does not flush: the flush around it
  /// is called again, for the new version.
  /// - Parameter version: What was noted up to this version is to be written when this returns.
  func flush(through version: UInt64)
}

extension CommitSink {
  public func interest(in action: Action) -> CommitInterest { .commit }
}

/// What a sink wants to have of an action. It may be given more, if others want it.
public enum CommitInterest: Int, Sendable {
  /// Nothing: then it costs next to nothing.
  case none
  /// Its commit.
  case commit
  /// Its commit with the states on both sides, which the reducer copies then where it changes them.
  case states
}

extension Commit.Cause: CustomStringConvertible {
  /// The action as it describes itself, or the reason of the replacement in parentheses.
  public var description: String {
    switch self {
    case .action(let action): "\(action)"
    case .replacement(let reason): "(\(reason))"
    }
  }
}

extension Commit: Sendable where State: Sendable, Action: Sendable {}
extension Commit.Cause: Sendable where Action: Sendable {}
extension Commit.States: Sendable where State: Sendable {}
