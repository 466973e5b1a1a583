import MillraceStore

/// The pending work and sleeping tasks of a manual clock, in the order in which they are due.
struct Timeline: Sendable {
  /// Pending work, or a sleeping task.
  enum Item: Sendable {
    case work(@Sendable () -> Void)
    case sleeper(CheckedContinuation<Void, any Error>)

    func run() {
      switch self {
      case .work(let work): work()
      case .sleeper(let continuation): continuation.resume()
      }
    }

    func cancel() {
      if case .sleeper(let continuation) = self {
        continuation.resume(throwing: CancellationError())
      }
    }
  }

  /// The position of an item on the timeline: by due time, then by the order of scheduling.
  struct Ticket: Comparable, Sendable {
    let due: Duration
    let order: Int

    static func < (first: Ticket, second: Ticket) -> Bool {
      (first.due, first.order) < (second.due, second.order)
    }
  }

  var now = Duration.zero
  private var nextOrder = 0
  /// The items in descending order: the next item is the last, and is removed without moving other
  /// items.
  private var items: [(ticket: Ticket, waiting: Item)] = []

  init() {}

  var count: Int { items.count }

  /// - Complexity: O(*n*), by a single memory move.
  mutating func add(_ waiting: Item, at due: Duration) -> Ticket {
    let ticket = Ticket(due: due, order: nextOrder)
    nextOrder += 1
    items.insert((ticket, waiting), at: index(of: ticket))
    return ticket
  }

  mutating func remove(_ ticket: Ticket) -> Item? {
    let index = self.index(of: ticket)
    guard index < items.count, items[index].ticket == ticket else { return nil }
    return items.remove(at: index).waiting
  }

  /// Removes the item that is due first, and sets the time to its due time.
  /// - Parameter end: The latest due time; nil for no limit.
  mutating func next(until end: Duration?) -> Item? {
    guard let first = items.last else { return nil }
    if let end, first.ticket.due > end { return nil }
    items.removeLast()
    now = max(now, first.ticket.due)
    return first.waiting
  }

  /// Returns the first index whose ticket is not greater than the given ticket.
  private func index(of ticket: Ticket) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].ticket > ticket { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
