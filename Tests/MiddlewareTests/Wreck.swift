import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting
import TestSupport

/// The files of a killed program, one of which a test damages.
struct Wreck {
  static let path = "/notes.json"
  static let folder = "\(path).log"
  /// The titles that the program added, in order.
  let titles: [String]
  let files: [String: [UInt8]]

  /// Runs a program three times and kills the last run. Leaves a state file and a log.
  static func make() -> Wreck {
    let storage = MemoryStorage()
    var titles: [String] = []
    // Keeps the stores, because a released store finishes.
    var stores: [Store<Notes, NotesAction>] = []
    for life in 0..<3 {
      let store = open(storage)
      stores.append(store)
      for step in 0..<2 {
        titles.append("\(life).\(step)")
        store.dispatch(.add("\(life).\(step)"))
      }
      if life < 2 { store.finish() }
    }
    return withExtendedLifetime(stores) { Wreck(titles: titles, files: storage.all) }
  }

  static func open(
    _ storage: any Storage, _ path: String = path, _ durability: Durability<NotesAction> = .journal,
    onEvent: @escaping @Sendable (PersistenceEvent) -> Void = { _ in }
  ) -> Store<Notes, NotesAction> {
    Store(
      initial: Notes(), reducer: notes,
      middleware: [
        .persistence(
          to: .file(path), version: 1, durability: durability, storage: storage, onEvent: onEvent)
      ], dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
  }

  func storage() -> MemoryStorage {
    let storage = MemoryStorage()
    try? storage.makeFolder(Self.folder)
    for (path, bytes) in files { storage[path] = bytes }
    return storage
  }

  /// The result of a start with a damaged file.
  struct Outcome: CustomStringConvertible {
    let titles: [String]
    let failure: PersistenceError?
    let notices: [PersistenceError]
    /// All files after the start.
    let files: [String: [UInt8]]
    /// The titles after another action, a kill and another start; nil after a failure.
    let later: [String]?
    /// Whether all bytes of the damaged file exist after the start.
    let isKept: Bool

    var description: String {
      "\(titles), later \(later ?? []), kept: \(isKept), \(notices), failure \(failure as Any)"
    }

    var isError: Bool { failure != nil || !notices.isEmpty }
  }

  /// Starts a store with different content in one file.
  func start(with bytes: [UInt8], in damaged: String) -> Outcome {
    let storage = storage()
    storage[damaged] = bytes
    let events = Log<PersistenceEvent>()
    let store = Self.open(storage) { events.add($0) }
    let notices = events.entries.compactMap { event in
      if case .noticed(let error) = event { error } else { nil }
    }
    let failure = store.startupFailures.first
    let titles = store.state.text.map(\.title)
    let left = storage.all
    var later: [String]?
    if failure == nil {
      store.dispatch(.add("later"))
      storage.killProcess()
      later = withExtendedLifetime(store) { Self.open(storage).state.text.map(\.title) }
    }
    return Outcome(
      titles: titles, failure: failure as? PersistenceError,
      notices: notices, files: left, later: later,
      isKept: Self.isKept(bytes, damaged, in: left, notices))
  }

  private static func isKept(
    _ bytes: [UInt8], _ path: String, in files: [String: [UInt8]], _ notices: [PersistenceError]
  ) -> Bool {
    if files.values.contains(bytes) { return true }
    let rest = files[path] ?? []
    // A line without its line break is no action.
    let torn = bytes.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    if notices.isEmpty, rest.starts(with: bytes.dropLast(torn)) { return true }
    return files.contains { name, content in
      name.contains(".log-damaged-") && bytes.starts(with: rest)
        && content.starts(with: bytes.dropFirst(rest.count))
    }
  }
}

extension MemoryStorage {
  /// All files by path.
  var all: [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    var folders = ["/"]
    while let folder = folders.popLast() {
      for name in (try? names(in: folder)) ?? [] {
        let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        if let bytes = self[path] { found[path] = bytes } else { folders.append(path) }
      }
    }
    return found
  }
}
