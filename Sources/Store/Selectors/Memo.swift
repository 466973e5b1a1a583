/// The latest result of a pure function, and the arguments that it belongs to.
final class Memo<Value: Sendable, each Input: Equatable & Sendable>: Sendable {
  private struct Entry: Sendable {
    let inputs: (repeat each Input)
    let value: Value
  }

  private let entry = Guarded<Entry?>(nil)

  init() {}

  /// The value for some inputs: the one that is remembered, if they are equal to those before.
  func value(
    of inputs: repeat each Input, combine: (repeat each Input) -> Value
  ) -> Value {
    // Copied out: to compare, to compute and to release may run code of others, which may come here
    // again. None of it happens under the lock.
    guard let last = entry.withLock({ $0 }) else {
      return remember(Entry(inputs: (repeat each inputs), value: combine(repeat each inputs)))
    }
    var isSame = true
    for (old, new) in repeat (each last.inputs, each inputs) {
      switch likeness(of: old, and: new) {
      case .same: break
      case .equal: isSame = false
      case .different:
        return remember(Entry(inputs: (repeat each inputs), value: combine(repeat each inputs)))
      }
    }
    // Equal inputs from elsewhere take the place of the old ones: the next state shares them, and
    // they will be found the same at a glance.
    return isSame ? last.value : remember(Entry(inputs: (repeat each inputs), value: last.value))
  }

  private func remember(_ new: Entry) -> Value {
    let old = entry.withLock { entry in
      defer { entry = new }
      return entry
    }
    withExtendedLifetime(old) {}
    return new.value
  }
}

private enum Likeness { case same, equal, different }

/// What is kept cannot have been changed in place: as long as its bits are the same, so is all that
/// it refers to.
private func likeness<Input: Equatable>(of old: Input, and new: Input) -> Likeness {
  let isSame = withUnsafePointer(to: old) { old in
    withUnsafePointer(to: new) { new in
      haveSameBits(old, new, MemoryLayout<Input>.size)
    }
  }
  if isSame { return .same }
  return old == new ? .equal : .different
}
