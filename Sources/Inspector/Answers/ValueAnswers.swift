/// A part of a value.
public struct ValuePart: Codable, Equatable, Sendable, Identifiable {
  public var path: String
  /// The last step of the path.
  public var name: String
  public var type: String
  /// The value in a line, cut.
  public var text: String
  /// How many parts it has.
  public var count: Int

  public var id: String { path }
}

/// What is at a path of the state.
public struct ValueAnswer: InspectorAnswer {
  public var version: UInt64
  public var value: ValuePart
  /// Some of its parts.
  public var parts: [ValuePart]
  /// The place of the first of these.
  public var offset: Int
  /// How many follow.
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

/// Something that was found.
public struct SearchHit: Codable, Equatable, Sendable {
  public enum Kind: String, Codable, Sendable { case state, action, node }

  public var kind: Kind
  /// Of the state or of the tree.
  public var path: String?
  /// Of an action.
  public var version: UInt64?
  public var text: String
}

/// Where a text occurs: in names and values of the state, in actions, in the tree.
public struct SearchAnswer: InspectorAnswer {
  public var query: String
  public var hits: [SearchHit]
  /// Whether everything was searched: false where there are more hits than were asked for, or the search was cancelled.
  public var isComplete: Bool

  public var text: String {
    let rows = hits.map {
      [$0.kind.rawValue, $0.path ?? $0.version.map { "\($0)" } ?? "", $0.text]
    }
    let end = isComplete ? "\(hits.count) found" : "\(hits.count) found, and perhaps more"
    return ([String].columns(rows) + [end]).asLines
  }
}
