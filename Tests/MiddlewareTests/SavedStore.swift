import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting
import TestSupport

/// A store with a file, a manual clock and injected failures.
struct Saved {
  let store: ItemsStore
  let scheduler: ManualClock
  let events: Log<PersistenceEvent>

  init(
    _ path: String, version: Int = 1, durability: Durability<ItemsAction> = .snapshot,
    access: FileAccess = .write, unreadable: UnreadablePolicy = .setAside,
    storage: any Storage = SystemFiles(), migrations: [Migration] = [], initial: Items = Items()
  ) {
    let (scheduler, events) = (ManualClock(), Log<PersistenceEvent>())
    self.scheduler = scheduler
    self.events = events
    store = makeStore(
      [
        .persistence(
          to: .file(path), version: version, durability: durability, access: access,
          migrations: migrations, unreadable: unreadable, storage: storage,
          onEvent: { events.add($0) })
      ], initial: initial, clock: scheduler, onIssue: { _ in })
  }

  var failure: PersistenceError? { store.startupFailures.first as? PersistenceError }

  var titles: [String] { store.state.items.map(\.title) }
}
