import MillraceDifference
import MillraceStore

extension Inspector {
  /// The recording, or the file that replaces it.
  var history: CommitHistory { store.history(reader) }

  /// Lists commits, the newest first.
  public func commits(_ query: CommitQuery = CommitQuery()) -> CommitList {
    history.list(query)
  }

  /// Returns a commit with its causes, its changes, the commits that it caused, and the frames that
  /// were the first to show it.
  @MainActor public func commit(_ version: UInt64) throws(InspectorError) -> CommitDetail {
    var detail = try history.detail(of: version)
    if file == nil {
      detail.frames = screen.frames.filter { $0.from < version && version <= $0.to }
    }
    return detail
  }

  /// Returns the value at a path of the state.
  /// - Parameters:
  ///   - path: A path such as `notes[id: 3].title`. The empty path is the whole state.
  ///   - version: The version of the state; nil selects the version that views show.
  ///   - offset: The index of the first part in the answer.
  ///   - limit: The largest number of parts in the answer; at most 10,000.
  public func value(
    at path: String = "", version: UInt64? = nil, offset: Int = 0, limit: Int = 100
  ) throws(InspectorError) -> ValueAnswer {
    let (path, offset) = (try ValuePath(path), max(0, offset))
    let (state, version) = try history.state(at: version)
    guard let value = reader.value(at: path, in: state.anyValue) else { throw .noValue(path.text) }
    let parts = reader.parts(
      of: value, at: path.text, offset: offset, limit: min(max(0, limit), 10_000))
    let whole = reader.part(value, name: path.text, path: path.text)
    return ValueAnswer(
      version: version, value: whole,
      parts: parts.map { reader.part($0.value, name: $0.name, path: $0.path) }, offset: offset,
      more: max(0, whole.count - offset - parts.count))
  }

  /// Returns the changes from one version to another, by path.
  /// - Parameters:
  ///   - from: The earlier version.
  ///   - to: The later version.
  ///   - limit: The largest number of changes that the answer lists. It counts the others.
  public func difference(
    from: UInt64, to: UInt64, limit: Int = 50
  ) throws(InspectorError) -> DifferenceAnswer {
    try history.difference(from: from, to: to, limit: max(1, limit))
  }

  /// Returns how the newest recorded state would differ without some recorded actions. The
  /// recording does not change.
  /// - Complexity: O(actions since the first one that is skipped).
  public func branch(
    skipping versions: Set<UInt64>, limit: Int = 50
  ) throws(InspectorError) -> DifferenceAnswer {
    let history = history
    return history.difference(
      try history.replay(), try history.replay(skipping: versions), limit: max(1, limit))
  }

  /// Decodes an action from JSON, in the encoding of its type, and dispatches it.
  /// - Throws: `InspectorError.notCodable`, `.invalidValue`, `.ended`.
  @MainActor public func dispatch(json: String) throws(InspectorError) {
    try store.context.dispatch(JSONTree(text: json))
  }

  /// Replaces the value at a path of the present state with a value decoded from JSON. The edit is
  /// one commit, a replacement whose reason is an edit. To undo it, continue from the previous
  /// version with ``resume(at:)``.
  ///
  /// The edit encodes the state as JSON and decodes it again. If this changes the state, the edit
  /// is refused.
  /// - Throws: `InspectorError`. The state is then unchanged.
  @MainActor public func edit(_ path: String, json: String) throws(InspectorError) {
    try edit(path, to: JSONTree(text: json))
  }

  @MainActor func edit(_ path: String, to value: JSONTree) throws(InspectorError) {
    let (path, context) = (try ValuePath(path), store.context)
    let before = context.present.state
    let edited = try context.edited(before.anyValue, path, value)
    try context.replace(.edit) { state throws(InspectorError) in
      // If actions arrived meanwhile, edits the newer state.
      if areEqual(before.anyValue, state) == true { return edited }
      return try context.edited(state, path, value)
    }
  }

