import MillraceDifference
import MillraceStore
import MillraceSystem

/// Converts commits to lines, on the log's queue.
struct LogLines<State: Sendable, Action: Sendable>: Sendable {
  let format: LogFormat
  let fields: Set<LogField>
  let redactions: Redactions?

  /// Nil fields are omitted.
  private struct Line: Encodable {
    var version: UInt64?
    var time: String?
    var level: String?
    var action: String?
    var changes: [String]?
    var duration: Double?
    var origin: String?
    var dropped: Int?
  }

  /// - Parameter second: The time of the commit, in seconds since 1970.
  func line(of commit: Commit<State, Action>, _ level: LogLevel, second: Int) -> String {
    var line = Line(version: commit.version, level: "\(level)")
    if fields.contains(.time) {
      line.time = Date(timeIntervalSince1970: Double(second)).iso8601Text
    }
    switch commit.cause {
    case .action(let action): line.action = logText(action, limit: 200, hiding: redactions)
    case .replacement(let reason): line.action = "(\(reason))"
    }
    line.changes = commit.states.map {
      StateDifference.lines($0.before, $0.after, hiding: redactions)
    }
    if fields.contains(.duration) { line.duration = commit.duration.map { $0 / .seconds(1) } }
    if fields.contains(.origin) { line.origin = commit.origin?.description }
    return format == .json ? json(line) : text(line, level)
  }

  /// A line that says how many lines are missing.
  func line(dropped count: Int) -> String {
    format == .json ? json(Line(dropped: count)) : "… \(count) lines were dropped"
  }

  private func json(_ line: Line) -> String {
    // Strings and finite numbers can always be encoded.
    (try? JSONFormat.encoder().encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private func text(_ line: Line, _ level: LogLevel) -> String {
    var start = "\(line.version ?? 0) "
    if let time = line.time { start += "\(time) " }
    if level != .info { start += "\(level): " }
    let duration = line.duration.map { "\(Int(($0 * 1e6).rounded())) µs" }
    let source = [duration, line.origin].compactMap(\.self).joined(separator: " ")
    let changes = (line.changes ?? []).joined(separator: "; ")
    let parts = [start + (line.action ?? ""), changes, source].filter { !$0.isEmpty }
    return onOneLine(parts.joined(separator: " | "))
  }
}
