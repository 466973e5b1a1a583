import MillraceDocument

extension Middleware<TodoState, ProgramAction> {
  /// Adds the time to actions that need it and have none. A reducer must be pure, so it cannot read
  /// the clock. Views can dispatch these actions without the time.
  ///
  /// This middleware comes first, so that logs, files and reducers see the time.
  static var timestamps: Middleware {
    Middleware { store, action, next in
      next(action.stamped { Moment(store.dependencies.date()) })
    }
  }
}

extension ProgramAction {
  fileprivate func stamped(_ now: () -> Moment) -> ProgramAction {
    switch self {
    case .list(.document(.change(let action))): .change(action.stamped(now))
    case .list(.add(let lines, let ids, .unset)): .list(.add(lines, ids: ids, at: now()))
    case .draft(.submitted(let id, .unset)): .draft(.submitted(id, at: now()))
    case .edit(.commit(let id, .unset)): .edit(.commit(id, at: now()))
    case .beginEdit(let id, let isForm, .unset): .beginEdit(id, isForm: isForm, at: now())
    default: self
    }
  }
}

extension TodoAction {
  fileprivate func stamped(_ now: () -> Moment) -> TodoAction {
    switch self {
    case .add(let lines, let ids, .unset): .add(lines, ids: ids, at: now())
    case .tick(let ids, let isDone, .unset): .tick(ids, isDone, at: now())
    case .remove(let ids, .unset): .remove(ids, at: now())
    case .move(let ids, let next, .unset): .move(ids, before: next, at: now())
    default: self
    }
  }
}
