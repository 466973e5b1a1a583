/// A field as a place that can be changed where it lies.
///
/// A key path that is not known at compile time is changed through the runtime, ten times slower
/// than a stored property needs: that one is reached by its offset.
@usableFromInline
struct Field<Whole, Part>: Sendable {
  @usableFromInline let path: WritableKeyPath<Whole, Part> & Sendable
  /// Nil for what is computed, or observed.
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
  /// Changes what is there in place: moved out and back, so that its own parts stay uniquely held.
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
  /// The whole is given up before the part is changed, so that what the part holds is not held
  /// twice, and not copied.
  @inlinable
  func modify<Result>(_ whole: inout Whole, _ body: (inout Part) -> Result) -> Result? {
    withUnsafeMutablePointer(to: &whole) { address in
      guard var part = takePart(from: address) else { return nil }
      let result = body(&part)
      address.initialize(to: embed(part))
      return result
    }
  }

  /// Leaves the address without a value when it returns a part, and as it was when it returns nil.
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
