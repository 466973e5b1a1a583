import MillraceStore

/// The commits that a recorder wrote, from which any version of a store's state can be made again.
///
/// ```swift
/// let recording = try Recording<Todos, TodoAction>(path: "session.jsonl")
/// for version in recording.versions { print(try recording.state(at: version, by: todos)) }
/// ```
///
/// Lines are read on demand: memory holds one state, and the offsets of the other recorded states.
/// Commits recorded after the recording was opened are not part of it.
public struct Recording<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  typealias Line = RecordedLine<State, Action>

  private let lines: RecordingLines
  /// The offsets of the lines that have a state.
  private let stateLines: [(version: UInt64, offset: Int, number: Int)]
  /// The versions whose states can be made, from the first recorded to the last.
  public let versions: ClosedRange<UInt64>
  /// When the recording began, in ISO 8601 and UTC, as in `2025-01-31T09:05:00Z`.
  public let began: String
  /// Whether the last line is incomplete, because the program was killed; its commit is missing.
  public let isTruncated: Bool

  /// Opens a recording, and checks all of it for damage.
  /// - Complexity: O(*n*) in its length; one line at a time is in memory.
  /// - Parameter path: A file of `.recorder(to:)`.
  public init(path: String) throws(RecordingError) { try self.init(RecordingLines(path: path)) }

  /// Opens the commits that a ring holds now.
  public init(_ ring: RecordingRing) throws(RecordingError) {
    try self.init(RecordingLines(ring))
  }

  private init(_ all: RecordingLines) throws(RecordingError) {
    lines = all
    var (lines, stateLines, last, began) = (all, [(UInt64, Int, Int)](), UInt64(0), "")
    while true {
      let (offset, number) = (lines.offset, lines.number)
      guard
        let line = try RecordedLine<Undecoded, Undecoded>.next(
          in: &lines, after: stateLines.isEmpty ? nil : last)
      else { break }
      if stateLines.isEmpty { began = line.began ?? "" }
      if line.state != nil { stateLines.append((line.version, offset, number)) }
      last = line.version
    }
    guard let first = stateLines.first else { throw .notARecording(path: lines.name) }
    (self.stateLines, versions, self.began, isTruncated) = (
      stateLines, first.0...last, began, lines.isTruncated
    )
  }

  /// Makes the state of a version again, from the nearest one that is recorded.
  /// - Parameters:
  ///   - version: One of `versions`.
  ///   - reducer: The reducer of the recorded store. Its commands are dropped.
  /// - Throws: `RecordingError.differs` if the reducer makes a state other than the recorded one.
  /// - Complexity: Applies the actions since that state. Their lines are at most about as long as
  ///   the state, or 4 KB. If the state has an `UndoHistory`, applies all recorded actions; undo
  ///   steps from before the recording are missing.
  public func state(
    at version: UInt64, by reducer: Reducer<State, Action>
  ) throws(RecordingError) -> State {
    var (lines, state, check) = try start(at: version)
    while check.commit.version < version, let line = try next(&lines) {
      // Keeps the earlier state only where it is compared: without a second reference, the reducer
      // changes the state in place.
      let before = line.digest == nil ? nil : state
      if let action = line.action { _ = reducer.reduce(&state, action) }
      // Only a replacement brings a new state. Any other recorded state equals the current one,
      // except for undo histories.
      if line.reason != nil, let replacement = line.state { state = replacement }
      if let difference = check.difference(line, before, state) { throw .differs(difference) }
    }
    return state
  }

  /// The nearest state at or before a version, and the lines that follow it.
  func start(
    at version: UInt64
  ) throws(RecordingError) -> (RecordingLines, State, ReplayCheck<State, Action>) {
    guard versions.contains(version),
      let stateLine = stateLines.last(where: { $0.version <= version })
    else {
      throw .notRecorded(version: version, recorded: versions)
    }
    var lines = lines.from(offset: stateLine.offset, number: stateLine.number)
    guard let line = try next(&lines), let state = line.state else {
      throw lines.damagedError("it has no state")
    }
    // A recorded state has no undo steps: only a replay of all actions makes them.
    if version > versions.lowerBound, !undoMoves(in: state).isEmpty {
      let first = try start(at: versions.lowerBound)
      if first.2.commit.version < line.version { return first }
    }
    return (lines, state, ReplayCheck(line))
  }

  /// Reads the next line, up to the last of `versions`: the recorder may have written more since
  /// the recording was opened.
  func next(_ lines: inout RecordingLines) throws(RecordingError) -> Line? {
    guard let line = try Line.next(in: &lines), line.version <= versions.upperBound else {
      return nil
    }
    return line
  }
}
