/// The contents of a command that is not empty.
///
/// It is a class, so that a command is one pointer, and an empty command is nil.
@usableFromInline
final class CommandTree<Action: Sendable>: Sendable {
  enum Kind: Sendable {
    case action(Action, CallSite)
    case work(EffectWork<Action>)
    case thunk(ThunkStart)
    case issue(StoreIssue)
    /// The dismissal of the child to which the command belongs.
    case dismiss(CallSite)
    case cancel(EffectKey)
    case cancelScope(ScopePath)
    /// At least two commands, none of which is a merge.
    case merge([CommandTree])
    /// At least two commands, none of which is a concatenation.
    case concatenate([CommandTree])
    /// `onKept` is called instead of the command if work in flight is kept.
    case cancellable(EffectKey, InFlight, onKept: (@Sendable () -> Void)? = nil, CommandTree)
    case delay(Duration, CommandTree)
    case throttle(EffectKey, Throttle, CommandTree)
    /// The command of a child, with the path from the parent to the child: a path in the parent's
    /// state, or the name that was given to `scoped(by:)`.
    case scope(ScopePath, CommandTree)
    /// A named part of a waiting command. Its name is an id or the scope of a child. The job has
    /// this name until the part begins, so that the part can be cancelled before.
    case declared(Job<Action>, CommandTree)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// Returns a tree of the same shape with converted actions and work. If `dismissal` is not nil,
  /// this action replaces each dismissal.
  func rebuilt<New>(
    action: (Action) -> New, dismissal: New? = nil, work: (EffectWork<Action>) -> EffectWork<New>
  ) -> CommandTree<New> {
    func rebuilt(_ tree: CommandTree) -> CommandTree<New> {
      tree.rebuilt(action: action, dismissal: dismissal, work: work)
    }
    let kind: CommandTree<New>.Kind =
      switch kind {
      case .action(let value, let site): .action(action(value), site)
      case .work(let value): .work(work(value))
      case .thunk(let start): .thunk(start)
      case .issue(let issue): .issue(issue)
      case .dismiss(let site): dismissal.map { .action($0, site) } ?? .dismiss(site)
      case .cancel(let key): .cancel(key)
      case .cancelScope(let child): .cancelScope(child)
      case .merge(let trees): .merge(trees.map(rebuilt))
      case .concatenate(let trees): .concatenate(trees.map(rebuilt))
      case .cancellable(let key, let inFlight, let onKept, let tree):
        .cancellable(key, inFlight, onKept: onKept, rebuilt(tree))
      case .delay(let duration, let tree): .delay(duration, rebuilt(tree))
      case .throttle(let key, let throttle, let tree): .throttle(key, throttle, rebuilt(tree))
      case .scope(let child, let tree): .scope(child, rebuilt(tree))
      case .declared(_, let tree): rebuilt(tree).kind
      }
    return CommandTree<New>(kind)
  }

  /// Whether parts of this command have names (ids or scopes), so that they can be cancelled
  /// separately.
  var hasNames: Bool {
    switch kind {
    case .action, .work, .thunk, .issue, .dismiss, .cancel, .cancelScope: false
    case .cancellable, .throttle, .scope, .declared: true
    case .merge(let trees), .concatenate(let trees): trees.contains(where: \.hasNames)
    case .delay(_, let tree): tree.hasNames
    }
  }

  /// Whether nothing of a waiting command is left, because all of its parts were cancelled.
  var isCancelled: Bool {
    switch kind {
    case .action, .work, .thunk, .issue, .dismiss, .cancel, .cancelScope: false
    case .declared(let job, let tree): job.phase == .removed || tree.isCancelled
    case .merge(let trees), .concatenate(let trees): trees.allSatisfy(\.isCancelled)
    case .cancellable(_, _, _, let tree), .delay(_, let tree), .throttle(_, _, let tree),
      .scope(_, let tree):
      tree.isCancelled
    }
  }
}

/// The options of a throttle: see `Command.throttle(id:for:leading:trailing:)`.
struct Throttle: Sendable {
  let interval: Duration
  let leading: Bool
  let trailing: Bool
}
