import MillraceDifference
import MillraceStore

/// The first version at which a replay made a state other than the recorded one.
public struct RecordingDifference: Hashable, Sendable, CustomStringConvertible {
  /// The version whose states differ.
  public let version: UInt64
  /// The last earlier version that was compared: the previous version, unless states are too large
  /// to be checked after every action.
  public let lastEqual: UInt64
  /// The action that led to the version; `(replacement)` if a replacement of the state led to it.
  public let action: String
  /// The call site that dispatched the action.
  public let origin: String?
  /// The difference, by path. If the recorded state is unknown, the changes that the action made in
  /// the recording and in the replay.
  public let difference: String

  public var description: String {
    let callSite = origin.map { " (dispatched at \($0))" } ?? ""
    let since = lastEqual + 1 < version ? ", or at an unchecked version after \(lastEqual)" : ""
    return onOneLine(
      """
      The replay differs at version \(version), \(action)\(callSite)\(since): \(difference). The reducer has changed, \
      depends on more than the state and the action, or a Set in the state is encoded without an order.
      """)
  }
}

/// Compares a replay with its recording at some lines, because the comparison of a state takes
/// longer than everything else. If states differ there, it compares the lines since the last
/// comparison, one by one. It does not find a difference that later commits remove before the next
/// comparison.
package struct SampledReplayCheck<State: Codable, Action: Codable> {
  package typealias Line = RecordedLine<State, Action>
  private static var interval: Int { 64 }

  private var check: ReplayCheck<State, Action>
  /// The state that was compared last, and the lines since.
  private var state: State
  private var lines: [Line] = []

  package init(_ first: Line, _ state: State) {
    (check, self.state) = (ReplayCheck(first), state)
  }

  /// - Parameters:
  ///   - line: The recorded line.
  ///   - after: The replay's state after the line.
  ///   - isLast: Whether the recording ends with the line.
  ///   - apply: Applies a line to a state.
  package mutating func difference(
    _ line: Line, _ after: @autoclosure () -> State?, isLast: Bool,
    applying apply: (Line, inout State) -> Void
  ) -> RecordingDifference? {
    lines.append(line)
    let isDue = lines.count >= Self.interval || line.state != nil || isLast
    guard line.digest != nil, isDue, let after = after() else { return nil }
    var quick = check
    let difference = quick.difference(line, after, after)
    if difference != nil {
      for line in lines {
        let before = state
        apply(line, &state)
        if let first = check.difference(line, before, state) { return first }
      }
    }
    (check, state) = (quick, after)
    lines.removeAll(keepingCapacity: true)
    return difference
  }
}

/// Compares a replay with its recording, line by line.
package struct ReplayCheck<State: Codable, Action: Codable> {
  /// The line of the last commit; at the beginning, the first line.
  package private(set) var commit: RecordedLine<State, Action>
  private var lastEqual: UInt64

  package init(_ first: RecordedLine<State, Action>) {
    (commit, lastEqual) = (first, first.version)
  }

  /// - Parameters:
  ///   - line: The recorded line.
  ///   - before: The replay's state before the line; nil only if the line is not checked.
  ///   - after: The replay's state after the line.
  package mutating func difference(
    _ line: RecordedLine<State, Action>, _ before: State?, _ after: State
  ) -> RecordingDifference? {
    if line.isCommit { commit = line }
    guard let digest = line.digest else { return nil }
    let json = try? JSONFormat.encode(after)
    if json.map({ Checksum($0).text }) == digest || line.state.map({ areEqual($0, after) }) == true
    {
      lastEqual = line.version
      return nil
    }
    let change = StateDifference.between(before ?? after, after)
    let replayed = change.isEmpty ? "no change" : change
    return RecordingDifference(
      version: line.version, lastEqual: lastEqual,
      action: commit.action.map { logText($0, limit: 200) } ?? "(replacement)",
      origin: commit.origin,
      difference: line.state.map { "recorded → replayed: \(StateDifference.between($0, after))" }
        ?? "the recorded change is (\(line.change ?? "no change")), the replayed change is (\(replayed))"
    )
  }
}
