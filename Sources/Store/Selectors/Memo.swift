/// The latest result of a pure function, with its arguments.
final class Memo<Value: Sendable, each Input: Equatable & Sendable>: Sendable {
  private struct Entry: Sendable {
    let inputs: (repeat each Input)
    let value: Value
  }

  private let entry = Guarded<Entry?>(nil)

  init() {}

  /// Returns the value for some inputs: the stored one, if the inputs equal the previous ones.
  func value(
    of inputs: repeat each Input, combine: (repeat each Input) -> Value
  ) -> Value {
    // The entry is copied, so that comparisons, `combine` and releases run outside the lock. They
    // may run the program's code, which may call this function again.
    guard let last = entry.withLock({ $0 }) else {
      return store(Entry(inputs: (repeat each inputs), value: combine(repeat each inputs)))
    }
    var isSame = true
    for (old, new) in repeat (each last.inputs, each inputs) {
      switch compare(of: old, and: new) {
      case .same: break
      case .equal: isSame = false
      case .different:
        return store(Entry(inputs: (repeat each inputs), value: combine(repeat each inputs)))
      }
    }
    // Equal inputs with other storage replace the old inputs: the next state shares that storage,
    // so the next comparison finds equal bits.
    return isSame ? last.value : store(Entry(inputs: (repeat each inputs), value: last.value))
  }

  private func store(_ new: Entry) -> Value {
    let old = entry.withLock { entry in
      defer { entry = new }
      return entry
    }
    withExtendedLifetime(old) {}
    return new.value
  }
}

private enum InputComparison { case same, equal, different }

/// Compares the bits first. Equal bits mean equal inputs, because the objects that a kept value
/// references cannot be changed in place.
private func compare<Input: Equatable>(of old: Input, and new: Input) -> InputComparison {
  let isSame = withUnsafePointer(to: old) { old in
    withUnsafePointer(to: new) { new in
      haveSameBits(old, new, MemoryLayout<Input>.size)
    }
  }
  if isSame { return .same }
  return old == new ? .equal : .different
}
