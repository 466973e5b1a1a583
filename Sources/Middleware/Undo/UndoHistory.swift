import MillraceStore

/// The earlier and later values of a part of a state, kept in that state by `undoable`.
///
/// Values are kept as copies, and share storage with the present value as copies do: an
/// `IdentifiedList` with one changed element costs a few nodes. To forget all steps, as for another
/// document, a reducer assigns `UndoHistory()` in an action with the role `untracked`.
///
/// Two histories are equal if they hold equal steps and would join the same actions to them.
public struct UndoHistory<Part: Sendable>: Sendable {
  struct Step {
    /// The value of the part before the step; once the step is undone, the value after it.
    var value: Part
    var name: String
    let cost: Int
  }

  /// The properties of a step that decide whether an action joins it.
  struct Group: Equatable {
    let key: EffectKey
    /// The time of the newest action in the group.
    let time: Duration?

    func isJoined(by next: Self, within interval: Duration) -> Bool {
      guard key == next.key else { return false }
      guard let time, let nextTime = next.time else { return true }
      // A file can contain any value, and the difference of two may overflow a duration.
      let known = Duration.seconds(-1 << 60)...Duration.seconds(1 << 60)
      return known.contains(time) && known.contains(nextTime)
        && (.zero...max(interval, .zero)).contains(nextTime - time)
    }
  }

  /// The steps that can be undone, the newest last.
  private(set) var past: [Step] = []
  /// The steps that can be redone, the next one last.
  private(set) var future: [Step] = []
  /// The group of the newest step, while actions can join it.
  private(set) var group: Group?
  /// How many times a step was undone or redone.
  private(set) var moveCount: UInt64 = 0

  /// Makes a history without steps.
  public init() {}

  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }
  /// How many steps can be undone.
  public var undoCount: Int { past.count }
  /// How many steps can be redone.
  public var redoCount: Int { future.count }
  /// The names of the steps to undo, the next one first; empty for a step without a name.
  public var undoNames: some RandomAccessCollection<String> { past.lazy.map(\.name).reversed() }
  /// The names of the steps to redo, the next one first; empty for a step without a name.
  public var redoNames: some RandomAccessCollection<String> { future.lazy.map(\.name).reversed() }

  /// The value of the part before the newest step, if an action with this group and time would
  /// join that step; otherwise nil.
  /// - Parameters:
  ///   - group: As in `UndoRole.step`.
  ///   - time: As in `UndoRole.step`.
  ///   - interval: The longest pause between joined actions; pass the interval of the history's
  ///     limits.
  public func valueBeforeStep(
    joinedBy group: some Hashable & Sendable, at time: Duration? = nil,
    within interval: Duration = .seconds(1)
  ) -> Part? {
    let next = Group(key: EffectKey(group), time: time)
    return self.group?.isJoined(by: next, within: interval) == true ? past.last?.value : nil
  }

  /// The values of the part before each step, the current value, and those that redoing brings
  /// back, the oldest first.
  /// - Parameter present: The current value of the part.
  package func values(around present: Part) -> [Part] {
    past.map(\.value) + [present] + future.reversed().map(\.value)
  }

  /// Adds a step without a reducer, as `undoable` does for an action with the role `step`. For a
  /// test that specifies the expected state after the action.
  ///
  /// ```swift
  /// try await store.send(.clear) {
  ///   $0.history.append("clear", from: $0.text, to: "")
  ///   $0.text = ""
  /// }
  /// try await store.send(.undo) { $0.history.move(by: -1, &$0.text) }
  /// ```
  /// - Parameters:
  ///   - name: As in `UndoRole.step`.
  ///   - group: As in `UndoRole.step`.
  ///   - time: As in `UndoRole.step`.
  ///   - old: The value of the part before the step.
  ///   - new: The value after it.
  ///   - limits: As passed to `undoable`.
  public mutating func append(
    _ name: String = "", group: (any Hashable & Sendable)? = nil, at time: Duration? = nil,
    from old: Part, to new: Part, limits: UndoLimits<Part> = UndoLimits()
  ) {
    record(name, group.map { Group(key: EffectKey($0), time: time) }, from: old, to: new, limits)
  }

  /// Changes the value kept in each step, whether or not the step is undone.
  mutating func changeValues(_ change: (inout Part) -> Void) {
    for index in past.indices { change(&past[index].value) }
    for index in future.indices { change(&future[index].value) }
  }

  /// Adds a step, or joins it to the newest.
  mutating func record(
    _ name: String, _ next: Group?, from old: Part, to new: Part, _ limits: UndoLimits<Part>
  ) {
    future = []
    if let next, group?.isJoined(by: next, within: limits.interval) == true,
      let last = past.popLast()
    {
      past.append(
        Step(
          value: last.value, name: name.isEmpty ? last.name : name,
          cost: limits.cost(last.value, new)))
    } else {
      past.append(Step(value: old, name: name, cost: limits.cost(old, new)))
    }
    past.removeFirst(past.count - countWithin(limits))
    group = past.isEmpty ? nil : next
  }

  /// How many of the newest steps are within limits.
  private func countWithin(_ limits: UndoLimits<Part>) -> Int {
    var (room, count) = (limits.bytes, 0)
    for step in past.reversed() where count < limits.steps {
      if count > 0, step.cost > room { break }
      room -= min(step.cost, room)
      count += 1
    }
    return count
  }

  /// Undoes or redoes steps, as many as there are.
  /// - Parameters:
  ///   - steps: How many; negative to undo.
  ///   - present: The part, which is changed.
  public mutating func move(by steps: Int, _ present: inout Part) {
    var rest = steps.magnitude
    while rest > 0, var step = steps < 0 ? past.popLast() : future.popLast() {
      rest -= 1
      swap(&step.value, &present)
      moveCount += 1
      if steps < 0 { future.append(step) } else { past.append(step) }
    }
    group = nil
  }
}

extension UndoHistory: Equatable where Part: Equatable {
  /// - Complexity: O(*n*) comparisons of values that share their storage, where *n* is the number
  ///   of steps; O(1) if one is an unchanged copy of the other.
  public static func == (left: Self, right: Self) -> Bool {
    left.past == right.past && left.future == right.future && left.group == right.group
  }
}

extension UndoHistory.Step: Equatable where Part: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.cost == right.cost && left.value == right.value
  }
}

extension UndoHistory: CustomReflectable {
  /// Shows only how many steps there are, so that a log does not list every kept value.
  public var customMirror: Mirror {
    Mirror(self, children: ["undo": undoCount, "redo": redoCount], displayStyle: .struct)
  }
}
