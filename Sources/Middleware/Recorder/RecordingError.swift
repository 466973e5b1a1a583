import MillraceStore

/// Why a recording could not be written or read. Each error describes itself in one line.
public enum RecordingError: Error, Hashable, Sendable {
  /// The file could not be opened or read, or another store records into it; nothing is recorded.
  case cannotOpen(path: String, reason: String)
  /// The file is not a recording. It was not touched.
  case notARecording(path: String)
  /// A line has changed since it was written, or does not fit this program's state and actions,
  /// because another or a newer program recorded it.
  case damaged(path: String, line: Int, reason: String)
  /// A commit could not be written; the recording ends before it.
  case stopped(path: String, version: UInt64, reason: String)
  /// The version is not in the recording.
  case notRecorded(version: UInt64, recorded: ClosedRange<UInt64>)
  /// The version cannot be made again, because the reducer makes a state other than the recorded
  /// one.
  case differs(RecordingDifference)
}

extension RecordingError: CustomStringConvertible {
  public var description: String { onOneLine(text) }

  private var text: String {
    switch self {
    case .cannotOpen(let path, let reason):
      "The recording \(path) cannot be opened: \(reason). Choose another file."
    case .notARecording(let path):
      "\(path) is not a recording; it was not touched. Choose another file."
    case .damaged(let path, let line, let reason):
      "Line \(line) of \(path) is damaged: \(reason)."
    case .stopped(let path, let version, let reason):
      "The recording \(path) ends before version \(version), because that version could not be written: \(reason)."
    case .notRecorded(let version, let recorded):
      "Version \(version) was not recorded. Choose one from \(recorded.lowerBound) to \(recorded.upperBound)."
    case .differs(let difference): difference.description
    }
  }
}
