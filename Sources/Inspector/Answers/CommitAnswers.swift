/// A commit in a list.
public struct CommitLine: InspectorAnswer, Identifiable {
  /// The version that it led to.
  public var version: UInt64
  /// When it was seen, in milliseconds since the recording began.
  public var time: Double
  /// The action, cut at 120 characters; of a replacement its reason, in parentheses.
  public var label: String
  /// The version of the commit that led to it; nil for what came from outside.
  public var parent: UInt64?
  /// Where it was dispatched, or its effect was made.
  public var site: String?
  /// The effect that sent it.
  public var effect: String?
  /// The key or the click that it was dispatched for.
  public var input: String?
  /// How long the reducer ran.
  public var microseconds: Double?
  /// Whether it left the state equal; nil where that was not asked, or cannot be told.
  public var isNoop: Bool?
  /// Of a folded run: how many commits it stands for, this one, which is the last, included.
  public var count = 1

  public var id: UInt64 { version }

  /// The case of the action, without what it holds.
  public var name: String { String(label.prefix { $0 != "(" || label.first == "(" }) }

  public var text: String { [String].columns([cells]).asLines }

  var cells: [String] {
    [
      "\(version)", durationText(microseconds: time * 1_000),
      label + (count > 1 ? " ×\(count)" : "") + (isNoop == true ? " (no change)" : ""),
      (microseconds.map { durationText(microseconds: $0) } ?? ""),
      [
        parent.map { "by \($0)" }, effect.map { "effect \($0)" }, input.map { "key \($0)" }, site,
      ].compactMap(\.self).joined(separator: ", "),
    ]
  }
}

/// Which commits are listed: the newest first.
public struct CommitQuery: Codable, Equatable, Sendable {
  /// Only commits before this version.
  public var before: UInt64?
  /// At most so many lines.
  public var limit = 100
  /// Whether commits of the same kind from the same place, one after the other, are one line.
  public var folds = false
  /// Actions whose label has one of these texts are left out, and counted.
  public var muted: [String] = []
  /// Call sites that have one of these texts are left out, and counted.
  public var mutedSites: [String] = []
  /// Whether it is found out which commits changed nothing: by replaying them.
  public var marksNoops = false

  public init() {}
}

/// Commits, the newest first.
public struct CommitList: InspectorAnswer {
  /// The versions that can be shown.
  public var first: UInt64
  public var newest: UInt64
  /// The version that views show; nil while they show the present.
  public var position: UInt64?
  public var lines: [CommitLine]
  /// The commits between these lines that were left out.
  public var muted: Int
  /// Where the list goes on; nil at its end.
  public var next: UInt64?

  public var text: String {
    let place = position.map { "showing version \($0) of" } ?? "live,"
    var lines = ["\(place) \(first)…\(newest)"] + [String].columns(lines.map(\.cells))
    if muted > 0 { lines.append("\(muted) muted") }
    if let next { lines.append("more: before=\(next)") }
    return lines.asLines
  }
}

/// What a path holds before and after.
public struct PathChange: Codable, Equatable, Sendable {
  public var path: String
  /// Such as `"a" → "ab"`, or `+ Note(…)`.
  public var change: String
}

/// What changed between two versions.
public struct DifferenceAnswer: InspectorAnswer {
  public var from: UInt64
  public var to: UInt64
  public var changes: [PathChange]
  /// Changes that are not told one by one.
  public var omitted: Int

  public var text: String {
    var lines = changes.map { "\($0.path): \($0.change)" }
    if omitted > 0 { lines.append("… and \(omitted) more") }
    return (["\(from) → \(to)"] + (lines.isEmpty ? ["no change"] : lines)).asLines
  }
}

/// A commit with what led to it, and what it led to.
public struct CommitDetail: InspectorAnswer {
  public var commit: CommitLine
  /// The commits that led to it, the outermost first.
  public var causes: [CommitLine]
  /// What it changed; nil where that cannot be made again.
  public var difference: DifferenceAnswer?
  /// The commits that its effects and subscribers led to, at most 50.
  public var results: [CommitLine]
  /// The frames that showed it first, of those that were noted.
  public var frames: [FrameAnswer]

  public var text: String {
    var lines = [String].columns((causes + [commit]).map(\.cells))
    if let difference {
      lines += difference.changes.map { "  \($0.path): \($0.change)" }
      if difference.changes.isEmpty { lines.append("  no change") }
      if difference.omitted > 0 { lines.append("  … and \(difference.omitted) more") }
    }
    lines += [String].columns(results.map { ["→"] + $0.cells })
    return lines.asLines + frames.map(\.text).joined()
  }
}

/// A change of what is at a path.
public struct PathHistoryEntry: Codable, Equatable, Sendable {
  public var commit: CommitLine
  public var old: String
  public var new: String
}

/// The commits that changed what is at a path, the newest first.
public struct PathHistory: InspectorAnswer {
  public var path: String
  public var entries: [PathHistoryEntry]
  /// The oldest version that was looked at.
  public var through: UInt64
  /// Whether all recorded versions were.
  public var isComplete: Bool

  public var text: String {
    let rows = entries.map { ["\($0.old) → \($0.new)"] + $0.commit.cells }
    let end = isComplete ? "no other since version \(through)" : "looked at back to \(through)"
    return (["\(path):"] + [String].columns(rows) + [end]).asLines
  }
}
