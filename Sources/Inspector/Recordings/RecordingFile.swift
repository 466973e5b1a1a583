import MillraceDifference
import MillraceMiddleware
import MillraceStore

/// How well the types of a program fit a recording file.
public enum RecordingFit: String, Codable, Sendable {
  /// All types that the file names are the program's types.
  case fine
  /// Every line can be decoded, but types differ, or the file does not name them.
  case risky
}

/// A recording file that was opened.
///
/// Opening throws an error for a file that does not fit at all. The error names the line, the path
/// of the value in that line, and the reason.
public struct OpenedRecording: InspectorAnswer, Hashable {
  /// The path of the file.
  public var path: String
  /// When the recording began, in UTC and in the format of ISO 8601.
  public var began: String
  /// The oldest version in the file.
  public var first: UInt64
  /// The newest version in the file.
  public var last: UInt64
  /// How well the program's types fit the file.
  public var fit = RecordingFit.fine
  /// The differences of types, and the lost parts of the file.
  public var remarks: [String] = []
  /// Whether the last line is incomplete, because the program was killed. Its commit is missing.
  public var isTruncated = false
  /// A sentence about the first version whose state this program computes differently; nil if none
  /// was found. Only each 64th state, the last state and the states that the file contains are
  /// compared, so a difference that later commits remove can be missed. The states of later
  /// versions are those that this program computes from the recorded actions.
  public var difference: String?

  public var text: String {
    let head = "\(path): \(fit.rawValue), versions \(first) to \(last), began \(began)"
    return ([head] + (remarks + [difference].compactMap(\.self)).map { "  \($0)" }).asLines
  }
}

/// The commits of a file, in the form of a recording in memory.
struct RecordingFile: Sendable {
  fileprivate(set) var log: CommitLog
  fileprivate(set) var report: OpenedRecording
  /// The memory that snapshots may use.
  private let bytes: Int

  fileprivate init(_ report: OpenedRecording, bytes: Int) {
    log = CommitLog(limit: 1 << 40, began: report.began)
    (self.report, self.bytes) = (report, bytes)
  }

  /// Adds a snapshot. If there are then more than 64, keeps only as many as would fit into `bytes`
  /// if they shared no memory, but at least two. Snapshots of replacements are removed last,
  /// together with the oldest versions.
  fileprivate mutating func keep(_ state: some Sendable, _ version: UInt64) {
    log.keep(RecordedValue(state), of: version)
    _ = log.thin()
    if log.snapshots.count <= 64 { return }
    let limit = max(2, bytes / max(1, estimatedBytes(of: state)))
    while log.snapshots.count > limit { _ = log.thinOut() }
    report.first = log.versions.lowerBound
  }

  fileprivate mutating func compare(_ types: [String: String]?, with value: Any) {
    guard let types, report.remarks.count < 20 else { return }
    report.remarks += typeDifferences(types, typeFingerprint(of: value))
    if !report.remarks.isEmpty { report.fit = .risky }
  }
}

/// A store whose commits can be written to a file, and read from one.
protocol CodableStore {
  /// Reads a recording file.
  /// - Parameters:
  ///   - bytes: The memory that snapshots may use.
  ///   - progress: Called repeatedly with the fraction of the file that was read, from 0 to 1. It
  ///     returns whether to continue.
  func open(_ path: String, bytes: Int, progress: (Double) -> Bool) throws -> RecordingFile
  /// Writes versions as the lines of a recording.
  /// - Parameter limit: The largest number of bytes.
  func write(_ range: ClosedRange<UInt64>, of history: CommitHistory, limit: Int) throws -> [UInt8]
}

extension RecordedStore {
  /// Calls a body with this store as a `CodableStore`. Only at run time is it known whether the
  /// state and the actions are codable.
  func coding<Value>(_ body: (any CodableStore) throws -> Value) throws(InspectorError) -> Value {
    guard let store = self as? any CodableStore else {
      throw .notCodable("\(types.state is any Codable.Type ? types.action : types.state)")
    }
    return try InspectorError.of { try body(store) }
  }
}

extension StoreContext: CodableStore where State: Codable, Action: Codable {
  private typealias Line = RecordedLine<State, Action>

  private func apply(_ line: Line, to state: inout State) {
    if let action = line.action { reduce(&state, action) }
    if line.reason != nil, let replacement = line.state { state = replacement }
  }

