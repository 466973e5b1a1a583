/// What an action is to the history of undo.
public enum UndoRole: Sendable {
  /// A change that can be taken back.
  ///
  /// It joins the step before it if both have an equal `group`, nothing was undone or redone in between, and
  /// the pause between them is at most `UndoLimits.interval`. Without a time, the group alone decides. Joined
  /// steps are taken back as one, and have the newest name that is not empty.
  ///
  /// `at` is the time since any fixed moment. Like all else in a reducer it comes from the action.
  case step(_ name: String = "", group: (any Hashable & Sendable)? = nil, at: Duration? = nil)

  /// No step of its own: where a cursor is, what a server answered.
  ///
  /// What it changes in the part belongs to the step before it: it is taken back with that step, and comes
  /// back with it. What no undo may take back is best kept outside the part.
  case leftOut

  /// Takes the newest step back. Does nothing if there is none.
  case undo

  /// Brings back the step that was taken back last. Does nothing if there is none.
  case redo

  /// Takes back so many steps, if negative; brings back so many, if positive: as far as there are any.
  ///
  /// The number is relative, because a history that was rebuilt after a restart can have passed through
  /// fewer steps than the one before it.
  case jump(by: Int)
}
