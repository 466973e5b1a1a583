/// The role of an action in an undo history.
public enum UndoRole: Sendable {
  /// An undoable change.
  ///
  /// It joins the previous step if both have an equal `group`, nothing was undone or redone in
  /// between, and the pause between them is at most `UndoLimits.interval`. Without a time, the
  /// group alone decides. Joined steps are undone as one, under the newest name that is not empty.
  ///
  /// `at` is the time of the action, since any fixed moment. A reducer must take it from the action
  /// itself.
  case step(_ name: String = "", group: (any Hashable & Sendable)? = nil, at: Duration? = nil)

  /// A change that is no separate step, such as a cursor position or the answer of a server.
  ///
  /// Its changes to the part belong to the previous step: they are undone and redone with it. Keep
  /// state that undo must not touch outside the part.
  case untracked

  /// A change that comes from elsewhere, such as a server or another user, and that undo keeps.
  ///
  /// The reducer applies the action to every kept value of the part, too, as though it had come
  /// before all steps. So the change is neither undone nor redone with them. The action must not
  /// depend on the changes of the steps: it may set a value, or remove it. Its complexity is
  /// O(*steps*) reductions.
  case elsewhere

  /// Undoes the newest step. Does nothing if there is none.
  case undo

  /// Redoes the step that was undone last. Does nothing if there is none.
  case redo

  /// Undoes steps if the number is negative, and redoes steps if it is positive, as far as there
  /// are any.
  ///
  /// The number is relative, because a history that was rebuilt after a restart can contain fewer
  /// steps than before.
  case jump(by: Int)
}
