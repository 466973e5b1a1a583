import MillraceDifference
import MillraceStore

extension Reducer {
  /// Makes changes to a part of the state undoable. Undo and redo are actions, too.
  ///
  /// A typed word is one step; a pause of more than a second begins the next:
  ///
  /// ```swift
  /// struct Editor: Codable, Equatable, Sendable {
  ///   var text = ""
  ///   var history = UndoHistory<String>()
  /// }
  ///
  /// enum EditorAction: Codable, Sendable { case typed(String, at: Duration), clear, undo, redo }
  ///
  /// let editor = Reducer<Editor, EditorAction> { state, action in
  ///   switch action {
  ///   case .typed(let text, _): state.text += text
  ///   case .clear: state.text = ""
  ///   case .undo, .redo: break
  ///   }
  /// }.undoable(\.text, history: \.history) { _, action in
  ///   switch action {
  ///   case .typed(_, let time): .step("typing", group: "typing", at: time)
  ///   case .clear: .step("clear")
  ///   case .undo: .undo
  ///   case .redo: .redo
  ///   }
  /// }
  /// ```
  ///
  /// This reducer does not run for an undo, redo or jump, and these return no command. A new step
  /// drops the undone steps. An action that leaves an `Equatable` part equal is no step. Undo does
  /// not affect changes outside the part.
  ///
  /// The history is not saved with the state. Replaying a journal's actions rebuilds it, provided
  /// that neither this reducer nor `role` reads the history, because a replay begins without steps.
  /// - Parameters:
  ///   - part: The undoable part. It must not contain the history. It may be a computed property,
  ///     to leave something out.
  ///   - history: The field that keeps the steps.
  ///   - limits: How many steps are kept, and at which total cost.
  ///   - role: Returns the role of an action, given the state before it.
  /// - Complexity: An undo costs O(1). A step costs a copy of the part where the reducer changes
  ///   it, one comparison, and O(*steps*). A change from elsewhere costs a reduction for each step.
  public func undoable<Part>(
    _ part: WritableKeyPath<State, Part> & Sendable,
    history: WritableKeyPath<State, UndoHistory<Part>> & Sendable,
    limits: UndoLimits<Part> = UndoLimits(),
    role: @escaping @Sendable (State, Action) -> UndoRole
  ) -> Reducer {
    Reducer { state, action -> Command<Action> in
      func move(by steps: Int) -> Command<Action> {
        var present = state[keyPath: part]
        state[keyPath: history].move(by: steps, &present)
        state[keyPath: part] = present
        return .none
      }
      switch role(state, action) {
      case .undo: return move(by: -1)
      case .redo: return move(by: 1)
      case .jump(let steps): return move(by: steps)
      case .untracked: return reduce(&state, action)
      case .elsewhere:
        let before = state
        state[keyPath: history].changeValues { value in
          var old = before
          old[keyPath: part] = value
          _ = reduce(&old, action)
          value = old[keyPath: part]
        }
        return reduce(&state, action)
      case .step(let name, let key, let time):
        let old = state[keyPath: part]
        let command = reduce(&state, action)
        let new = state[keyPath: part]
        if areEqual(old, new) != true {
          let group = key.map { UndoHistory<Part>.Group(key: EffectKey($0), time: time) }
          state[keyPath: history].record(name, group, from: old, to: new, limits)
        }
        return command
      }
    }.takingSources(of: self)
  }
}
