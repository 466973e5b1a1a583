/// Makes the lines of a recording, for any destination.
package struct RecordingWriter<State: Codable, Action: Codable> {
  private let began: String
  private let checkedSize: Int
  /// The length of the state's JSON when it was last encoded, in bytes.
  private var stateSize = 0
  /// The number of bytes written since the last line with a state.
  private var bytes = 0
  /// The names of the action cases that have a line with their types; nil before the first line.
  private var cases: Set<String>?

  /// - Parameters:
  ///   - began: When the recording began: see ``recordingStart()``.
  ///   - checkedSize: A state whose JSON has at most this many bytes gets a checksum after every
  ///     action.
  package init(began: String, _ checkedSize: Int = 16_384) {
    (self.began, self.checkedSize) = (began, checkedSize)
  }

  /// - Parameters:
  ///   - line: A commit without its state; for the first line, the version alone.
  ///   - state: The state after the commit.
  ///   - append: Receives each line with its line break, and whether the line has a state.
  package mutating func write(
    _ line: RecordedLine<State, Action>, _ state: State,
    _ append: (_ line: [UInt8], _ isState: Bool) throws -> Void
  ) throws {
    let isDue = bytes >= max(stateSize, 4096)
    var digest: String?
    if isDue || line.action == nil || stateSize <= checkedSize {
      let json = try JSONFormat.encode(state)
      stateSize = json.count
      digest = Checksum(json).text
    }
    // A line without an action holds the state itself. After an action, a due state gets a separate
    // line.
    let next =
      isDue && line.action != nil
      ? [RecordedLine<State, Action>(version: line.version, ms: line.ms)] : []
    for var line in [line] + next {
      let isState = line.action == nil
      // Large states are checked only where they are recorded.
      if isState || stateSize <= checkedSize { line.digest = digest }
      if isState {
        (line.began, line.format, line.state) = (began, RecordingLines.formatVersion, state)
      }
      if cases == nil { line.types = typeFingerprint(of: state) }
      if let action = line.action, cases?.insert(caseName(of: action)).inserted == true {
        line.types = typeFingerprint(of: action)
      }
      cases = cases ?? []
      let bytes = CheckedLine.make(try JSONFormat.encode(line))
      try append(bytes, isState)
      self.bytes = isState ? 0 : self.bytes + bytes.count
    }
  }
}

extension RecordingWriter: Sendable where State: Sendable, Action: Sendable {}

/// Returns the current time in the format of `began`: UTC, in ISO 8601.
package func recordingStart() -> String { Date().iso8601Text }
