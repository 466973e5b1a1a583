import Synchronization

/// A place in the tree of those who listen, whatever the type of its value.
///
/// What subscribing and cancelling need is here, and not in the generic `Audience`: code for each
/// type of value would be several times slower where a client's compiler has not specialised it.
@usableFromInline
class AudienceNode: @unchecked Sendable {
  // Safe: constants, each of which is safe by itself. `Audience` answers for what it adds.

  /// The place of a node under another one.
  @usableFromInline
  struct Stem: Sendable {
    /// Begins to listen to the audience above, on behalf of the node that is passed.
    @usableFromInline let attach: @Sendable (AudienceNode) -> Subscription
    /// Tells the audiences above what version a new subscriber has seen.
    @usableFromInline let unsettle: @Sendable (UInt64) -> Void

    @inlinable
    init(
      attach: @escaping @Sendable (AudienceNode) -> Subscription,
      unsettle: @escaping @Sendable (UInt64) -> Void
    ) {
      self.attach = attach
      self.unsettle = unsettle
    }
  }

  private struct Attachment: Sendable {
    var listeners = 0
    var branches = 0
    /// Those of the branches that keep the whole value anyway.
    var keepers = 0
    /// To those branches that are stored properties, by the number of their listener.
    var links: [Int: FieldLink] = [:]
    var token: Subscription?

