/// A part of a value.
public struct ValuePart: Codable, Equatable, Sendable, Identifiable {
  /// The path in the state.
  public var path: String
  /// The last step of the path.
  public var name: String
  /// The name of the value's type.
  public var type: String
  /// The value on one line, cut if it is too long.
  public var text: String
  /// The number of the value's parts.
  public var count: Int

  public var id: String { path }
}

/// The value at a path of the state.
public struct ValueAnswer: InspectorAnswer {
  /// The version of the state.
  public var version: UInt64
  /// The value itself.
  public var value: ValuePart
  /// A range of the value's parts.
  public var parts: [ValuePart]
  /// The index of the first of `parts` among all parts of the value.
  public var offset: Int
  /// The number of the value's parts that follow `parts`.
  public var more: Int

  public var text: String {
    let path = value.path.isEmpty ? "state" : value.path
    var lines = ["\(path): \(value.type) = \(value.text)  (version \(version))"]
    lines += [String].columns(
      parts.map { ["  " + $0.name, $0.text, $0.count > 0 ? "\($0.count) parts" : ""] })
    if more > 0 { lines.append("  … \(more) more: offset=\(offset + parts.count)") }
    return lines.asLines
  }
}

/// A result of a search.
public struct SearchHit: Codable, Equatable, Sendable {
  /// Where a search found the text.
  public enum Kind: String, Codable, Sendable {
    /// A value of the state, the action of a commit, or a node of the tree.
    case state, action, node
  }

  /// The kind of the thing in which the text occurs.
  public var kind: Kind
  /// The path in the state, or the id of the node; nil for an action.
  public var path: String?
  /// The version of the commit, if the text occurs in its action.
  public var version: UInt64?
  /// The line that contains the text.
  public var text: String
}

/// The occurrences of a text in names and values of the state, in actions, and in the tree.
public struct SearchAnswer: InspectorAnswer {
  /// The text that was searched for.
  public var query: String
  /// The occurrences, in the order of the search.
  public var hits: [SearchHit]
  /// Whether the search examined everything. False if it stopped at the limit or was cancelled.
  public var isComplete: Bool

  public var text: String {
    let rows = hits.map {
      [$0.kind.rawValue, $0.path ?? $0.version.map { "\($0)" } ?? "", $0.text]
    }
    let end = isComplete ? "\(hits.count) found" : "\(hits.count) found, and perhaps more"
    return ([String].columns(rows) + [end]).asLines
  }

  /// Returns this answer with hits of another one, up to the limit.
  func adding(_ other: SearchAnswer, limit: Int = 50) -> SearchAnswer {
    let all = hits + other.hits
    return SearchAnswer(
      query: query, hits: Array(all.prefix(limit)),
      isComplete: isComplete && other.isComplete && all.count <= limit)
  }
}
