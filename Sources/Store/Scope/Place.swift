/// A position in a store's state: the steps from the state to a part of it, and optionally an id of
/// work there. Subscribers, effects and sources have places.
@usableFromInline
package struct Place: Hashable, Sendable {
  @usableFromInline let steps: [PlaceStep]

  /// The whole state.
  @usableFromInline static let state = Place([])

  @usableFromInline
  init(_ steps: [PlaceStep]) { self.steps = steps }

  /// The place that leads from this place on.
  @usableFromInline
  func appending(_ inner: Place) -> Place { Place(steps + inner.steps) }

  /// The place of the work with an id in this place.
  func id(_ key: EffectKey) -> Place { Place(steps + [PlaceStep(.id(key))]) }

  /// A child that the program names, and whose state is unknown.
  static func named(_ name: some Hashable & Sendable) -> Place {
    Place([PlaceStep(.name(EffectKey(name)))])
  }

  /// The places around this place, outermost first, and the place itself, without the state.
  var prefixes: [Place] { steps.indices.map { Place(Array(steps[...$0])) } }

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

  /// Whether a state that has the part around this one may lack this one, and it can be found out.
  var mayBeAbsent: Bool {
    steps.last?.key.mayBeAbsent == true && steps.allSatisfy { $0.find != nil }
  }

  /// The steps of a delivery plan, with an offset to add to each. A stored property of a stored
  /// property is found in the outer whole, so that nested scopes cost no extra step.
  var joined: [(step: PlaceStep, outer: Int)] {
    var (all, outer): ([(step: PlaceStep, outer: Int)], Int) = ([], 0)
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

  /// Identifies the part, however its scopes are nested.
  var partKeys: [PlaceKey] { joined.map { $0.step.key.moved(by: $0.outer) } }

  /// For an element of a list: the place of the list's elements.
  var list: Place? {
    steps.dropLast(2).last?.stamp == nil ? nil : Place(Array(steps.dropLast(2)))
  }

  /// Returns a value that changes when elements are added to the list at this place, or removed.
  /// Nil if the list is absent.
  func stamp(in whole: UnsafeRawPointer) -> UInt64? {
    var stamp: UInt64?
    find(in: whole) { stamp = steps.last?.stamp?($0) }
    return stamp
  }
}

extension Place: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    steps.map(\.description).filter { !$0.isEmpty }.joined(separator: "/")
  }
}

/// A step from a value to a part of it, or to an id of work.
@usableFromInline
package final class PlaceStep: Sendable {
  let key: PlaceKey
  // Safe: the key path is only printed.
  nonisolated(unsafe) private let path: AnyKeyPath?
  /// The hash of the key, computed once, because keys may be slow to hash.
  private let hash: Int
  /// The part's offset in the whole; nil if the part is not a stored property.
  let offset: Int?
  /// Nil if the part is unknown, or if this is an id.
  let find: PartFinder?
  /// For the elements of a list: returns the membership stamp.
  let stamp: (@Sendable (_ list: UnsafeRawPointer) -> UInt64)?
  /// Makes the entry of a delivery plan. Its arguments are an offset to add to the step's own, and
  /// whether the whole is the state itself.
  let makeNode: MakeNode

  @usableFromInline
  typealias MakeNode = @Sendable (_ outer: Int, _ isInState: Bool) -> PlanNode

  @usableFromInline
  init(
    _ key: PlaceKey, at path: AnyKeyPath? = nil, offset: Int? = nil, find: PartFinder? = nil,
    stamp: (@Sendable (UnsafeRawPointer) -> UInt64)? = nil,
    makeNode: MakeNode? = nil
  ) {
    self.key = key
    self.path = path
    hash = key.hashValue
    self.offset = offset
    self.find = find
    self.stamp = stamp
    self.makeNode =
      makeNode ?? { _, _ in PlanNode(key) { node, value, version in node.send(value, version) } }
  }
}

extension PlaceStep: CustomStringConvertible {
  @usableFromInline package var description: String { path.map { "\($0)" } ?? "\(key)" }
}

extension PlaceStep: Hashable {
  @usableFromInline
  package static func == (first: PlaceStep, second: PlaceStep) -> Bool {
    first === second || first.hash == second.hash && first.key == second.key
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Finds a part of a value, and calls the body with it; does nothing if the part is absent.
@usableFromInline
package typealias PartFinder =
  @Sendable (_ whole: UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
