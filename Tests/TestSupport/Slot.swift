import MillraceStore

/// A variable for a value that is set later, such as a closure's own token.
package final class Slot<Value: Sendable>: Sendable {
  private struct Box: Sendable { var value: Value? }
  private let storage = Guarded(Box())

  package init() {}

  package var value: Value? {
    get { storage.withLock { $0.value } }
    set { storage.withLock { $0.value = newValue } }
  }
}
