// Compiled by Scripts/fuzz.sh into one module with the sources of the store, of recordings, and of
// the inspector's files.

/// Opens bytes as a recording file. Stops if the reader traps, if an error is not one line, if a
/// version in the file cannot be restored, or if an opened recording differs after it was saved and
/// opened again.
///
/// The first byte selects the content: the bytes themselves, or a valid file modified by the bytes.
/// It also selects whether checksums are corrected. Only with correct checksums is the code after
/// their check reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))[...]
  let mode = bytes.popFirst() ?? 0
  var content = mode & 1 == 0 ? Array(bytes) : changed(Session.valid, by: bytes)
  if mode & 2 != 0 { content = withSums(content) }
  do { try check(content) } catch { fatalError("\(error)") }
  return 0
}

private func check(_ content: [UInt8]) throws {
  let machine = Session.machine()
  do throws(InspectorError) {
    let report = try machine.recording.open(Session.file(content)) { _ in true }
    require(machine.versions == report.first...report.last, "\(machine.versions), \(report)")
    require(!report.text.dropLast().contains("\n\n"), report.text)
    for version in report.first...report.last { _ = try machine.state(at: version) }
    _ = try machine.recording.history(ValueReader()).test(
      report.first, report.last, nil, "Fuzz")
    let saved = try machine.recording.history(ValueReader()).recording(
      nil, nil, limit: .max)
    let other = Session.machine()
    let again = try other.recording.open(Session.file(saved)) { _ in true }
    require(again.fit == .fine && again.difference == nil && !again.isTruncated, again.text)
    require((again.first, again.last) == (report.first, report.last), again.text)
    for version in report.first...report.last {
      let (one, two) = (try machine.state(at: version), try other.state(at: version))
      require(one == two, "\(one) became \(two)")
    }
  } catch {
    require(
      machine.recording.file == nil || "\(error)".contains("cannot be encoded as JSON"), "\(error)")
    require(!"\(error)".contains("\n") && !"\(error)".isEmpty, "\(error)")
  }
}

private func require(_ isTrue: Bool, _ message: @autoclosure () -> String) {
  if !isTrue { fatalError(message()) }
}

private struct FuzzState: Codable, Equatable, Sendable {
  indirect enum Tree: Codable, Equatable, Sendable { case leaf, branch([Tree]) }
  struct Row: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var name = ""
  }

  var numbers: [Int] = []
  var text: String?
  var value = 0.0
  var tree = Tree.leaf
  var names: [String: Int] = [:]
  var rows = IdentifiedList<Row>()
}

private enum FuzzAction: Codable, Equatable, Sendable {
  case add(Int)
  case text(String?)
  case value(Double)
  case tree(FuzzState.Tree)
  case name(String, Int)
  case row(FuzzState.Row)
  case clear
}

private let fuzzReducer = Reducer<FuzzState, FuzzAction> { state, action in
  switch action {
  case .add(let number): state.numbers.append(number)
  case .text(let text): state.text = text
  case .value(let value): state.value = value
  case .tree(let tree): state.tree = tree
  case .name(let name, let number): state.names[name] = number
  case .row(let row): state.rows.append(row)
  case .clear: state.numbers = []
  }
}

private enum Session {
  static func machine() -> TimeMachine<FuzzState, FuzzAction> {
    TimeMachine(Store(initial: FuzzState(), reducer: fuzzReducer))
  }

  /// A valid file.
  static let valid: [UInt8] = {
    let store = Store(initial: FuzzState(), reducer: fuzzReducer)
    let machine = TimeMachine(store)
    for action in [
      .add(1), .text("a\"é"), .value(1.5), .tree(.branch([.leaf])), .name("b", 2),
      .row(.init(id: 3)),
      .clear,
    ] as [FuzzAction] { store.dispatch(action) }
    store.context.replaceState(reason: .liveReload) { $0.text = "again" }
    store.dispatch(.add(4))
    guard
      let bytes = try? machine.recording.history(ValueReader()).recording(
        nil, nil, limit: .max)
    else {
      fatalError("The session cannot be saved.")
    }
    return bytes
  }()

  private static let path = "/tmp/millrace-recording-fuzz"

  static func file(_ content: [UInt8]) -> String {
    let files = SystemFiles()
    do {
      let file = try files.open(path, .any)
      defer { files.close(file) }
      try files.resize(file, to: 0)
      try files.writeAll(content, to: file)
    } catch { fatalError("\(path): \(error)") }
    return path
  }
}

/// Replaces, inserts, removes and duplicates bytes and lines. Each change is four bytes: two for
/// the offset, the kind, and its value.
private func changed(_ content: [UInt8], by bytes: ArraySlice<UInt8>) -> [UInt8] {
  var (content, bytes) = (content, bytes)
  while bytes.count >= 4, !content.isEmpty {
    let step = Array(bytes.prefix(4))
    bytes = bytes.dropFirst(4)
    let offset = (Int(step[0]) << 8 | Int(step[1])) % content.count
    switch step[2] % 6 {
    case 0: content[offset] = step[3]
    case 1: content.insert(step[3], at: offset)
    case 2: content.remove(at: offset)
    case 3: content.removeSubrange(offset..<min(content.count, offset + Int(step[3])))
    case 4: content.removeLast(min(content.count, Int(step[3])))
    default:
      var lines = content.split(separator: 10, omittingEmptySubsequences: false)
      lines.insert(lines[offset % lines.count], at: Int(step[3]) % lines.count)
      content = Array(lines.joined(separator: [10]))
    }
  }
  return content
}

/// Returns the lines with correct checksums.
private func withSums(_ content: [UInt8]) -> [UInt8] {
  let lines = content.split(separator: 10, omittingEmptySubsequences: false)
  return lines.enumerated().flatMap { number, line in
    let start = Array(#"{"sum":""#.utf8)
    let object = line.starts(with: start) ? [UInt8(ascii: "{")] + line.dropFirst(26) : Array(line)
    if object.isEmpty { return [UInt8]() }
    let made = CheckedLine.make(object)
    // Adds no line break after the last line.
    return number == lines.count - 1 ? made.dropLast() : made
  }
}

/// Replaces the type with this name in `Render`, which is not compiled here, because it needs the
/// screen.
public struct FrameRecord: InspectorAnswer {
  public var text: String
}
