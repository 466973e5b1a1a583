/// What identifies a node among its siblings, from frame to frame.
public struct NodeKey: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline
  enum Value: Hashable, @unchecked Sendable {
    // Unchecked because AnyHashable is not Sendable; `init` only lets Sendable values in, and
    // nothing takes them out again.
    case int(Int)
    case string(String)
    // In a box: an AnyHashable is five words, and nearly no key is one.
    indirect case other(AnyHashable)
  }

  @usableFromInline let value: Value

  /// - Parameter key: integers and strings hash several times faster than other keys.
  @inlinable
  public init(_ key: some Hashable & Sendable) {
    if let int = key as? Int {
      value = .int(int)
    } else if let string = key as? String {
      value = .string(string)
    } else if let key = key as? NodeKey {
      value = key.value
    } else {
      value = .other(AnyHashable(key))
    }
  }

  /// The key that it was made of, if that is of this type.
  package func base<Key>(as type: Key.Type) -> Key? {
    switch value {
    case .int(let key): key as? Key
    case .string(let key): key as? Key
    case .other(let key): key.base as? Key
    }
  }

  public var description: String {
    switch value {
    case .int(let key): "\(key)"
    case .string(let key): key
    case .other(let key): "\(key.base)"
    }
  }
}
