/// The pressed keys of an incomplete chord.
struct PendingChord {
  let keys: [Key]
  /// Cancels the timeout when released; nil if the clock does not advance.
  let timer: AnyObject?
}

/// Handlers that a key reaches.
struct KeyStop {
  let element: ElementID
  let handlers: Handlers
}

extension Renderer {
  /// Sends a key to the elements on the focus path, from the inside out, until one consumes it.
  ///
  /// A key that begins a ``KeyChord`` of an element's bindings waits for the next key before the
  /// element's own handler gets it. Escape cancels the wait. If the next key does not continue the
  /// chord, handlers get the longest prefix of the pressed keys that one of them takes, then the
  /// remaining keys and the next key. If no handler takes the pressed keys, the next key is dropped
  /// as well, because it was meant as part of a chord.
  ///
  /// Digits wait in the same way where an element has a ``Handlers/counted`` handler.
  /// - Parameter fallBack: called, in order, with each key that no handler takes, except dropped
  ///   keys of a chord. Returns whether the host handled the key: Tab and arrows move the focus.
  /// - Returns: whether the key was consumed.
  package func route(_ key: Key, fallBack: (Key) -> Bool) -> Bool {
    guard let pending else { return answer([key]) || fallBack(key) }
    cancelChord()
    if key == .escape { return true }
    if answer(pending.keys + [key]) { return true }
    guard let rest = answerLongest(pending.keys) ?? pending.keys.afterDigit else { return true }
    for next in rest {
      // A key is sent to the tree that results from the previous keys.
      render()
      _ = route(next, fallBack: fallBack)
    }
    render()
    return route(key, fallBack: fallBack)
  }

  /// Drops the pressed keys of a chord, for example when the focus moves or the mouse is pressed.
  package func cancelChord() { setPending(nil) }

  private func setPending(_ chord: PendingChord?) {
    if pending == nil, chord == nil { return }
    pending = chord
    for reader in bindingReaders.compactMap({ instances[$0] }) {
      markDirty(reader, .source)
    }
    if !bindingReaders.isEmpty { requestFrame() }
  }

  /// The elements that a key reaches, with their handlers. Cached until the tree or the focus
  /// changes, because successive keys usually reach the same elements.
  private var keyRoute: [KeyStop] {
    let focused = host.focused
    if let known = knownRoute, known.focused == focused { return known.stops }
    var stops: [KeyStop] = []
    for id in host.eventPath(path(from: focused ?? root?.firstElement)) {
      for handlers in handlers(of: id) where handlers.takesKeys {
        stops.append(KeyStop(element: id, handlers: handlers))
      }
    }
    knownRoute = (focused, stops)
    return stops
  }

  private func answer(_ keys: [Key]) -> Bool {
    let isCount = keys.isCount
    for stop in keyRoute {
      if isCount, stop.handlers.counted != nil {
        wait(after: keys, at: stop.element)
        return true
      }
      for binding in stop.handlers.bindings {
        for chord in binding.keys where chord.continues(keys) {
          wait(after: keys, at: stop.element)
          return true
        }
      }
      if answer(keys, at: stop) { return true }
    }
    return false
  }

  /// Handles the longest prefix of the keys that a handler takes, without waiting for a longer
  /// chord.
  /// - Returns: the remaining keys; nil if no handler takes any.
  private func answerLongest(_ keys: [Key]) -> ArraySlice<Key>? {
    for count in (1...keys.count).reversed() {
      let part = Array(keys[..<count])
      for stop in keyRoute where answer(part, at: stop) { return keys[count...] }
    }
    return nil
  }

  private func answer(_ keys: [Key], at stop: KeyStop) -> Bool {
    do {
      return try stop.handlers.answer(keys, EventContext(renderer: self, element: stop.element))
    } catch {
      report(.handlerFailed("\(error)"), at: instances[stop.element])
      return true
    }
  }

  private func wait(after keys: [Key], at id: ElementID) {
    guard let instance = instances[id] else { return }
    let timer = provided(\.clock, at: instance)
      .after(provided(\.chordTimeout, at: instance)) { [weak self] in self?.endChord() }
    setPending(PendingChord(keys: keys, timer: timer))
  }

  /// Sends the keys of a binding that has no closure to the handlers on the focus path. Does not
  /// wait for a longer chord.
  func press(_ chord: KeyChord) {
    cancelChord()
    // Skips elements that bind the keys to a closure, because they would run another command.
    for stop in keyRoute
    where !stop.handlers.bindings.contains(where: { $0.run != nil && $0.keys.contains(chord) }) {
      if answer(chord.keys, at: stop) { return }
    }
  }

  /// Handles the pressed keys of a chord without waiting for the next one.
  package func endChord() {
    guard var keys = pending?.keys else { return }
    cancelChord()
    render()
    while !keys.isEmpty, let rest = answerLongest(keys) ?? keys.afterDigit {
      keys = Array(rest)
      render()
    }
  }
}

extension Handlers {
  @MainActor fileprivate func answer(_ keys: [Key], _ context: EventContext) throws -> Bool {
    if keys.count == 1 { return try key?(keys[0], context) ?? false }
    if let counted, let last = keys.last, let count = Array(keys.dropLast()).countBefore,
      try counted(count, last, context)
    {
      return true
    }
    guard let chord = KeyChord(keys),
      let binding = bindings.first(where: { $0.keys.contains(chord) })
    else { return false }
    guard let run = binding.run else { return try self.chord?(chord, context) ?? false }
    try run()
    return true
  }
}

extension Array<Key> {
  /// Whether the keys are digits that may begin a count.
  fileprivate var isCount: Bool {
    guard let first, let digit = first.digit, digit > 0 else { return false }
    return allSatisfy { $0.digit != nil }
  }

  /// The keys after the first digit of a count; nil if the keys are not a count.
  fileprivate var afterDigit: ArraySlice<Key>? { isCount ? dropFirst() : nil }

  /// The count that the digits form, at most a billion; nil if the keys are not a count.
  fileprivate var countBefore: Int? {
    guard isCount else { return nil }
    let most = 1_000_000_000
    return reduce(0) { Swift.min(most, $0 * 10 + ($1.digit ?? 0)) }
  }
}

extension Key {
  fileprivate var digit: Int? {
    guard modifiers.isEmpty, case .character(let character) = code, "0"..."9" ~= character else {
      return nil
    }
    return character.wholeNumberValue
  }
}
