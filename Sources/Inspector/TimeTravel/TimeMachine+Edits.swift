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
    let edited: State
    do throws(InspectorError) { edited = try Self.edited(before, path, value) } catch {
      if case .noValue = error, ValueReader().value(at: path, in: before) != nil {
        throw .invalidValue("\(path.text) is not in the JSON of the state, so it cannot be set.")
      }
      throw error
    }
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
    _ old: State, _ path: ValuePath, _ value: JSONTree
  ) throws(InspectorError) -> State {
    var json = try encoded(old)
    guard areEqual(try decoded(State.self, json), old) == true else {
      throw .notCodable("\(State.self), as a whole")
    }
    let unchanged = json
    guard json.set(value, at: path.steps[...]) else { throw .noValue(path.text) }
    let new = try decoded(State.self, json)
    // Decoding ignores a member that the type does not have.
    if value != .null, json != unchanged, areEqual(new, old) == true { throw .noValue(path.text) }
    return new
  }
}

extension CommitHistory {
  /// Computes the state after the recorded actions without some of them. A replacement sets the
  /// state that is recorded. The recording does not change.
  func end(skipping skipped: Set<UInt64>) throws(InspectorError) -> State {
    let known = versions
    guard let first = skipped.min() else { return try state(at: known.upperBound) }
    // The oldest version is a snapshot, so its action cannot be skipped.
    for version in skipped.sorted() where version <= known.lowerBound || !known.contains(version) {
      throw .notRecorded(version, known)
    }
    var state = try state(at: first - 1)
    for version in first...known.upperBound where !skipped.contains(version) {
      guard let record = log[version] else { throw .notRecorded(version, known) }
      if let action = action(of: record) {
        reduce(&state, action)
      } else {
        state = try self.state(at: version)
      }
    }
    return state
  }

  /// Compares the state without some actions with the present.
  func branch(
    skipping skipped: Set<UInt64>, limit: Int, _ reader: ValueReader
  ) throws(InspectorError) -> DifferenceAnswer {
    let newest = versions.upperBound
    if skipped.isEmpty {
      return DifferenceAnswer(from: newest, to: newest, changes: [], omitted: 0)
    }
    return difference(
      try state(at: newest), try end(skipping: skipped), from: newest, to: newest, limit: limit,
      reader)
  }

  /// The action of a commit in the JSON encoding of its type.
  func json(of version: UInt64) throws(InspectorError) -> JSONTree {
    guard let action = log[version].flatMap({ action(of: $0) }) else {
      throw .notFound("action at version \(version)")
    }
    return try encoded(action)
  }
}
