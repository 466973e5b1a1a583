import MillraceStore

/// A break: when a commit changes the value at the path, the actions after that commit are held.
/// `@unchecked` is safe, because `last` is a part of a `Sendable` state.
struct PathBreak: @unchecked Sendable {
  let path: ValuePath
  private let reader: ValueReader
  private var last: Any?

  init(_ path: ValuePath, in state: Any, _ reader: ValueReader) {
    (self.path, self.reader) = (path, reader)
    last = reader.value(at: path, in: state)
  }

  /// - Returns: This break with the value before the change; nil if the value has not changed.
  mutating func update(_ state: any RecordedBox) -> PathBreak? {
    let value = reader.value(at: path, in: state.anyValue)
    if reader.areSame(last, value) { return nil }
    defer { last = value }
    return self
  }
}

/// Whether actions are held before the reducer, and the paths of the breaks.
public struct HoldAnswer: InspectorAnswer {
  /// The number of actions that wait; nil if actions are not held.
  public var waiting: Int?
  /// The commit that changed the value at a break's path; nil if the hold has another reason.
  public var version: UInt64?
  /// The path of that break.
  public var path: String?
  /// The paths of the breaks.
  public var breaks: [String]

  public var text: String {
    let reason = version.map { " since version \($0) changed \(path ?? "")" } ?? ""
    let state = waiting.map { "held\(reason), \($0) waiting" } ?? "not held"
    return ([state] + breaks.map { "break on \($0)" }).asLines
  }
}
