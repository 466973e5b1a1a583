import MillraceStore
import MillraceSystem

@testable import MillraceMiddleware
import MillraceStoreTesting

/// A store on a file, with time and failures in the test's hand.
struct Saved {
  let store: ItemsStore
  let scheduler: ManualClock
  let events: Log<PersistenceEvent>

  init(
    _ path: String, version: Int = 1, unreadable: UnreadablePolicy = .setAside,
    files: any FileSystem = SystemFiles(),
    migrate: (@Sendable (SavedState) throws -> Items)? = nil, initial: Items = Items()
  ) {
    let (scheduler, events) = (ManualClock(), Log<PersistenceEvent>())
    self.scheduler = scheduler
    self.events = events
    let settings = PersistenceSettings<Items, Items>(
      location: .file(path), version: version, get: { $0 }, set: { $0 = $1 },
      unreadable: unreadable, saveAfter: .milliseconds(300), maximumWait: .seconds(2),
      files: files, migrate: migrate, onEvent: { events.add($0) })
    store = makeStore([.persistence(settings)], initial: initial, clock: scheduler)
  }

  var failure: PersistenceError? { store.startupFailures.first as? PersistenceError }
}
