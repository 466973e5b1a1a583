/// One action that a store has applied, as observers of commits see it.
public struct Commit<State, Action> {
  /// The version that this action led to. Each commit's version is one more than the one before it.
  public let version: UInt64
  /// The action, as it reached the reducer: after the middleware.
  public let action: Action
  /// The states on both sides of the action, for an observer that asked to keep them; else nil.
  public let states: States?
  /// Where in the program the action was dispatched, or the effect made that sent it; nil when that
  /// is not known.
  public let origin: CallSite?
  /// An effect sent the action: a command's work or a source.
  @usableFromInline package let isFromEffect: Bool

  /// The states on both sides of an action.
  public struct States {
    /// The state that the reducer was given.
    public let before: State
    /// The state that it left.
    public let after: State

    @inlinable
    init(before: State, after: State) {
      self.before = before
      self.after = after
    }
  }

  @inlinable
  init(version: UInt64, action: Action, states: States?, origin: CallSite?, isFromEffect: Bool) {
    self.version = version
    self.action = action
    self.states = states
    self.origin = origin
    self.isFromEffect = isFromEffect
  }
}

extension Commit: Sendable where State: Sendable, Action: Sendable {}
extension Commit.States: Sendable where State: Sendable {}
