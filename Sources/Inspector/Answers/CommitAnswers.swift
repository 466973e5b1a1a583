import MillraceRender

/// A commit in a list.
public struct CommitLine: InspectorAnswer, Identifiable {
  /// The version that the commit created.
  public var version: UInt64
  /// When the commit was recorded, in milliseconds since the recording began.
  public var time: Double
  /// The action, cut at 120 characters. For a replacement, which is a commit without an action, its
  /// reason in parentheses.
  public var label: String
  /// The version of the commit that caused this one; nil if the action came from outside the store.
  public var parent: UInt64?
  /// The call site that dispatched the action or made its effect.
  public var site: String?
  /// The effect that sent the action.
  public var effect: String?
  /// The key or click that caused the dispatch.
  public var input: String?
  /// How long the reducer ran, in microseconds; nil for a replacement.
  public var microseconds: Double?
  /// Whether the states before and after the commit are equal; nil if the query did not ask for
  /// this, or if it is unknown.
  public var isNoop: Bool?
  /// The number of commits in this line: this one and, if the query folds, older ones of its kind.
  public var count = 1

  public var id: UInt64 { version }

  /// The name of the action's case, without its associated values.
  public var name: String {
    label.hasPrefix("(") ? label : String(label.prefix { $0 != "(" })
  }

  public var text: String { [String].columns([cells]).asLines }

  var cells: [String] {
    [
      "\(version)", durationText(microseconds: time * 1_000),
      label + (count > 1 ? " ×\(count)" : "") + (isNoop == true ? " (no change)" : ""),
      duration, ((parent.map { ["by \($0)"] } ?? []) + origin).joined(separator: ", "),
    ]
  }

  var origin: [String] {
    [effect.map { "effect \($0)" }, input.map { "key \($0)" }, site].compactMap(\.self)
  }
  var duration: String { microseconds.map { durationText(microseconds: $0) } ?? "" }
}

/// Selects the commits of a list, the newest first.
public struct CommitQuery: Codable, Hashable, Sendable {
  /// The version before which the list begins; nil begins with the newest commit.
  public var before: UInt64?
  /// The largest number of lines.
  public var limit = 100
  /// Whether consecutive commits of the same kind from the same call site become one line.
  public var folds = false
  /// The list leaves out actions whose label contains one of these texts, and counts them.
  public var muted: [String] = []
  /// The list leaves out commits whose call site contains one of these texts, and counts them.
  public var mutedSites: [String] = []
  /// Whether the list marks commits that changed nothing. To find them, the query replays the
  /// commits.
  public var marksNoops = false
  /// Whether the list leaves out commits that changed nothing, and counts them. An answer can
  /// then have fewer lines than its limit.
  public var hidesNoops = false

  /// Makes a query for all commits.
  public init() {}
}

/// Commits, the newest first.
public struct CommitList: InspectorAnswer {
  /// The oldest version that views can show.
  public var first: UInt64
  /// The newest version that views can show.
  public var newest: UInt64
  /// The version that views show; nil while they show the present.
  public var position: UInt64?
  /// The commits that the query selected.
  public var lines: [CommitLine]
  /// The number of commits from ``CommitQuery/before`` back to ``next`` that the list leaves out.
  public var muted: Int
  /// The ``CommitQuery/before`` with which the next query continues; nil at the end of the list.
  public var next: UInt64?
  /// Whether the replay that finds commits without a change was stopped, because it took too long.
  public var isStopped = false

  public var text: String {
    let shown = position.map { "showing version \($0) of" } ?? "live,"
    var lines = ["\(shown) \(first)…\(newest)"] + [String].columns(lines.map(\.cells))
    if muted > 0 { lines.append("\(muted) muted") }
    if isStopped { lines.append("stopped: the replay took too long") }
    if let next { lines.append("more: before=\(next)") }
    return lines.asLines
  }
}

/// The values at a path before and after a change.
public struct PathChange: Codable, Equatable, Sendable {
  /// The path in the state.
  public var path: String
  /// The change as text, such as `"a" → "ab"` or `+ Note(…)`.
  public var change: String
}

/// The changes between two versions.
public struct DifferenceAnswer: InspectorAnswer {
  /// The version before the changes.
  public var from: UInt64
  /// The version after the changes.
  public var to: UInt64
  /// The changes, by path.
  public var changes: [PathChange]
  /// The number of changes that are not listed.
  public var omitted: Int

  public var text: String { (["\(from) → \(to)"] + lines).asLines }

  var lines: [String] {
    let lines = changes.isEmpty ? ["no change"] : changes.map { "\($0.path): \($0.change)" }
    return lines + (omitted > 0 ? ["… and \(omitted) more"] : [])
  }
}

/// A commit with its causes and its results.
public struct CommitDetail: InspectorAnswer {
  /// The commit that this answer describes.
  public var commit: CommitLine
  /// The commits that caused this one, directly or indirectly, the oldest first.
  public var causes: [CommitLine]
  /// The changes of the commit; nil if the recording cannot reproduce them.
  public var difference: DifferenceAnswer?
  /// The commits that this commit's effects and subscribers caused, at most 50.
  public var results: [CommitLine]
  /// The recorded frames that were the first to show the commit.
  public var frames: [FrameRecord]

  public var text: String {
    let chain = [String].columns((causes + [commit]).map(\.cells))
    let changes = difference?.lines.map { "  " + $0 } ?? []
    let results = [String].columns(results.map { ["→"] + $0.cells })
    return (chain + changes + results).asLines + frames.map(\.text).joined()
  }
}

/// A change of the value at a path.
public struct PathHistoryEntry: Codable, Equatable, Sendable {
  /// The commit that changed the value.
  public var commit: CommitLine
  /// The value before, as text.
  public var old: String
  /// The value after, as text.
  public var new: String
}

/// The commits that changed the value at a path, the newest first.
public struct PathHistory: InspectorAnswer {
  /// The path of the value in the state.
  public var path: String
  /// The changes, the newest first.
  public var entries: [PathHistoryEntry]
  /// The oldest version that the query examined.
  public var through: UInt64
  /// Whether the query examined all recorded versions.
  public var isComplete: Bool
  /// The version before which the next query continues; nil at the end of the history.
  public var next: UInt64?

  public var text: String {
    let rows = entries.map { ["\($0.old) → \($0.new)"] + $0.commit.cells }
    let end =
      isComplete ? "no other since version \(through)" : "examined back to version \(through)"
    let more = next.map { ["more: before=\($0)"] } ?? []
    return (["\(path):"] + [String].columns(rows) + [end] + more).asLines
  }
}

extension CommitQuery {
  var hides: Bool { folds || hidesNoops || !muted.isEmpty || !mutedSites.isEmpty }

  func mutes(_ line: CommitLine) -> Bool {
    muted.contains { line.label.contains($0) }
      || mutedSites.contains { line.site?.contains($0) == true }
  }
}

extension CommitLine {
  func isSameKind(as other: CommitLine) -> Bool {
    effect == other.effect && site == other.site && name == other.name
  }
}