  /// Returns the commits that changed the value at a path, the newest first.
  /// - Parameters:
  ///   - path: A path such as `notes[id: 3].title`.
  ///   - before: The query examines commits before this version; nil examines all.
  ///   - limit: The largest number of commits in the answer.
  ///   - found: A function that the query calls repeatedly with the answer so far.
  ///
  /// The query stops when its task is cancelled. The answer then says how far the query came.
  /// - Complexity: O(commits), which are replayed back to the oldest commit in the answer.
  public func history(
    of path: String, before: UInt64? = nil, limit: Int = 20,
    found: (PathHistory) -> Void = { _ in }
  ) throws(InspectorError) -> PathHistory {
    let (path, limit, history) = (try ValuePath(path), max(1, limit), history)
    let newest = min(history.versions.upperBound, max(1, before ?? .max) - 1)
    var answer = PathHistory(
      path: path.text.isEmpty ? "state" : path.text, entries: [], through: newest,
      isComplete: false, next: newest + 1)
    let starts = history.log.snapshots.map(\.version).filter { $0 < newest }
    func text(_ value: Any?) -> String {
      value.map { reader.text(of: $0, at: path.text) } ?? "nothing"
    }
    for (start, end) in zip(starts, starts.dropFirst() + [newest]).reversed() {
      var (entries, last) = ([PathHistoryEntry](), Any?.none)
      do throws(InspectorError) {
        try store.context.replay(history.log, start...end, skipping: [], known: nil) {
          if QueryLimit.isExceeded { return false }
          let value = reader.value(at: path, in: $1.anyValue)
          if $0 > start, !reader.areSame(last, value), let line = history.line(of: $0) {
            entries.append(PathHistoryEntry(commit: line, old: text(last), new: text(value)))
          }
          last = value
          return true
        }
      } catch {
        if error != .slow { throw error }
      }
      if QueryLimit.isExceeded { return answer }
      answer.entries += entries.reversed()
      (answer.through, answer.next) = (start, start + 1)
      if answer.entries.count >= limit {
        answer.isComplete = answer.entries.count == limit && start == starts.first
        answer.entries = Array(answer.entries.prefix(limit))
        answer.next = answer.isComplete ? nil : answer.entries.last?.commit.version
        return answer
      }
      found(answer)
    }
    (answer.isComplete, answer.next) = (true, nil)
    if answer.entries.isEmpty,
      !reader.canHave(path, in: try history.replay(to: newest).state.anyValue)
    {
      throw .noValue(path.text)
    }
    return answer
  }

  /// Finds a text in names and values of the state, and in actions. The search ignores the case of
  /// ASCII letters.
  /// - Parameters:
  ///   - query: The text to find.
  ///   - version: The version of the state; nil selects the version that views show.
  ///   - limit: The number of hits after which the search stops. It also stops when its task is
  ///     cancelled.
  public func search(
    _ query: String, version: UInt64? = nil, limit: Int = 50
  ) throws(InspectorError) -> SearchAnswer {
    let history = history
    var search = ValueSearch(query, limit: limit, reader)
    search.walk(try history.state(at: version).state.anyValue, "", "", depth: 0)
    var next = history.versions.upperBound
    while !search.isEnded, let line = history.line(of: next) {
      search.examine([line.label], SearchHit(kind: .action, version: next, text: line.label))
      next -= 1
    }
    return search.answer
  }
}

extension RecordedStore {
  /// Returns a state with another value at a path. A state that loses data as JSON cannot be
  /// edited.
  fileprivate func edited(
    _ old: Any, _ path: ValuePath, _ value: JSONTree
  ) throws(InspectorError) -> any RecordedBox {
    let unchanged = try encoded(old)
    guard areEqual(try decodeState(unchanged).anyValue, old) == true else {
      throw .notCodable("\(types.state), as a whole")
    }
    var json = unchanged
    guard json.set(value, at: path.steps[...]) else {
      if ValueReader().value(at: path, in: old) == nil { throw .noValue(path.text) }
      throw .invalidValue("\(path.text) is not in the JSON of the state, so it cannot be set")
    }
    let new = try decodeState(json)
    // If the state is unchanged after the edit, decoding has ignored a member that the type does
    // not have.
    if value != .null, json != unchanged, areEqual(new.anyValue, old) == true {
      throw .noValue(path.text)
    }
    return new
  }
}
