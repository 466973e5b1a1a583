import Observation
import MillraceStore

/// A place in a store's state that somebody has read, as something that can be observed.
@MainActor
final class ObservedPlace: Observable {
  private let registrar = ObservationRegistrar()
  private let subscription: Subscription

  /// Stands for the value, which is in the store.
  private var value: Void { () }

  init(_ subscription: Subscription) { self.subscription = subscription }

  /// Notes that whoever is being tracked has read this place.
  func read() { registrar.access(self, keyPath: \.value) }

  /// Tells those who have read this place that it changes.
  func tell() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
