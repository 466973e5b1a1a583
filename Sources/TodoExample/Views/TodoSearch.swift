import Millrace

/// Finds items by a text, as one types: the best first, in slices on another thread where there are many.
@MainActor
final class TodoSearch {
  /// The best matches so far, in classes by their score.
  private struct Matches: Sendable {
    private static let limit = 1_000
    private var best: [Int: [TodoID]] = [:]
    private(set) var count = 0

    mutating func add(_ id: TodoID, _ score: Int) {
      count += 1
      if best[score, default: []].count < Self.limit { best[score, default: []].append(id) }
    }

    /// In the order of their scores, and else of the list.
    var ids: ArraySlice<TodoID> {
      best.sorted { $0.key > $1.key }.flatMap(\.value).prefix(Self.limit)
    }
  }

  /// Called when more is found.
  var onChange: @MainActor () -> Void = {}

  private var text = ""
  private var list = IdentifiedList<Todo>()
  private var matches = Matches()
  private var task: Task<Void, Never>?

  nonisolated init() {}

  var isBusy: Bool { task != nil }
  var count: Int { matches.count }

  /// The items that are found by now; more may follow.
  func find(_ text: String, in list: IdentifiedList<Todo>) -> IdentifiedList<Todo> {
    if text != self.text || list != self.list {
      // What was found before is shown until something else is.
      if text != self.text, task == nil { matches = Matches() }
      (self.text, self.list) = (text, list)
      start()
    }
    return IdentifiedList(matches.ids.compactMap { list[id: $0] })
  }

  private func start() {
    task?.cancel()
    task = nil
    let (list, pattern) = (list, FuzzyPattern(text))
    if list.count <= TodoViews.smallCount {
      matches = Matches()
      for todo in list { pattern.score(of: todo.title).map { matches.add(todo.id, $0) } }
      return
    }
    task = Task { [weak self] in
      let slices = AsyncStream<Matches> { slices in
        let work = Task.detached(priority: .userInitiated) {
          var (matches, rest) = (Matches(), 4_096)
          for todo in list {
            pattern.score(of: todo.title).map { matches.add(todo.id, $0) }
            rest -= 1
            if rest > 0 { continue }
            if Task.isCancelled { break }
            if matches.count > 0 { slices.yield(matches) }
            // A first screen comes soon; what follows changes it less and less.
            rest = 100_000
          }
          slices.yield(matches)
          slices.finish()
        }
        slices.onTermination = { _ in work.cancel() }
      }
      for await found in slices {
        guard let self, !Task.isCancelled else { return }
        matches = found
        onChange()
      }
      guard let self, !Task.isCancelled else { return }
      task = nil
      onChange()
    }
  }
}