    /// All who listen are branches, each of which compares its own part.
    var isRelay: Bool { listeners > 0 && listeners == branches && keepers == 0 }
    var isForKeepers: Bool { listeners == branches && keepers > 0 }
    /// The links, if there are no listeners but branches that are stored properties.
    var allLinks: [FieldLink]? {
      guard listeners > 0, links.count == listeners else { return nil }
      return links.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  @usableFromInline let table: ListenerTable
  @usableFromInline let topology: Topology
  /// Where the last value is, and how many bytes it has.
  // Safe: as `kept`; and probes read it under the core's lock while nobody has the baton.
  @usableFromInline nonisolated(unsafe) let lastAddress: UnsafeRawPointer
  @usableFromInline let size: Int
  /// Nil in the root.
  private let stem: Stem?
  private let attachment = Guarded(Attachment())
  /// The branches that have listeners.
  private let branches = Guarded<[BranchKey: BranchBox]>([:])
  private let relay = Guarded<[FieldLink]?>(nil)
  /// All who listen are branches: what they select is compared there, and nothing is kept here, so that
  /// a reducer changes in place whatever they do not select.
  @usableFromInline let isRelay = Atomic(false)
  /// All who listen are branches, one of which keeps the whole value: it finds out itself what differs.
  @usableFromInline let isForKeepers = Atomic(false)

  /// One more than a version that some new subscriber has seen, or 0. Values up to and including
  /// the first delivery that is no older pass though they be equal to the last one: the subscriber
  /// may have seen another value in between.
  @usableFromInline let unsettled = Atomic<UInt64>(0)
  /// There is a last value. Written with the baton in hand.
  @usableFromInline let hasLast = Atomic(false)
  // Safe: only deliveries come here. They come one at a time, and the baton between two threads
  // that deliver is handed over in a way that orders what they do. A place of its own, because a
  // class's variable would be checked for exclusive access at each delivery.
  @usableFromInline nonisolated(unsafe) let kept: UnsafeMutablePointer<KeptLinks>

  init(
    table: ListenerTable, topology: Topology, stem: Stem?, lastAddress: UnsafeRawPointer, size: Int
  ) {
    self.table = table
    self.topology = topology
    self.stem = stem
    self.lastAddress = lastAddress
    self.size = size
    kept = .allocate(capacity: 1)
    kept.initialize(to: KeptLinks())
  }

  deinit {
    kept.pointee.end()
    kept.deallocate()
  }

  @usableFromInline var isRoot: Bool { stem == nil }

  /// The links to all who listen, where these are branches of stored properties: a way need not stop
  /// here.
  var relayLinks: [FieldLink]? { relay.withLock { $0 } }

  /// The links to those who listen and are branches of stored properties.
  var links: [FieldLink] {
    attachment.withLock { $0.links.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Adds a listener. Its token keeps this node.
  @usableFromInline
  func enter(
    _ listener: AnyListener, isBranch: Bool = false, isKeeper: Bool = false,
    link: FieldLink? = nil
  ) -> Subscription {
    let number = attachment.withLock { attachment in
      let before = attachment
      let number = table.add(listener)
      attachment.listeners += 1
      if isBranch { attachment.branches += 1 }
      if isKeeper { attachment.keepers += 1 }
      if let link { attachment.links[number] = link }
      settle(attachment, before: before)
      if attachment.token == nil, let stem { attachment.token = stem.attach(self) }
      return number
    }
    return Subscription {
      self.table.cancel(number)
      self.leave(number, isBranch: isBranch, isKeeper: isKeeper)
    }
  }

  /// The last one to leave lets go of the audience above.
  private func leave(_ number: Int, isBranch: Bool, isKeeper: Bool) {
    let token: Subscription? = attachment.withLock { attachment in
      let before = attachment
      attachment.listeners -= 1
      if isBranch { attachment.branches -= 1 }
      if isKeeper { attachment.keepers -= 1 }
      if isBranch { attachment.links[number] = nil }
      settle(attachment, before: before)
      return attachment.listeners == 0 ? attachment.token.take() : nil
    }
    token?.cancel()
  }

  /// Brings what follows from those who listen in line.
  private func settle(_ attachment: Attachment, before: Attachment) {
    // What is kept of the tree knows of branches only: others matter where they end or begin a way.
    let isKnown =
      attachment.branches == before.branches && attachment.isRelay == before.isRelay
      && attachment.isForKeepers == before.isForKeepers
      && (attachment.links.isEmpty
        || (attachment.links.count == attachment.listeners)
          == (before.links.count == before.listeners))
    if isKnown { return }
    isRelay.store(attachment.isRelay, ordering: .relaxed)
    isForKeepers.store(attachment.isForKeepers, ordering: .relaxed)
    let links = attachment.allLinks
    relay.withLock { $0 = links }
    topology.change()
  }

  /// Lets go of ways to those who listen no more. The caller holds the baton.
  @inlinable
  func followTopology() {
    if kept.pointee.generation != topology.generation.load(ordering: .acquiring) { keepLinks() }
  }

  /// Looks up the ways to those who listen, if all are branches of stored properties.
  @usableFromInline
  func keepLinks() {
    // Read first: what changes meanwhile makes what is kept too old, never too new.
    let generation = topology.generation.load(ordering: .acquiring)
    kept.pointee.keep(relayLinks ?? [], generation: generation)
  }

  /// Notes what version a new subscriber has seen, here and in every audience above.
  @usableFromInline
  func unsettle(_ version: UInt64) {
    guard let stem else { return }
    unsettled.max(version &+ 1, ordering: .relaxed)
    stem.unsettle(version)
  }

  /// Whether a value must pass though it be equal to the last one.
  @usableFromInline
  func mustPass(_ version: UInt64) -> Bool {
    let seen = unsettled.load(ordering: .relaxed)
    if seen == 0 { return false }
    // Left alone when a newer one has come meanwhile.
    if version &+ 1 >= seen {
      _ = unsettled.compareExchange(expected: seen, desired: 0, ordering: .relaxed)
    }
    return true
  }

  /// What listens here under a key.
  @usableFromInline
  func openPart(_ key: BranchKey) -> AnyObject? { branches.withLock { $0[key] }?.branch }

  @usableFromInline
  func addBranch(
    _ branch: any AnyObject & Sendable, key: BranchKey?, _ listener: AnyListener,
    isKeeper: Bool = false, link: FieldLink? = nil
  ) -> Subscription {
    let token = enter(listener, isBranch: true, isKeeper: isKeeper, link: link)
    guard let key else { return token }
    // Two of a kind may have been made at the same time. Both work; one of them is shared.
    branches.withLock { if $0[key] == nil { $0[key] = BranchBox(branch: branch) } }
    return Subscription {
      token.cancel()
      let gone = self.branches.withLock { branches -> BranchBox? in
        branches[key]?.branch === branch ? branches.removeValue(forKey: key) : nil
      }
      withExtendedLifetime(gone) {}
    }
  }
}

/// Which part a branch is for.
@usableFromInline
struct BranchKey: Hashable, @unchecked Sendable {
  // Safe: made of key paths that are Sendable, and of values that are.
  private let path: AnyKeyPath?
  private let part: PartKey?
  private var isCompared = true

  /// The same part, for those to whom every commit counts as a change of it.
  @usableFromInline var uncompared: BranchKey {
    var key = self
    key.isCompared = false
    return key
  }

  @usableFromInline
  init<Root, Value>(_ path: KeyPath<Root, Value> & Sendable) {
    self.path = path
    part = nil
  }

  @usableFromInline
  init(_ part: PartKey) {
    self.part = part
    path = nil
  }
}

/// The keys of parts that are not at a key path.
@usableFromInline
enum PartKey: Hashable, Sendable {
  /// What an optional holds.
  case unwrapped
  /// The elements of a list.
  case elements
}

private struct BranchBox: Sendable {
  let branch: any AnyObject & Sendable
}
