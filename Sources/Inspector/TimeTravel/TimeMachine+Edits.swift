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

/// The differences between another sequence of actions and the recorded sequence.
public struct BranchEdits: Codable, Equatable, Hashable, Sendable {
  /// An action in the JSON encoding of its type, and the version whose action it replaces or
  /// follows.
  public struct Step: Codable, Equatable, Hashable, Sendable {
    /// The version whose action the step replaces or follows.
    public var version: UInt64
    var action: JSONTree

    /// - Throws: `InspectorError.invalidValue`.
    public init(version: UInt64, json: String) throws(InspectorError) {
      (self.version, action) = (version, try JSONTree(text: json))
    }
  }

  /// The versions whose actions are skipped.
  public var skipped: [UInt64] = []
  /// Pairs of versions. The action of the first version is applied before the action of the second.
  public var moved: [[UInt64]] = []
  /// Actions in the place of the recorded ones.
  public var changed: [Step] = []
  /// Actions to apply after the recorded action of their version, even if that action is skipped.
  public var inserted: [Step] = []

  /// Makes edits that change nothing.
  public init() {}

  /// Whether the edits change nothing.
  public var isEmpty: Bool { self == BranchEdits() }

  /// The first version whose state differs from the recording.
  var first: UInt64? {
    (skipped + moved.flatMap(\.self) + changed.map(\.version) + inserted.map { $0.version &+ 1 })
      .min()
  }

  /// The edits of one commit, in words; nil if it has none.
  func mark(of version: UInt64) -> String? {
    let marks =
      [skipped.contains(version) ? "skipped" : nil]
      + moved.filter { $0.first == version }.suffix(1).map { "before \($0.last ?? 0)" }
      + changed.filter { $0.version == version }.map { "is \($0.action.json)" }
      + inserted.filter { $0.version == version }.map { "then \($0.action.json)" }
    return marks.contains { $0 != nil } ? marks.compactMap(\.self).joined(separator: ", ") : nil
  }

  mutating func toggleSkip(_ version: UInt64) {
    if let place = skipped.firstIndex(of: version) {
      skipped.remove(at: place)
    } else {
      skipped.append(version)
    }
  }

  /// Exchanges a commit with the one before it, or after it.
  /// - Parameter newest: The newest recorded version.
  mutating func move(_ version: UInt64, isEarlier: Bool, newest: UInt64) {
    let least = min(first ?? version, version)
    guard let order = try? order(from: max(1, least &- (isEarlier ? 1 : 0)), through: newest),
      let place = order.firstIndex(of: version)
    else { return }
    let other = place + (isEarlier ? -1 : 1)
    guard order.indices.contains(other) else { return }
    moved.append(isEarlier ? [version, order[other]] : [order[other], version])
  }

  /// The versions in the order in which their actions are applied.
  func order(from first: UInt64, through newest: UInt64) throws(InspectorError) -> [UInt64] {
    var order = first > newest ? [] : Array(first...newest)
    for pair in moved {
      guard pair.count == 2, pair[0] != pair[1], let from = order.firstIndex(of: pair[0]),
        let to = order.firstIndex(of: pair[1])
      else {
        throw .notRecorded(pair.first { !order.contains($0) } ?? 0, first...max(first, newest))
      }
      order.remove(at: from)
      order.insert(pair[0], at: to > from ? to - 1 : to)
    }
    return order
  }
}

extension CommitHistory {
  /// Computes the state after the recorded actions, with some of them skipped, moved or changed,
  /// and others between them. The recording does not change.
  func end(of edits: BranchEdits) throws(InspectorError) -> State {
    let known = versions ?? 0...0
    let places = edits.skipped + (edits.changed + edits.inserted).map(\.version)
    guard let first = edits.first, first > known.lowerBound,
      places.allSatisfy({ known.contains($0) })
    else { throw .notRecorded(places.first { !known.contains($0) } ?? edits.first ?? 0, known) }
    var (changed, inserted): ([UInt64: Action], [UInt64: [Action]]) = ([:], [:])
    for step in edits.changed { changed[step.version] = try decoded(Action.self, step.action) }
    for step in edits.inserted {
      inserted[step.version, default: []].append(try decoded(Action.self, step.action))
    }
    let skipped = Set(edits.skipped)
    var state = try state(at: first - 1)
    for version in [first - 1] + (try edits.order(from: first, through: known.upperBound)) {
      if version >= first, !skipped.contains(version) {
        guard let record = log[version] else { throw .notRecorded(version, known) }
        if let action = changed[version] ?? action(of: record) {
          reduce(&state, action)
        } else {
          state = try self.state(at: version)
        }
      }
      for action in inserted[version] ?? [] { reduce(&state, action) }
    }
    return state
  }

  /// Compares the result of another sequence of actions with the present.
  func branch(
    _ edits: BranchEdits, limit: Int, _ reader: ValueReader
  ) throws(InspectorError) -> DifferenceAnswer {
    let newest = versions?.upperBound ?? 0
    if edits.isEmpty {
      return DifferenceAnswer(from: newest, to: newest, changes: [], omitted: 0)
    }
    return difference(
      try state(at: newest), try end(of: edits), from: newest, to: newest, limit: limit, reader)
  }

  /// The action of a commit in the JSON encoding of its type.
  func json(of version: UInt64) throws(InspectorError) -> JSONTree {
    guard let action = log[version].flatMap({ action(of: $0) }) else {
      throw .notFound("action at version \(version)")
    }
    return try encoded(action)
  }
}
