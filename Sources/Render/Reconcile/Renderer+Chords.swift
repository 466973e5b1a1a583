/// Keys that begin a chord, while the next one is waited for.
struct PendingChord {
  let keys: [Key]
  /// Ends the wait; nil where time stands still.
  let timer: AnyObject?
}

extension Renderer {
  /// Brings a key to the elements where the focus is, from the inside out, until one uses it up.
  ///
  /// A key that begins a ``KeyChord`` among the bindings of an element waits for the next one, before the element
  /// itself is asked. While it waits, Escape drops it. A key that does not go on has what was pressed so far
  /// answered as if there were no chord, and is answered itself then; where nothing answers the keys so far, it is
  /// dropped with them, for it was meant to be a part of a chord.
  /// - Returns: whether the key was used up.
  package func route(_ key: Key) -> Bool {
    guard let pending else { return answer([key]) }
    cancelChord()
    if key == .escape { return true }
    if answer(pending.keys + [key]) { return true }
    guard answerAlone(pending.keys) else { return true }
    // The key meets the tree as what was before it has left it.
    render()
    return answer([key])
  }

  /// Forgets the keys that were pressed: the focus has moved, the mouse was pressed.
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
      answer(id) { handlers, context in
        if handlers.bindings.contains(where: { $0.keys.contains { $0.continues(keys) } }) {
          wait(after: keys, at: id)
          return true
        }
        return try handlers.answer(keys, context)
      }
    }
  }

  /// Answers keys as if no chord went on after them.
  private func answerAlone(_ keys: [Key]) -> Bool {
    keyPath.contains { id in answer(id) { try $0.answer(keys, $1) } }
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
