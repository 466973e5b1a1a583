import MillraceStore

/// The earlier and later values of a part of a state: what `undoable` keeps in that state.
///
/// Values are kept as they are, and share with the present whatever they share as copies: an
/// `IdentifiedList` of which one element changed costs a few nodes. To forget all steps, as for another
/// document, a reducer assigns `UndoHistory()` in an action that is left out.
///
/// Two histories are equal if they hold the same steps and join the same actions to them.
public struct UndoHistory<Part: Sendable>: Sendable {
  struct Step {
    /// From before the step, or from after it once the step is taken back.
    var value: Part
    var name: String
    let cost: Int
    /// How many actions were counted before the one that began it.
    let begun: UInt64
  }

  /// What an action must have in common with the newest step to join it.
  struct Group: Equatable {
    let key: EffectKey
    /// Of the newest action in it.
    let time: Duration?

    func isJoined(by next: Self, within interval: Duration) -> Bool {
      guard key == next.key else { return false }
      guard let time, let nextTime = next.time else { return true }
      // Of whatever a file says: the difference of two may be too large for a duration.
      let known = Duration.seconds(-1 << 60)...Duration.seconds(1 << 60)
      return known.contains(time) && known.contains(nextTime)
        && (.zero...max(interval, .zero)).contains(nextTime - time)
    }
  }

  /// The newest is last.
  private(set) var past: [Step] = []
  /// The next one to come back is last.
  private(set) var future: [Step] = []
  /// Of the newest step, as long as it can be joined.
  private(set) var group: Group?
  /// How many actions the reducer of this history has run.
  private(set) var actionCount: UInt64 = 0
  /// Where a replay must not begin: at these counts, though the steps that are kept began later.
  private(set) var spans: [ClosedRange<UInt64>] = []

  /// Makes a history without steps.
  public init() {}

  /// Whether there is a step to take back.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to bring back.
  public var canRedo: Bool { !future.isEmpty }
  /// How many steps can be taken back.
  public var undoCount: Int { past.count }
  /// How many steps can be brought back.
  public var redoCount: Int { future.count }
  /// The names of the steps that can be taken back, the next one first; empty for a step without one.
  public var undoNames: some RandomAccessCollection<String> { past.lazy.map(\.name).reversed() }
  /// The names of the steps that can be brought back, the next one first; empty for a step without one.
  public var redoNames: some RandomAccessCollection<String> { future.lazy.map(\.name).reversed() }

  /// The part before the newest step, if an action with this group and time would join that step.
  /// - Parameters:
  ///   - group: As in `UndoRole.step`.
  ///   - time: As in `UndoRole.step`.
  ///   - interval: How long a pause may be: that of the limits that the history is kept with.
  public func start(
    joinedBy group: some Hashable & Sendable, at time: Duration? = nil,
    within interval: Duration = .seconds(1)
  ) -> Part? {
    let next = Group(key: EffectKey(group), time: time)
    return self.group?.isJoined(by: next, within: interval) == true ? past.last?.value : nil
  }

  /// All values that the part had, and will have again by redoing, the oldest first.
  /// - Parameter present: The part as it is.
  package func values(around present: Part) -> [Part] {
    past.map(\.value) + [present] + future.reversed().map(\.value)
  }

  /// Adds a step by hand, of an action that is then counted.
  package mutating func append(_ name: String, from old: Part, to new: Part) {
    record(name, nil, from: old, to: new, UndoLimits())
    countAction()
  }

  mutating func countAction() { actionCount += 1 }

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
          cost: limits.cost(last.value, new), begun: last.begun))
      // A replay from inside the step finds it cheaper, and could keep more steps.
      if limits.bytes < .max { reach(backTo: last.begun) }
    } else {
      past.append(Step(value: old, name: name, cost: limits.cost(old, new), begun: actionCount))
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

  /// Takes steps back, or brings them back, as far as there are any.
  /// - Parameters:
  ///   - steps: Negative to take back.
  ///   - present: The part, which is changed.
  package mutating func move(by steps: Int, _ present: inout Part) {
    var rest = steps.magnitude
    while rest > 0, var step = steps < 0 ? past.popLast() : future.popLast() {
      rest -= 1
      swap(&step.value, &present)
      reach(backTo: step.begun)
      if steps < 0 { future.append(step) } else { past.append(step) }
    }
    group = nil
  }

  /// Notes that the present action needs the step that began at a count: a replay that begins later does
  /// not have it.
  private mutating func reach(backTo begun: UInt64) {
    var span = (begun + 1)...actionCount
    while let last = spans.last, last.upperBound >= span.lowerBound - 1 {
      span = min(last.lowerBound, span.lowerBound)...actionCount
      spans.removeLast()
    }
    spans.append(span)
    // Undone and begun anew for ever, few steps would leave spans without end. The oldest become one, with
    // the gaps between them, from which a replay is no longer known to be exact.
    let excess = spans.count - 64 - 4 * (past.count + future.count)
    if excess > 0 {
      spans.replaceSubrange(0...excess, with: [spans[0].lowerBound...spans[excess].upperBound])
    }
  }
}

extension UndoHistory: Equatable where Part: Equatable {
  /// - Complexity: O(*n*) comparisons of values that share their storage, where *n* is the number of steps;
  ///   O(1) if nothing has happened in between.
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
  /// Two numbers: a log is not to name every value that is kept.
  public var customMirror: Mirror {
    Mirror(self, children: ["undo": undoCount, "redo": redoCount], displayStyle: .struct)
  }
}
