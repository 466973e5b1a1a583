import MillraceStore
import Observation

/// A value in a store's state that somebody has read, as something that can be observed.
@MainActor
final class ObservedValue: Observable {
  let path: AnyKeyPath
  /// What follows the value in the store; nil when it is followed no more.
  var shown: AnyObject?
  private(set) var lastRead = 0
  private let registrar = ObservationRegistrar()

  /// Stands for the value, which is in the store.
  private var value: Void { () }

  init(_ path: AnyKeyPath) { self.path = path }

  /// Notes that whoever is being tracked has read this value.
  func read(_ number: Int) {
    lastRead = number
    registrar.access(self, keyPath: \.value)
  }

  /// Tells those who have read this value that it changes, and follows it no more.
  func tell() {
    shown = nil
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}