  func open(_ path: String, bytes: Int, progress: (Double) -> Bool) throws -> RecordingFile {
    var lines = try RecordingLines(path: path)
    guard let first = try Line.next(in: &lines, after: nil), var state = first.state
    else { throw RecordingError.notARecording(path: path) }
    var file = RecordingFile(
      OpenedRecording(
        path: path, began: first.began ?? "", first: first.version, last: first.version),
      bytes: bytes)
    if first.types == nil {
      file.report.fit = .risky
      file.report.remarks = ["The file does not name its types: an older program wrote it."]
    }
    file.compare(first.types, with: state)
    file.keep(state, first.version)
    var check = SampledReplayCheck(first, state)
    var batch = try Line.batch(in: &lines, after: first.version)
    // The fractions of the file that have been read before and after the batch.
    var (before, after) = (0.0, lines.fraction)
    while let last = batch.last {
      let next = try Line.batch(in: &lines, after: last.version)
      for (index, line) in batch.enumerated() {
        let fraction = before + (after - before) * Double(index) / Double(batch.count)
        if line.version % 64 == 0, !progress(fraction) {
          throw InspectorError.file("\(path) was not opened: it was cancelled.")
        }
        let start = ContinuousClock.now
        apply(line, to: &state)
        let cost = Float((ContinuousClock.now - start).microseconds)
        if line.isCommit {
          file.compare(line.types, with: line.action.map { $0 as Any } ?? state)
          let action = line.action.map { RecordedValue($0) }
          let isDue = file.log.append(line, action: action, cost: cost)
          if isDue { file.keep(state, line.version) }
          file.report.last = line.version
        }
        if file.report.difference != nil { continue }
        let isLast = next.isEmpty && index == batch.count - 1
        let difference = check.difference(line, state, isLast: isLast) { apply($0, to: &$1) }
        file.report.difference = difference?.description
      }
      (before, after, batch) = (after, lines.fraction, next)
    }
    if file.report.first > first.version {
      file.report.remarks.append(
        "Versions before \(file.report.first) are left out: their states exceed the memory for snapshots."
      )
    }
    file.report.isTruncated = lines.isTruncated
    if lines.isTruncated {
      file.report.remarks.append("The last line broke off: its commit is lost.")
    }
    return file
  }

  func write(_ range: ClosedRange<UInt64>, of history: CommitHistory, limit: Int) throws -> [UInt8]
  {
    var writer = RecordingWriter<State, Action>(began: history.log.began)
    var (bytes, before) = ([UInt8](), Any?.none)
    var line = Line(version: range.lowerBound, ms: 0)
    try history.forEach(in: range) { version, action, state in
      if let before, let commit = history.line(of: version) {
        line = Line(
          version: version, ms: Int(commit.time), action: action.flatMap { $0 as? Action })
        (line.reason, line.parent) = (history.log[version]?.reason, commit.parent)
        (line.origin, line.input, line.effect) = (commit.site, commit.input, commit.effect)
        let change = StateDifference.between(before, state)
        line.change = change.isEmpty ? nil : change
      }
      guard let coded = state as? State else { return }
      try writer.write(line, coded) { line, _ in bytes += line }
      if bytes.count > limit { throw InspectorError.tooLong(limit) }
      before = state
    }
    return bytes
  }
}

extension CommitHistory {
  /// Returns commits as the lines of a recording.
  /// - Parameters:
  ///   - first: The version to begin with; nil is the oldest.
  ///   - limit: The largest number of bytes.
  /// - Throws: `InspectorError`, also if the reader hides parts.
  func recording(_ first: UInt64?, _ last: UInt64?, limit: Int) throws(InspectorError) -> [UInt8] {
    try context.coding { try $0.write(range(first, last), of: self, limit: limit) }
  }

  /// Returns a range of versions. Without a first version, it begins with the oldest; without a
  /// last version, it ends with the newest.
  func range(_ first: UInt64?, _ last: UInt64?) throws(InspectorError) -> ClosedRange<UInt64> {
    let (first, last) = (first ?? versions.lowerBound, last ?? versions.upperBound)
    let wrong = [last, first].first { !versions.contains($0) }
    if let wrong { throw log.notRecorded(wrong) }
    if first > last {
      throw .request("Version \(first) comes after version \(last): exchange them")
    }
    return first...last
  }

  /// Calls a body with each version, its action, and its state. The first version and replacements
  /// have no action.
  /// - Throws: `InspectorError`, also if parts are hidden or if the body throws.
  func forEach(
    in range: ClosedRange<UInt64>, _ body: (UInt64, Any?, Any) throws -> Void
  ) throws(InspectorError) {
    if reader.redactor != nil {
      throw .file(
        "This inspector hides parts of the state, which a file would show: nothing was written.")
    }
    try context.replay(log, range, skipping: [], known: nil) {
      version, state throws(InspectorError) in
      let action = version == range.lowerBound ? nil : log[version]?.action?.anyValue
      try InspectorError.of { try body(version, action, state.anyValue) }
      return true
    }
  }
}

extension InspectorError {
  /// Calls a body. An error that is no `InspectorError` becomes one, with its description.
  static func of<Value>(_ body: () throws -> Value) throws(InspectorError) -> Value {
    do { return try body() } catch let error as InspectorError { throw error } catch {
      throw .file("\(error)")
    }
  }
}
