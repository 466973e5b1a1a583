/// The path from a store's state to a part of it, and optionally to an id of work there.
/// Subscribers, effects and sources have such a path.
@usableFromInline
package struct ScopePath: Hashable, Sendable {
  @usableFromInline let steps: [PathStep]

  /// The path without steps, to the whole state.
  @usableFromInline static let state = ScopePath([])

  @usableFromInline
  init(_ steps: [PathStep]) { self.steps = steps }

  /// Returns this path, continued by another path that begins where this path ends.
  @usableFromInline
  func appending(_ inner: ScopePath) -> ScopePath { ScopePath(steps + inner.steps) }

  /// The path to the work with the given id, in the part at this path.
  func id(_ key: EffectKey) -> ScopePath { ScopePath(steps + [PathStep(.id(key))]) }

  /// The path to a child that the program names. The path does not lead to the child's state.
  static func named(_ name: some Hashable & Sendable) -> ScopePath {
    ScopePath([PathStep(.name(EffectKey(name)))])
  }

  /// The prefixes of this path that have at least one step, shortest first, including the whole
  /// path.
  var prefixes: [ScopePath] { steps.indices.map { ScopePath(Array(steps[...$0])) } }

  /// Calls a body with the part, or not at all if the state lacks the part.
  @usableFromInline
  func find(in whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    find(in: whole, from: 0, body)
  }

  private func find(
    in whole: UnsafeRawPointer, from index: Int, _ body: (UnsafeRawPointer) -> Void
  ) {
    if index == steps.count { return body(whole) }
    steps[index].find?(whole) { find(in: $0, from: index + 1, body) }
  }

  /// Whether the part may be absent although the part around it exists. False if the path cannot be
  /// followed in a state, such as a path with a child's name.
  var mayBeAbsent: Bool {
    steps.last?.key.mayBeAbsent == true && steps.allSatisfy { $0.find != nil }
  }

  /// The steps as a delivery plan uses them, each with an offset to add to the step's own offset. A
  /// stored property of a stored property is one step from the outer value, so that nested scopes
  /// cost no extra step.
  var joined: [(step: PathStep, outer: Int)] {
    var (all, outer): ([(step: PathStep, outer: Int)], Int) = ([], 0)
    for (index, step) in steps.enumerated() {
      if let offset = step.offset, steps.dropFirst(index + 1).first?.offset != nil {
        outer += offset
        continue
      }
      all.append((step, outer))
      outer = 0
    }
    return all
  }

  /// The keys of the joined steps. They identify the part, regardless of how many scopes lead to
  /// it.
  var partKeys: [PathKey] { joined.map { $0.step.key.moved(by: $0.outer) } }

  /// For an element of a list, the path to the list's elements; otherwise nil.
  var list: ScopePath? {
    steps.dropLast(2).last?.stamp == nil ? nil : ScopePath(Array(steps.dropLast(2)))
  }

  /// Returns a value that changes when elements are added to the list at this path, or removed.
  /// Nil if the list is absent.
  func stamp(in whole: UnsafeRawPointer) -> UInt64? {
    var stamp: UInt64?
    find(in: whole) { stamp = steps.last?.stamp?($0) }
    return stamp
  }
}

extension ScopePath: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    steps.map(\.description).filter { !$0.isEmpty }.joined(separator: "/")
  }
}

/// A step from a value to a part of it, or to an id of work.
@usableFromInline
package final class PathStep: Sendable {
  let key: PathKey
  // Safe: the key path is only printed.
  nonisolated(unsafe) private let keyPath: AnyKeyPath?
  /// The hash of the key, computed once, because keys may be slow to hash.
  private let hash: Int
  /// The part's offset in the whole; nil if the part is not a stored property.
  let offset: Int?
  /// Finds the part in the whole. Nil if the step is a child's name or an id, which leads to no
  /// part.
  let find: PartFinder?
  /// For the elements of a list: returns a value that changes when elements are added or removed.
  let stamp: (@Sendable (_ list: UnsafeRawPointer) -> UInt64)?
  /// Makes the node of a delivery plan for this step. Its arguments are an offset to add to the
  /// step's own offset, and whether the surrounding value is the whole state.
  let makeNode: MakeNode

  @usableFromInline
  typealias MakeNode = @Sendable (_ outer: Int, _ isInState: Bool) -> PlanNode

  @usableFromInline
  init(
    _ key: PathKey, at keyPath: AnyKeyPath? = nil, offset: Int? = nil, find: PartFinder? = nil,
    stamp: (@Sendable (UnsafeRawPointer) -> UInt64)? = nil,
    makeNode: MakeNode? = nil
  ) {
    self.key = key
    self.keyPath = keyPath
    hash = key.hashValue
    self.offset = offset
    self.find = find
    self.stamp = stamp
    self.makeNode =
      makeNode ?? { _, _ in PlanNode(key) { node, value, version in node.send(value, version) } }
  }
}

extension PathStep: CustomStringConvertible {
  @usableFromInline package var description: String { keyPath.map { "\($0)" } ?? "\(key)" }
}

extension PathStep: Hashable {
  @usableFromInline
  package static func == (first: PathStep, second: PathStep) -> Bool {
    first === second || first.hash == second.hash && first.key == second.key
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Finds a part of a value, and calls the body with it; does nothing if the part is absent.
@usableFromInline
package typealias PartFinder =
  @Sendable (_ whole: UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
