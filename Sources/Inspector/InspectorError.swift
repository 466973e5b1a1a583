/// The reason why an inspector cannot answer.
public enum InspectorError: Error, Equatable, Sendable {
  /// The recording cannot reproduce the version.
  case notRecorded(UInt64, ClosedRange<UInt64>)
  /// There is nothing at the path.
  case noValue(String)
  /// The path cannot be read.
  case invalidPath(String)
  /// The node or frame does not exist.
  case notFound(String)
  /// The answer is longer than its limit in bytes.
  case tooLong(Int)
  /// A value cannot be encoded as JSON and decoded to an equal value.
  case notCodable(String)
  /// A value does not fit its type.
  case invalidValue(String)
  /// A request lacks something, or contradicts itself: what to write instead.
  case request(String)
  /// The answer takes longer than a request may.
  case slow
  /// The store has ended.
  case ended
  /// A page or a request must not get the answer, for this reason.
  case hidden(String)
  /// A recording or a test was not written, or a recording was not opened.
  case file(String)
}

extension InspectorError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notRecorded(let version, let recorded):
      "Version \(version) is not recorded: choose one from \(recorded.lowerBound) to \(recorded.upperBound)."
    case .noValue(let path): "There is nothing at \(path)."
    case .invalidPath(let path):
      "\(path) is not a path: write items[id: 3].title, list[0], or byName[key]."
    case .notFound(let what): "There is no \(what)."
    case .tooLong(let limit):
      "The answer is longer than \(limit) bytes: ask for a part of it, or save it in the terminal."
    case .notCodable(let type):
      "\(type) cannot be encoded as JSON and decoded to an equal value: make it Codable and Equatable."
    case .invalidValue(let reason): "The value does not fit: \(reason)."
    case .request(let reason): "\(reason)."
    case .slow: "The answer takes too long: ask for fewer or for newer versions."
    case .ended: "The program has ended its store."
    case .hidden(let reason): reason
    case .file(let reason): reason
    }
  }
}
