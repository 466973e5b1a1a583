import MillraceDifference
import MillraceMiddleware
import MillraceStore

/// How well the types of a program fit a recording file.
public enum RecordingFit: String, Codable, Sendable {
  /// All types that the file names are the same.
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
  /// When the recording began: UTC after ISO 8601.
  public var began: String
  /// The oldest version in the file.
  public var first: UInt64
  /// The newest version in the file.
  public var last: UInt64
  /// How well the program's types fit the file.
  public var fit = RecordingFit.fine
  /// The differences of types, and the lost parts of the file.
  public var remarks: [String] = []
  /// Whether the last line broke off, because the program was killed. Its commit is missing.
  public var isTruncated = false
  /// The first version whose state this program computes differently; nil if none was found: each
  /// 64th state is compared, so a difference that later commits remove can be missed. The states of
  /// later versions are those that this program computes from the recorded actions.
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

  /// Adds a state. If there are more than 64 snapshots, keeps only as many as would fit into
  /// `bytes` without sharing memory. Replacements are removed last, with the oldest versions.
  fileprivate mutating func keep(_ state: some Sendable, _ version: UInt64) {
    log.keep(RecordedValue(state), of: version)
    _ = log.thin()
    if log.snapshots.count <= 64 { return }
    let limit = max(2, bytes / max(1, estimatedBytes(of: state)))
    while log.snapshots.count > limit { _ = log.thinOut() }
    report.first = log.versions.lowerBound
  }

  fileprivate mutating func add<S, A>(
    _ line: RecordedLine<S, A>, _ action: (any RecordedBox)?, _ state: some Sendable, _ cost: Float
  ) {
    if log.append(line, action: action, cost: cost) { keep(state, line.version) }
    report.last = line.version
  }

  fileprivate mutating func compare(_ types: [String: String]?, with value: Any) {
    guard let types, report.remarks.count < 20 else { return }
    report.remarks += typeDifferences(types, typeFingerprint(of: value))
    if !report.remarks.isEmpty { report.fit = .risky }
  }
}

extension RecordedStore {
  /// Calls a body with the types of the state and of actions, which are known to be codable only at
  /// run time.
  fileprivate func coding<Value>(
    _ body: (any Codable.Type, any Codable.Type) throws -> Value
  ) throws(InspectorError) -> Value {
    guard let state = types.state as? any Codable.Type else { throw .notCodable("\(types.state)") }
    guard let action = types.action as? any Codable.Type else {
      throw .notCodable("\(types.action)")
    }
    return try InspectorError.of { try body(state, action) }
  }
}

extension StoreContext {
  func open(
    _ path: String, bytes: Int, progress: (Double) -> Bool
  ) throws(InspectorError) -> RecordingFile {
    try coding { try read($0, $1, path, bytes, progress) }
  }

  private func read<S: Codable, A: Codable>(
    _: S.Type, _: A.Type, _ path: String, _ bytes: Int, _ progress: (Double) -> Bool
  ) throws -> RecordingFile {
    var lines = try RecordingLines(path: path)
    guard let first = try RecordedLine<S, A>.next(in: &lines, after: nil),
      let start = first.state, var state = start as? State
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
    func apply(_ line: RecordedLine<S, A>, to state: inout State) {
      if let action = line.action as? Action { reduce(&state, action) }
      if line.reason != nil, let replacement = line.state as? State { state = replacement }
    }
    var check = SampledReplayCheck(first, start)
    var batch = try RecordedLine<S, A>.batch(in: &lines, after: first.version)
    // The parts of the file before and after the batch.
    var (before, after) = (0.0, lines.fraction)
    while !batch.isEmpty {
      let last = batch[batch.count - 1].version
      let next = try RecordedLine<S, A>.batch(in: &lines, after: last)
      for (index, line) in batch.enumerated() {
        let fraction = before + (after - before) * Double(index) / Double(batch.count)
        if line.version % 64 == 0, !progress(fraction) {
          throw InspectorError.file("\(path) was not opened: it was cancelled.")
        }
        let start = ContinuousClock.now
        apply(line, to: &state)
        let cost = Float((ContinuousClock.now - start).microseconds.precise)
        if line.isCommit {
          let action = line.action as? Action
          file.compare(line.types, with: action ?? state)
          file.add(line, action.map { RecordedValue($0) }, state, cost)
        }
        if file.report.difference != nil { continue }
        let isLast = next.isEmpty && index == batch.count - 1
        let difference = check.difference(line, state as? S, isLast: isLast) { line, coded in
          guard var state = coded as? State else { return }
          apply(line, to: &state)
          coded = state as? S ?? coded
        }
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
}

extension CommitHistory {
  /// Returns commits as the lines of a recording.
  /// - Parameters:
  ///   - first: The version to begin with; nil is the oldest.
  ///   - limit: The largest number of bytes.
  /// - Throws: `InspectorError`, also if the reader hides parts.
  func recording(
    _ first: UInt64?, _ last: UInt64?, limit: Int
  ) throws(InspectorError) -> [UInt8] {
    try context.coding { try write($0, $1, range(first, last), limit) }
  }

  private func write<S: Codable, A: Codable>(
    _: S.Type, _: A.Type, _ range: ClosedRange<UInt64>, _ limit: Int
  ) throws -> [UInt8] {
    var writer = RecordingWriter<S, A>(began: log.began)
    var (bytes, before) = ([UInt8](), Any?.none)
    var line = RecordedLine<S, A>(version: range.lowerBound, ms: 0)
    try forEach(in: range) { version, action, state in
      if let before, let record = log[version] {
        line = RecordedLine(
          version: version, ms: Int(record.time / 1_000), action: action.flatMap { $0 as? A })
        let commit = self.line(of: version)
        (line.reason, line.parent, line.origin) = (record.reason, commit?.parent, commit?.site)
        (line.input, line.effect) = (commit?.input, commit?.effect)
        let change = StateDifference.between(before, state)
        line.change = change.isEmpty ? nil : change
      }
      guard let coded = state as? S else { return }
      try writer.write(line, coded) { line, _ in bytes += line }
      if bytes.count > limit { throw InspectorError.tooLong(limit) }
      before = state
    }
    return bytes
  }

  /// The versions from one to another; nil is the oldest or the newest.
  func range(_ first: UInt64?, _ last: UInt64?) throws(InspectorError) -> ClosedRange<UInt64> {
    let (first, last) = (first ?? versions.lowerBound, last ?? versions.upperBound)
    for version in [last, first] where !versions.contains(version) {
      throw log.notRecorded(version)
    }
    if first > last {
      throw .request("Version \(first) comes after version \(last): exchange them")
    }
    return first...last
  }

  /// Calls a body with each version, its action, and its state. The first version and replacements
  /// have no action.
  /// - Throws: `InspectorError` if parts are hidden; what the body throws.
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
  /// Calls a body. An error of another type becomes its description.
  static func of<Value>(_ body: () throws -> Value) throws(InspectorError) -> Value {
    do { return try body() } catch let error as InspectorError { throw error } catch {
      throw .file("\(error)")
    }
  }
}
