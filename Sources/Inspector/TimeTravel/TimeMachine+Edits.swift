import MillraceDifference
import MillraceStore

// Edits from outside the program. Values arrive as JSON, because their types are known only at run
// time.
extension TimeMachine {
  /// Decodes and dispatches an action.
  func dispatch(_ json: JSONTree) throws(InspectorError) {
    let action = try decoded(Action.self, json)
    if !store.dispatch(action) { throw .ended }
  }

  /// Replaces the value at a path of the present state. The edit is one commit, a replacement whose
  /// reason is an edit.
  ///
  /// The edit encodes the state as JSON and decodes it again. It refuses a state that loses data in
  /// this way.
  func edit(_ text: String, to value: JSONTree) throws(InspectorError) {
    let path = try ValuePath(text)
    let before = store.state
    let edited = try Self.edited(before, path, value)
    let isReplaced = store.replaceState(reason: .edit) { state in
      // Keeps actions that arrived meanwhile.
      if areEqual(before, state) == true {
        state = edited
      } else if let other = try? Self.edited(state, path, value) {
        state = other
      }
    }
    if !isReplaced { throw .ended }
  }

  private static func edited(
    _ state: State, _ path: ValuePath, _ value: JSONTree
  ) throws(InspectorError) -> State {
    var json = try encoded(state)
    guard areEqual(try decoded(State.self, json), state) == true else {
      throw .notCodable("\(State.self), as a whole")
    }
    guard json.set(value, at: path.steps[...]) else { throw .noValue(path.text) }
    return try decoded(State.self, json)
  }
}

/// The differences between another sequence of actions and the recorded sequence.
public struct BranchEdits: Codable, Equatable, Sendable {
  /// The versions whose actions are skipped.
  public var skipped: [UInt64] = []
  /// Pairs of versions. The action of the first version is applied before the action of the second.
  public var moved: [[UInt64]] = []

  public init() {}
}

extension CommitHistory {
  /// Computes the state after the recorded actions, with some of them skipped or moved. The
  /// recording does not change.
  func end(of edits: BranchEdits) throws(InspectorError) -> State {
    guard let versions, let first = (edits.skipped + edits.moved.flatMap(\.self)).min(),
      first > versions.lowerBound
    else {
      throw .notRecorded(
        edits.skipped.first ?? 0, versions ?? 0...0)
    }
    var order = Array(first...max(first, versions.upperBound))
    for pair in edits.moved {
      guard pair.count == 2, let from = order.firstIndex(of: pair[0]) else {
        throw .notRecorded(pair.first ?? 0, versions)
      }
      order.remove(at: from)
      guard let to = order.firstIndex(of: pair[1]) else {
        throw .notRecorded(pair[1], versions)
      }
      order.insert(pair[0], at: to)
    }
    let skipped = Set(edits.skipped)
    var state = try state(at: first - 1)
    for version in order where !skipped.contains(version) {
      guard let record = log[version] else { throw .notRecorded(version, versions) }
      if let action = action(of: record) {
        reduce(&state, action)
      } else {
        state = try self.state(at: version)
      }
    }
    return state
  }

  /// Compares the result of another sequence of actions with the present.
  func branch(
    _ edits: BranchEdits, limit: Int, _ reader: ValueReader
  ) throws(InspectorError) -> DifferenceAnswer {
    let newest = versions?.upperBound ?? 0
    return difference(
      try state(at: newest), try end(of: edits), from: newest, to: newest, limit: limit, reader)
  }
}
