/// Identifies a node among its siblings from frame to frame.
///
/// A key is stored as one reference, because nodes are copied much more often than keys are made.
public struct NodeKey: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline let box: KeyBox

  /// Makes a key of any value.
  @inlinable
  public init(_ key: some Hashable & Sendable) {
    box = (key as? NodeKey)?.box ?? TypedKeyBox(key)
  }

  /// The key's original value, if it is of this type.
  package func base<Key>(as type: Key.Type) -> Key? { box.base as? Key }

  public var description: String { "\(box.base)" }
}

/// A key of any type, with its hash.
@usableFromInline
class KeyBox: Hashable, @unchecked Sendable {
  // Unchecked because the compiler does not check a class with subclasses. This class and its only
  // subclass have only Sendable `let`s.
  @usableFromInline let hash: Int

  @usableFromInline init(hash: Int) { self.hash = hash }

  var base: Any { fatalError("abstract") }

  @usableFromInline func isEqual(to other: KeyBox) -> Bool { false }

  @usableFromInline static func == (first: KeyBox, second: KeyBox) -> Bool {
    first === second || first.hash == second.hash && first.isEqual(to: second)
  }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

@usableFromInline
final class TypedKeyBox<Key: Hashable & Sendable>: KeyBox, @unchecked Sendable {
  private let key: Key

  @usableFromInline init(_ key: Key) {
    self.key = key
    super.init(hash: key.hashValue)
  }

  override var base: Any { key }

  @usableFromInline override func isEqual(to other: KeyBox) -> Bool {
    // Faster than a conditional cast, and as safe, because the class is final.
    type(of: other) == Self.self && unsafeDowncast(other, to: Self.self).key == key
  }
}
