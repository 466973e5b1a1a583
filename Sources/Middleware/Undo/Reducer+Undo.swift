import MillraceDifference
import MillraceStore

extension Reducer {
  /// Lets a part of the state be taken back, by actions like any other.
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
  /// This reducer does not run for an undo, redo or jump, and no command comes of them. A new step drops what
  /// was taken back. An action that leaves an `Equatable` part equal is no step. What the reducer changes
  /// outside the part stays.
  ///
  /// The history is not saved with the state: it comes back as a journal's actions are replayed, as long as
  /// neither this reducer nor `role` decides by it, for a replay begins without steps.
  /// - Parameters:
  ///   - part: What can be taken back. The history is not in it. It can be computed, to leave something out.
  ///   - history: Where the steps are kept.
  ///   - limits: How much is kept.
  ///   - role: What an action is, given the state before it.
  /// - Complexity: An undo costs O(1). A step costs what the part needs to change beside a copy of itself,
  ///   one comparison, and O(*steps*).
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
      defer { state[keyPath: history].countAction() }
      switch role(state, action) {
      case .undo: return move(by: -1)
      case .redo: return move(by: 1)
      case .jump(let steps): return move(by: steps)
      case .leftOut: return reduce(&state, action)
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
    }
  }
}
