import Millrace

/// The lines of a log, the read position in its file, and the filter.
struct LogView: Equatable, Sendable {
  /// The path of the file; nil for standard input.
  var path: String?
  var lines = LogLines()
  var query = ""
  var isWrapped = false
  var problem: String?
  /// The current file. `offset` is the offset after its last complete line.
  var file: FileStatus.Identity?
  var offset = 0
  var isReading = false
  /// Whether the file changed while it was being read.
  var isStale = false

  /// Reads only the text that was appended to the file.
  mutating func read() -> Command<LogViewAction> {
    guard let path else { return .none }
    (isReading, isStale) = (true, false)
    let (file, offset) = (file, offset)
    return .task { .read(try LogPart(of: path, file, from: offset)) }.catch { .failed("\($0)") }
  }
}

enum LogViewAction: Sendable {
  case changed, read(LogPart), received(String), failed(String), filter(String), wrap(Bool)
}

let logView = Reducer<LogView, LogViewAction> { state, action -> Command<LogViewAction> in
  switch action {
  case .changed:
    guard !state.isReading else {
      state.isStale = true
      return .none
    }
    return state.read()
  case .read(let part):
    if !part.text.isEmpty { state.lines.append(part.text) }
    (state.file, state.offset, state.problem) = (part.file, part.end, nil)
    state.isReading = false
    if state.isStale { return state.read() }
  case .received(let text): state.lines.append(text)
  case .failed(let reason): (state.isReading, state.problem) = (false, reason)
  case .filter(let query): state.query = query
  case .wrap(let isOn): state.isWrapped = isOn
  }
  return .none
}

/// Watches the file from the start, so that no change is missed. Without a file, reads standard
/// input to its end.
@Sendable func logSources(of state: LogView) -> [ActionSource<LogViewAction>] {
  if let path = state.path {
    return [.fileChanges(id: path, at: path) { _ in .changed }.catch { .failed("\($0)") }]
  }
  return [
    .run(id: "input") { send in
      var rest: [UInt8] = []
      while case let bytes = await send.dependencies[LogInput.self](), !bytes.isEmpty {
        rest += bytes
        guard let end = rest.lastIndex(of: 0x0A) else { continue }
        send(.received(String(decoding: rest[...end], as: UTF8.self)))
        rest.removeSubrange(...end)
      }
      if !rest.isEmpty { send(.received(String(decoding: rest, as: UTF8.self))) }
    }
  ]
}

/// The complete lines of a file after an offset. An incomplete last line is read later.
struct LogPart: Sendable {
  let text: String
  let file: FileStatus.Identity
  let end: Int

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// The maximum number of bytes, at the end of the file, that the first read takes.
  private static let maximumBytes = 64 << 20

  init(of path: String, _ known: FileStatus.Identity?, from offset: Int) throws {
    guard let status = try SystemFiles().status(of: path) else {
      throw Missing(description: "\(path) does not exist yet. Lines appear when it is written.")
    }
    // A replaced or truncated file is read from its start.
    let isSame = status.identity == known && status.size >= offset
    let start = isSame ? offset : max(0, status.size - Self.maximumBytes)
    let bytes = try SystemFiles().read(path, from: start)
    let count = (bytes.lastIndex(of: 0x0A) ?? -1) + 1
    text = String(decoding: bytes[..<count], as: UTF8.self)
    (file, end) = (status.identity, start + count)
  }
}
