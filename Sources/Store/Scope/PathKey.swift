/// Identifies one step of a path: a part of the surrounding value, or an id of work.
@usableFromInline
package enum PathKey: Hashable, @unchecked Sendable {
  // Safe: it contains only key paths and ids that are Sendable.
  /// The stored value at an offset, with its type, whichever key path leads there.
  case stored(offset: Int, ObjectIdentifier)
  /// The value at a key path.
  case path(AnyKeyPath)
  /// The wrapped value of the optional at a key path; without a key path, the value itself is
  /// optional.
  case unwrapped(AnyKeyPath?)
  /// The elements of the list at a key path.
  case elements(AnyKeyPath)
  /// The element with the given id.
  case element(AnyHashable)
  /// The associated value of a case of the enum at a key path.
  case enumCase(CaseIdentity, in: AnyKeyPath)
  /// A value without bytes, such as a struct without fields. It is identified by the location in
  /// the source at which its path is made.
  case empty(CaseIdentity)
  /// A child that the program names, with `Command.scoped(by:)` for example.
  case name(EffectKey)
  /// The id of a piece of work.
  case id(EffectKey)
  /// The root of a delivery plan.
  case root

  /// Whether the surrounding value may lack this part.
  var mayBeAbsent: Bool {
    switch self {
    case .unwrapped, .enumCase: true
    default: false
    }
  }

  /// Returns the key of this part in an outer value that stores the whole at an offset.
  @usableFromInline
  func moved(by outer: Int) -> PathKey {
    guard case .stored(let offset, let type) = self else { return self }
    return .stored(offset: outer + offset, type)
  }
}

extension PathKey: CustomStringConvertible {
  @usableFromInline package var description: String {
    switch self {
    case .name(let key), .id(let key): "\(key)"
    case .element(let id): "\(id)"
    case .path(let path), .elements(let path), .unwrapped(let path?): "\(path)"
    case .stored(let offset, _): "+\(offset)"
    case .enumCase(let identity, let path): "\(path)(\(identity))"
    case .empty(let identity): "\(identity)"
    case .unwrapped(nil), .root: ""
    }
  }
}
