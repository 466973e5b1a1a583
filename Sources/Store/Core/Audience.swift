import Synchronization

/// Those who listen to one value: the state of a store, or a part of it that somebody selected.
///
/// Audiences form a tree. The root is the store's; each branch is one listener of the audience
/// above it. A value that is equal to the last one stops at its branch, and nobody below is asked:
/// the cost of a change follows those it concerns. All who select a part by the same key path share
/// one branch, for as long as one of them listens.
@usableFromInline
final class Audience<Value: Sendable>: AudienceNode, @unchecked Sendable {
  // Safe: constants; `last` says for itself why it is.
  @usableFromInline let listeners: ListenerList<Lent<Value>>
  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
  // Safe: only deliveries come here; see `kept`.
  @usableFromInline nonisolated(unsafe) let last: UnsafeMutablePointer<Value>

  /// Makes the audience of a store.
  init(root interest: Interest) {
    let table = ListenerTable(interest: interest)
    listeners = ListenerList(table)
    areEqual = nil
    last = .allocate(capacity: 1)
    super.init(
      table: table, topology: Topology(), stem: nil, lastAddress: UnsafeRawPointer(last), size: 0)
  }

  /// Makes the audience of a part.
  /// - Parameter areEqual: Nil when the value has no equality: then every commit counts as a change.
  @usableFromInline
  init(stem: Stem, topology: Topology, areEqual: (@Sendable (Value, Value) -> Bool)?) {
    let table = ListenerTable()
    listeners = ListenerList(table)
    self.areEqual = areEqual
    last = .allocate(capacity: 1)
    super.init(
      table: table, topology: topology, stem: stem, lastAddress: UnsafeRawPointer(last),
      size: MemoryLayout<Value>.size)
  }

  deinit {
    if hasLast.load(ordering: .relaxed) { last.deinitialize(count: 1) }
    last.deallocate()
  }

  /// Sends a value to all who listen.
  @inlinable
  func send(_ lent: Lent<Value>) {
    followTopology()
    if kept.pointee.count > 0 {
      kept.pointee.send(UnsafeRawPointer(lent.address), lent.version)
    } else {
      listeners.send(lent)
    }
  }

  /// Takes what the audience above was sent, and passes it on if it is news.
  @inlinable
  func receive(_ lent: Lent<Value>) {
    if table.isEmpty { return }
    if isRelay.load(ordering: .relaxed) {
      dropLast()
    } else if areEqual != nil, !isNews(lent) {
      return
    }
    send(lent)
  }

  @inlinable
  func dropLast() {
    guard hasLast.load(ordering: .relaxed) else { return }
    hasLast.store(false, ordering: .relaxed)
    last.deinitialize(count: 1)
  }

  /// Whether a value differs from the last one, which it then replaces.
  @inlinable
  func isNews(_ lent: Lent<Value>) -> Bool {
    guard hasLast.load(ordering: .relaxed) else {
      _ = mustPass(lent.version)
      last.initialize(to: lent.state)
      hasLast.store(true, ordering: .relaxed)
      return true
    }
    let mustPass = mustPass(lent.version)
    // As in a probe: what is kept cannot have been changed in place.
    if haveSameBits(last, lent.address, MemoryLayout<Value>.size) { return mustPass }
    let isEqual =
      !isForKeepers.load(ordering: .relaxed)
      && areEqual?(last.pointee, lent.address.pointee) == true
    last.pointee = lent.state
    return mustPass || !isEqual
  }

  /// The audience of a part of this one's value.
  ///
  /// - Parameters:
  ///   - selection: How the part is found.
  ///   - areEqual: The part's equality, if it has one.
  /// - Returns: The branch that others listen to under the same key, or a new one. It listens here
  ///   as long as somebody listens to it.
  @inlinable
  func branch<Part: Sendable>(
    _ selection: Selection<Value, Part>, areEqual: (@Sendable (Part, Part) -> Bool)?
  ) -> Audience<Part> {
    // Where the part's equality is not known, in generic code, the same key path leads elsewhere.
    let key = areEqual == nil ? selection.key?.uncompared : selection.key
    if let key, let branch = openPart(key) as? Audience<Part> { return branch }
    // Only what lies in the state itself can be looked at there.
    let isProbed = isRoot && selection.offset != nil
    return Audience<Part>(
      stem: .init(
        attach: { node in
          let branch = unsafeDowncast(node, to: Audience<Part>.self)
          return self.addBranch(
            branch, key: key,
            Listener<Lent<Value>>(
              isProbed: isProbed, endBelow: { branch.table.cancelAll() }
            ) { whole in
              selection.lend(whole) { branch.receive($0) }
            },
            link: selection.offset.map { offset in
              FieldLink(offset: offset, branch: branch) { address, version in
                branch.receive(
                  Lent(address.assumingMemoryBound(to: Part.self), version: version))
              }
            })
        },
        unsettle: { self.unsettle($0) }),
      topology: topology, areEqual: areEqual)
  }
}
