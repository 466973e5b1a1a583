/// Those who listen to single elements of a list, found by id: a change asks only those whose
/// element it is, in time that follows what changed.
@usableFromInline
final class ElementTable<Element: Identifiable & Equatable & Sendable>: Sendable
where Element.ID: Sendable {
  @usableFromInline
  struct Entries: Sendable {
    @usableFromInline var audiences: [Element.ID: Audience<Element?>] = [:]
    @usableFromInline var token: Subscription?
    /// Elements whose audience has a new subscriber, with the version that it has seen: they are
    /// asked until a delivery is no older.
    @usableFromInline var fresh: [Element.ID: UInt64] = [:]

    @inlinable
    init() {}
  }

  @usableFromInline let list: Audience<IdentifiedList<Element>>
  @usableFromInline let entries = Guarded(Entries())
  // Safe: only deliveries come here, one at a time; see `Audience.last`.
  @usableFromInline nonisolated(unsafe) let seen: UnsafeMutablePointer<IdentifiedList<Element>?>

  @inlinable
  init(_ list: Audience<IdentifiedList<Element>>) {
    self.list = list
    seen = .allocate(capacity: 1)
    seen.initialize(to: nil)
  }

  @inlinable
  deinit {
    seen.deinitialize(count: 1)
    seen.deallocate()
  }

  /// The table of a list: the one that is in use, or a new one.
  @inlinable
  static func of(_ list: Audience<IdentifiedList<Element>>) -> ElementTable {
    list.openPart(BranchKey(.elements)) as? ElementTable ?? ElementTable(list)
  }

  /// Those who listen to the element with an id; the value is nil while there is no such element.
  @inlinable
  func audience(of id: Element.ID) -> Audience<Element?> {
    if let audience = entries.withLock({ $0.audiences[id] }) { return audience }
    return Audience<Element?>(
      stem: .init(
        attach: { self.attach(unsafeDowncast($0, to: Audience<Element?>.self), id) },
        unsettle: { self.unsettle(id, $0) }),
      topology: list.topology, areEqual: { $0 == $1 })
  }

  @inlinable
  func attach(_ audience: Audience<Element?>, _ id: Element.ID) -> Subscription {
    let isNew = entries.withLock { entries in
      if entries.audiences[id] != nil { return false }
      entries.audiences[id] = audience
      if entries.token == nil {
        entries.token = list.addBranch(
          self, key: BranchKey(.elements),
          Listener<Lent<IdentifiedList<Element>>>(endBelow: { self.endAll() }) {
            self.receive($0)
          }, isKeeper: true)
      }
      return true
    }
    // Two were made at the same time. The second listens to the list by itself.
    guard isNew else {
      return list.addBranch(
        audience, key: nil,
        Listener<Lent<IdentifiedList<Element>>>(endBelow: { audience.table.cancelAll() }) { list in
          withUnsafePointer(to: list.state[id: id]) {
            audience.receive(Lent($0, version: list.version))
          }
        })
    }
    return Subscription { self.detach(id) }
  }

  @inlinable
  func detach(_ id: Element.ID) {
    let token: Subscription? = entries.withLock { entries in
      entries.audiences[id] = nil
      entries.fresh[id] = nil
      return entries.audiences.isEmpty ? entries.token.take() : nil
    }
    token?.cancel()
  }

  /// Lets go of all who listen to elements.
  @usableFromInline
  func endAll() {
    for audience in entries.withLock({ Array($0.audiences.values) }) { audience.table.cancelAll() }
  }

  @inlinable
  func unsettle(_ id: Element.ID, _ version: UInt64) {
    entries.withLock { $0.fresh[id] = max($0.fresh[id] ?? 0, version) }
    list.unsettle(version)
  }

  @inlinable
  func receive(_ list: Lent<IdentifiedList<Element>>) {
    let new = list.state
    let fresh: [Element.ID: UInt64] = entries.withLock { entries in
      if entries.fresh.isEmpty { return [:] }
      let fresh = entries.fresh
      entries.fresh = fresh.filter { $0.value > list.version }
      return fresh
    }
    if let old = seen.pointee {
      IdentifiedList.forEachChangedID(from: old, to: new, areEqual: { $0 == $1 }) {
        tell($0, new, list.version)
      }
    }
    seen.pointee = new
    for id in fresh.keys { tell(id, new, list.version) }
  }

  @inlinable
  func tell(_ id: Element.ID, _ list: IdentifiedList<Element>, _ version: UInt64) {
    guard let audience = entries.withLock({ $0.audiences[id] }) else { return }
    withUnsafePointer(to: list[id: id]) { audience.receive(Lent($0, version: version)) }
  }
}
