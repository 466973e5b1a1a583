import MillraceMiddleware
import MillraceStore

typealias RecordedState = (state: any RecordedBox, version: UInt64)

/// A store of any type, with the operations that a recording needs.
protocol RecordedStore: Sendable {
  // The types of the state and the actions are known only at run time.
  var types: (state: Any.Type, action: Any.Type) { get }
  var present: RecordedState { get }
  /// Reproduces states of a log one after the other, in place.
  /// - Parameters:
  ///   - range: The versions to reproduce.
  ///   - skipped: The versions whose actions or replacements are left out.
  ///   - known: A state that is already reproduced. The replay can start from it instead of a
  ///     snapshot.
  ///   - body: Called with each version and its state. It returns whether to continue. If it does
  ///     not keep the state, the reducer changes the state in place.
  /// - Returns: The last state.
  /// - Throws: `InspectorError.notRecorded`, `.slow` if ``QueryLimit`` is exceeded, or the error of
  ///   `body`.
  @discardableResult func replay(
    _ log: CommitLog, _ range: ClosedRange<UInt64>, skipping skipped: Set<UInt64>,
    known: RecordedState?, _ body: (UInt64, any RecordedBox) throws(InspectorError) -> Bool
  ) throws(InspectorError) -> RecordedState
  /// Makes views show a state; nil is the present.
  func show(box: (any RecordedBox)?)
  /// Replaces the state in one commit.
  /// - Throws: `InspectorError.ended`, or the error of `change`. Nothing is then committed.
  func replace(
    _ reason: Replacement,
    with change: @escaping @Sendable (Any) throws(InspectorError) -> any RecordedBox
  ) throws(InspectorError)
  /// Decodes and dispatches an action.
  func dispatch(_ json: JSONTree) throws(InspectorError)
  func decodeState(_ json: JSONTree) throws(InspectorError) -> any RecordedBox
  // The following members are those of `StoreContext`.
  var dependencies: Dependencies { get }
  /// The newest version at the time when views last read the state.
  var shownVersion: UInt64 { get }
  var heldCount: Int? { get }
  func record(with recorder: any CommitRecorder) -> Duration
  func endRecording(with recorder: any CommitRecorder)
  func hold()
  func release(dropping: Bool)
}

extension StoreContext: RecordedStore {
  var types: (state: Any.Type, action: Any.Type) { (State.self, Action.self) }

  var present: RecordedState {
    let snapshot = snapshot
    return (RecordedValue(snapshot.state), snapshot.version)
  }

  func replay(
    _ log: CommitLog, _ range: ClosedRange<UInt64>, skipping skipped: Set<UInt64>,
    known: RecordedState?, _ body: (UInt64, any RecordedBox) throws(InspectorError) -> Bool
  ) throws(InspectorError) -> RecordedState {
    func value(_ box: any RecordedBox, _ version: UInt64) throws(InspectorError) -> State {
      guard let box = box as? RecordedValue<State> else { throw log.notRecorded(version) }
      return box.value
    }
    let (snapshots, versions) = (log.snapshots, log.versions)
    // The oldest version is a snapshot, so its action cannot be skipped.
    let wrong = [range.lowerBound, range.upperBound].first { !versions.contains($0) }
    let kept = skipped.filter { $0 <= versions.lowerBound || $0 > versions.upperBound }.min()
    if let wrong = wrong ?? kept { throw log.notRecorded(wrong) }
    let first = min(range.lowerBound, (skipped.min() ?? .max) - 1)
    guard let start = snapshots.lastIndex(where: { $0.version <= first }) else {
      throw log.notRecorded(first)
    }
    var version = snapshots[start].version
    var state = try value(snapshots[start].state, version)
    if let known, known.version > version, known.version <= first {
      (version, state) = (known.version, try value(known.state, known.version))
    }
    let begin = version
    // A slice, because dropping its start copies nothing. There can be many snapshots: each
    // replacement has one, and a shared document has many replacements.
    var rest = snapshots[start...]
    while true {
      if version >= range.lowerBound {
        let box = RecordedValue(state)
        if try !body(version, box) || version == range.upperBound { return (box, version) }
      }
      version += 1
      if (version - begin) % 64 == 1, QueryLimit.isExceeded { throw .slow }
      if !skipped.isEmpty, skipped.contains(version) { continue }
      if let action = log[version]?.action as? RecordedValue<Action> {
        reduce(&state, action.value)
      } else {
        rest = rest.drop { $0.version < version }
        guard let kept = rest.first, kept.version == version else {
          throw log.notRecorded(version)
        }
        state = try value(kept.state, version)
      }
    }
  }

  func show(box: (any RecordedBox)?) { show((box as? RecordedValue<State>)?.value) }

  func replace(
    _ reason: Replacement,
    with change: @escaping @Sendable (Any) throws(InspectorError) -> any RecordedBox
  ) throws(InspectorError) {
    let refusal = Guarded(InspectorError?.none)
    let isReplaced = tryReplacingState(reason: reason) { state in
      do throws(InspectorError) {
        guard let new = try change(state) as? RecordedValue<State> else { return false }
        state = new.value
        return true
      } catch {
        refusal.withLock { $0 = error }
        return false
      }
    }
    if !isReplaced { throw refusal.withLock { $0 } ?? .ended }
  }

  func dispatch(_ json: JSONTree) throws(InspectorError) {
    if !dispatch(try decoded(Action.self, json)) { throw .ended }
  }

  func decodeState(_ json: JSONTree) throws(InspectorError) -> any RecordedBox {
    RecordedValue(try decoded(State.self, json))
  }
}
