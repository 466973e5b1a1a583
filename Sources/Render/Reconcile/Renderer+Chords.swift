/// The pressed keys of an incomplete chord.
struct PendingChord {
  let keys: [Key]
  /// Cancels the timeout when released; nil if the clock does not advance.
  let timer: AnyObject?
}

extension Renderer {
  /// Sends a key to the elements on the focus path, from the inside out, until one consumes it.
  ///
  /// A key that begins a ``KeyChord`` of an element's bindings waits for the next key before
  /// the element's own handler gets it. Escape cancels the wait. If the next key does not
  /// continue the chord, the pressed keys and then the next key are handled as if there were no
  /// chord. If no handler takes the pressed keys, the next key is dropped as well, because it was
  /// meant as part of a chord.
  /// - Returns: whether the key was consumed.
  package func route(_ key: Key) -> Bool {
    guard let pending else { return answer([key]) }
    cancelChord()
    if key == .escape { return true }
    if answer(pending.keys + [key]) { return true }
    guard answerAlone(pending.keys) else { return true }
    // The next key is sent to the tree that results from the previous keys.
    render()
    return answer([key])
  }

  /// Drops the pressed keys of a chord, for example when the focus moves or the mouse is pressed.
  package func cancelChord() { setPending(nil) }

  private func setPending(_ chord: PendingChord?) {
    if pending == nil, chord == nil { return }
    pending = chord
    for reader in bindingReaders.compactMap({ components[ElementID($0)] }) {
      markDirty(reader, .source)
    }
    if !bindingReaders.isEmpty { requestFrame() }
  }

  private var keyPath: [ElementID] {
    host.eventPath(path(from: host.focused ?? root?.firstElement))
  }

  private func answer(_ keys: [Key]) -> Bool {
    keyPath.contains { id in
      dispatch(id) { handlers, context in
        if handlers.bindings.contains(where: { $0.keys.contains { $0.continues(keys) } }) {
          wait(after: keys, at: id)
          return true
        }
        return try handlers.answer(keys, context)
      }
    }
  }

  /// Handles keys without waiting for a longer chord.
  private func answerAlone(_ keys: [Key]) -> Bool {
    keyPath.contains { id in dispatch(id) { try $0.answer(keys, $1) } }
  }

  private func wait(after keys: [Key], at id: ElementID) {
    guard let instance = elements[id] else { return }
    let timer = provided(\.clock, at: instance)
      .after(provided(\.chordTimeout, at: instance)) { [weak self] in self?.endWait() }
    setPending(PendingChord(keys: keys, timer: timer))
  }

  private func endWait() {
    guard let keys = pending?.keys else { return }
    cancelChord()
    render()
    _ = answerAlone(keys)
  }
}

extension Handlers {
  @MainActor fileprivate func answer(_ keys: [Key], _ context: EventContext) throws -> Bool {
    if keys.count == 1 { return try key?(keys[0], context) ?? false }
    guard let chord = KeyChord(keys),
      let binding = bindings.first(where: { $0.keys.contains(chord) })
    else { return false }
    guard let run = binding.run else { return try self.chord?(chord, context) ?? false }
    try run()
    return true
  }
}
