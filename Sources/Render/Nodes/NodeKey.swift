/// Identifies a node among its siblings from frame to frame.
public struct NodeKey: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline
  enum Value: Hashable, Sendable {
    case int(Int)
    case string(String)
    case other(KeyBox)
  }

  @usableFromInline let value: Value

  /// - Parameter key: integers and strings hash several times faster than other types.
  @inlinable
  public init(_ key: some Hashable & Sendable) {
    if let int = key as? Int {
      value = .int(int)
    } else if let string = key as? String {
      value = .string(string)
    } else if let key = key as? NodeKey {
      value = key.value
    } else {
      value = .other(TypedKeyBox(key))
    }
  }

  /// The key's original value, if it is of this type.
  package func base<Key>(as type: Key.Type) -> Key? {
    switch value {
    case .int(let key): key as? Key
    case .string(let key): key as? Key
    case .other(let box): box.base as? Key
    }
  }

  public var description: String {
    switch value {
    case .int(let key): "\(key)"
    case .string(let key): key
    case .other(let box): "\(box.base)"
    }
  }
}

/// A key of any type. Boxed, because most comparisons are of identical boxes.
@usableFromInline
class KeyBox: Hashable, @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked: the only subclass adds a Sendable
  // `let`.
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
    // Faster than a conditional cast, and as safe: the class is final.
    type(of: other) == Self.self && unsafeDowncast(other, to: Self.self).key == key
  }
}
