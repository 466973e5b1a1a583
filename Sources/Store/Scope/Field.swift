/// Changes a field in place.
///
/// A key path that is unknown at compile time goes through the runtime, which takes ten times
/// longer than access to a stored property. So a stored property is accessed by its offset.
@usableFromInline
struct Field<Whole, Part>: Sendable {
  @usableFromInline let path: WritableKeyPath<Whole, Part> & Sendable
  /// The property's offset in the whole; nil for a computed property or one with observers.
  @usableFromInline let offset: Int?

  @inlinable
  init(_ path: WritableKeyPath<Whole, Part> & Sendable) {
    self.path = path
    offset = MemoryLayout<Whole>.offset(of: path)
  }

  @inlinable
  func modify<Result>(_ whole: inout Whole, _ body: (inout Part) -> Result) -> Result {
    guard let offset else { return body(&whole[keyPath: path]) }
    return withUnsafeMutablePointer(to: &whole) { whole in
      body(
        &(UnsafeMutableRawPointer(whole) + offset).assumingMemoryBound(to: Part.self).pointee)
    }
  }
}

extension Optional {
  /// Changes the wrapped value in place. The value is moved out and back, so that its parts stay
  /// uniquely referenced.
  @inlinable
  mutating func modify<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard var value = take() else { return nil }
    let result = body(&value)
    self = value
    return result
  }
}

extension CasePath {
  /// Changes the part in place, if the whole is this case.
  ///
  /// The whole is consumed before the part is changed, so that the part's storage has one reference
  /// and is not copied.
  @inlinable
  func modify<Result>(_ whole: inout Whole, _ body: (inout Part) -> Result) -> Result? {
    withUnsafeMutablePointer(to: &whole) { address in
      guard var part = takePart(from: address) else { return nil }
      let result = body(&part)
      address.initialize(to: embed(part))
      return result
    }
  }

  /// Moves the part out of the whole at an address. The memory there is uninitialised if this
  /// returns a part, and unchanged if this returns nil.
  @inlinable
  func takePart(from address: UnsafeMutablePointer<Whole>) -> Part? {
    let whole = address.move()
    guard let part = extract(whole) else {
      address.initialize(to: whole)
      return nil
    }
    return part
  }
}
