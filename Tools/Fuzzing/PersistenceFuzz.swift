#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Compiled by Scripts/fuzz.sh into one module with the sources of the store and of persistence.

/// Builds a state file and a log from bytes, and starts a store on them. Stops if the store traps,
/// throws an error without a type, loses bytes, or loses actions dispatched afterwards.
///
/// The first byte selects the source of the files: the bytes themselves, or the files of a killed
/// program modified by the bytes. It also selects whether checksums are corrected. Only with
/// correct checksums is the code after their check reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))[...]
  let mode = bytes.popFirst() ?? 0
  var files: [String: [UInt8]]
  if mode & 1 == 0 {
    let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
    files = [
      FuzzFiles.state: Array(bytes[..<end]), FuzzFiles.entries: Array(bytes[end...].dropFirst()),
    ]
  } else {
    files = FuzzFiles.valid
    FuzzFiles.change(&files, bytes)
  }
  if mode & 2 != 0 {
    for (path, content) in files where path != FuzzFiles.state {
      files[path] = FuzzFiles.withSums(content)
    }
  }
  if mode & 4 != 0 { FuzzFiles.matchState(&files) }
  check(files)
  return 0
}

private func check(_ files: [String: [UInt8]]) {
  let storage = FuzzFiles.storage(files)
  let isNeeded = FuzzFiles.hasEntries(storage)
  let store = FuzzFiles.open(storage)
  let left = storage.allFiles
  require(left.values.contains(files[FuzzFiles.state] ?? []), "the state's file is lost")
  if isNeeded { require(FuzzFiles.areKept(files, in: left), "entries are lost") }
  if let failure = store.startupFailures.first {
    require(failure is PersistenceError, "an error has no type: \(failure)")
    require(!"\(failure)".contains("\n"), "an error is more than a line")
    return
  }
  for number in 1...2 { store.dispatch(.add(number)) }
  storage.killProcess()
  let later = FuzzFiles.open(storage)
  require(later.startupFailures.isEmpty, "restarting failed: \(later.startupFailures)")
  require(later.state.isSame(as: store.state), "\(store.state) became \(later.state)")
  withExtendedLifetime(store) { later.finish() }
}

private func require(_ isTrue: Bool, _ message: @autoclosure () -> String) {
  if !isTrue { fatalError(message()) }
}

private struct FuzzState: Codable, Sendable {
  indirect enum Tree: Codable, Equatable, Sendable { case leaf, branch([Tree]) }

  var numbers: [Int] = []
  var text = ""
  var value = 0.0
  var tree = Tree.leaf
  var date: Date?
  var history = UndoHistory<[Int]>()

  /// Compares everything except the date, which is saved only to the millisecond.
  func isSame(as other: FuzzState) -> Bool {
    numbers == other.numbers && text == other.text && value == other.value && tree == other.tree
  }
}

private enum FuzzAction: Codable, Sendable {
  case add(Int)
  case text(String)
  case tree(FuzzState.Tree)
  case undo
}

private let reducer = Reducer<FuzzState, FuzzAction> { state, action in
  switch action {
  case .add(let number): state.numbers.append(number)
  case .text(let text): state.text = text
  case .tree(let tree): state.tree = tree
  case .undo: break
  }
}.undoable(\.numbers, history: \.history, limits: UndoLimits(steps: 3)) { _, action in
  if case .undo = action { .undo } else { .step() }
}

private enum FuzzFiles {
  static let state = "/f"
  static let folder = "/f.log"
  static let entries = "/f.log/entries"

  /// Whether the log has entries, or something that cannot be read.
  static func hasEntries(_ storage: MemoryStorage) -> Bool {
    var log = FileLog(Path(state), storage)
    defer { log.close() }
    do {
      guard let batch = try log.read() else { return false }
      return try !batch.entries.isEmpty || log.isDamaged()
    } catch { return true }
  }

  static func open(_ storage: MemoryStorage) -> Store<FuzzState, FuzzAction> {
    Store(
      initial: FuzzState(), reducer: reducer,
      middleware: [
        .persistence(to: .file(state), version: 1, durability: .journal, storage: storage)
      ], dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
  }

  static func storage(_ files: [String: [UInt8]]) -> MemoryStorage {
    let storage = MemoryStorage()
    try? storage.makeFolder(folder)
    for (path, bytes) in files { storage[path] = bytes }
    return storage
  }

  /// The files left by several runs, the last of which was killed.
  static let valid: [String: [UInt8]] = {
    let storage = MemoryStorage()
    var stores: [Store<FuzzState, FuzzAction>] = []
    for life in 0..<3 {
      let store = open(storage)
      stores.append(store)
      for action in [FuzzAction.add(life), .text("\(life)"), .undo, .tree(.branch([.leaf]))] {
        store.dispatch(action)
      }
      if life < 2 { store.finish() }
    }
    return withExtendedLifetime(stores) {
      storage.allFiles.filter { !$0.key.hasSuffix(".lock") }
    }
  }()

  /// Applies changes. Each is four bytes (the file, two for the offset, and the kind with a count),
  /// followed by the bytes to insert.
  static func change(_ files: inout [String: [UInt8]], _ bytes: ArraySlice<UInt8>) {
    let names = files.keys.sorted()
    var rest = bytes
    while rest.count >= 4 {
      let head = Array(rest.prefix(4))
      rest = rest.dropFirst(4)
      let name = names[Int(head[0]) % names.count]
      var content = files[name] ?? []
      let offset = (Int(head[1]) << 8 | Int(head[2])) % (content.count + 1)
      let count = Int(head[3] >> 2)
      switch head[3] & 3 {
      case 0: content.removeSubrange(offset..<min(offset + count, content.count))
      case 1: content.removeSubrange(offset...)
      case 2: content.insert(contentsOf: rest.prefix(count), at: offset)
      default:
        content.replaceSubrange(
          offset..<min(offset + count, content.count), with: rest.prefix(count))
      }
      if head[3] & 2 != 0 { rest = rest.dropFirst(count) }
      files[name] = content
    }
  }

  /// Returns the lines with correct checksums.
  static func withSums(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let hasSum = line.starts(with: #"{"sum":""#.utf8) && line.count > 26
      result += CheckedLine.make(
        [UInt8(ascii: "{")] + (hasSum ? line.dropFirst(26) : line.dropFirst()))
    }
    return result
  }

  /// Makes the log fit the state file.
  static func matchState(_ files: inout [String: [UInt8]]) {
    guard let bytes = files[state] else { return }
    let content = try? SnapshotFormat.decode(bytes, as: FuzzState.self, known: 1)
    let head = FileLog.Head(
      log: "1", number: content?.entryNumber ?? 0, schema: 1, export: Checksum(bytes).text,
      previous: nil)
    let rest = (files[entries] ?? []).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    files[entries] = CheckedLine.make((try? JSONFormat.encode(head)) ?? []) + rest
  }

  /// Whether the entries are preserved: in the same file, as a whole in another one, or in files
  /// that were set aside.
  static func areKept(_ files: [String: [UInt8]], in left: [String: [UInt8]]) -> Bool {
    files.allSatisfy { path, bytes in
      guard path == entries else { return true }
      if left.values.contains(bytes) { return true }
      let rest = bytes.dropFirst(zip(bytes, left[path] ?? []).prefix { $0 == $1 }.count)
      // An incomplete line is not an entry. A file that was set aside may contain the rest,
      // followed by later files.
      return !rest.contains(UInt8(ascii: "\n"))
        || left.contains { $0.contains("log-damaged") && $1.contains(rest) }
    }
  }
}
