/// A type-erased id of work. Keys made from values of different types are never equal.
@usableFromInline
package struct EffectKey: Hashable, @unchecked Sendable {
  // Safe: the values are Sendable, and are only hashed, compared and printed.
  private let value: AnyHashable
  private let type: ObjectIdentifier

  @usableFromInline
  package init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
    // `AnyHashable` treats 1 and UInt8(1) as equal.
    type = ObjectIdentifier(Swift.type(of: value))
  }

  /// A key that is equal to no other key.
  @usableFromInline static var unique: EffectKey { EffectKey(Identity()) }
}

extension EffectKey: CustomStringConvertible {
  @usableFromInline package var description: String { "\(value.base)" }
}
