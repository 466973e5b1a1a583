/// The reason why an inspector cannot answer.
public enum InspectorError: Error, Equatable, Sendable {
  /// The recording cannot reproduce the version, or the version is the oldest one, which has no
  /// recorded commit and cannot be skipped. The recording can reproduce the versions in the range.
  case notRecorded(UInt64, ClosedRange<UInt64>)
  /// There is nothing at the path.
  case noValue(String)
  /// The path cannot be read.
  case invalidPath(String)
  /// What was asked for, such as a node, a frame, an action or a branch, does not exist.
  case notFound(String)
  /// The answer is longer than its limit in bytes.
  case tooLong(Int)
  /// A value cannot be encoded as JSON and decoded to an equal value.
  case notCodable(String)
  /// A value does not fit its type.
  case invalidValue(String)
  /// A request lacks something or contradicts itself. The text says what to write instead.
  case request(String)
  /// The answer takes longer than a request may take, or the task of the query was cancelled.
  case slow
  /// The store has ended.
  case ended
  /// The answer is hidden from pages and requests. The text is the reason.
  case hidden(String)
  /// A file was not written, or a recording file was not opened.
  case file(String)
}

extension InspectorError: CustomStringConvertible {
  public var description: String { parts.text }

  /// The name and the text of the error, and the HTTP status of a response that reports it.
  var parts: (name: String, status: Int, text: String) {
    switch self {
    case .notRecorded(let version, let all) where version == all.lowerBound:
      let start = "The recording starts with the state of version \(version), not with its action"
      let isOnly = all.upperBound == version
      let advice =
        isOnly ? "there is no later one" : "choose one from \(version + 1) to \(all.upperBound)"
      return ("notRecorded", 404, "\(start): \(advice).")
    case .notRecorded(let version, let all):
      let known = "\(all.lowerBound) to \(all.upperBound)"
      return ("notRecorded", 404, "Version \(version) is not recorded: choose one from \(known).")
    case .noValue(let path): return ("noValue", 404, "There is nothing at \(path).")
    case .invalidPath(let path):
      let forms = "write items[id: 3].title, list[0], or byName[key]"
      return ("invalidPath", 400, "\(path) is not a path: \(forms).")
    case .notFound(let what): return ("notFound", 404, "There is no \(what).")
    case .tooLong(let limit):
      let advice = "ask for a part of it, or save it in the terminal"
      return ("tooLong", 413, "The answer is longer than \(limit) bytes: \(advice).")
    case .notCodable(let type):
      let problem = "\(type) cannot be encoded as JSON and decoded to an equal value"
      return ("notCodable", 409, "\(problem): make it Codable and Equatable.")
    case .invalidValue(let reason):
      return ("invalidValue", 400, "The value does not fit: \(reason).")
    case .request(let reason): return ("request", 400, "\(reason).")
    case .slow:
      return ("slow", 503, "The answer takes too long: ask for fewer or for newer versions.")
    case .ended: return ("ended", 409, "The program has ended its store.")
    case .hidden(let reason): return ("hidden", 403, reason)
    case .file(let reason): return ("file", 409, reason)
    }
  }
}
