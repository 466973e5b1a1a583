import MillraceStore
import Observation

/// A value in a store's state that was read, as an observable object.
@MainActor
final class ObservedValue: Observable {
  let path: AnyKeyPath
  /// The object that follows the value in the store; nil after `notify()`.
  var shown: AnyObject?
  private(set) var lastRead = 0
  private let registrar = ObservationRegistrar()

  /// A placeholder: the registrar needs the key path of a property. The value itself is in the
  /// store.
  private var value: Void { () }

  init(_ path: AnyKeyPath) { self.path = path }

  /// Registers a read with the current observation tracking.
  func registerRead(_ number: Int) {
    lastRead = number
    registrar.access(self, keyPath: \.value)
  }

  /// Notifies the observers that this value changes, and stops following it.
  func notify() {
    shown = nil
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}
