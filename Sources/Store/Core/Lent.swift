/// A state that is lent for the time of a call: where it lies, and its version.
///
/// States travel from the core to those who listen by address, so that nothing is copied for a part
/// that did not change.
@usableFromInline
struct Lent<Value> {
  /// Valid until the call ends to which it was given.
  @usableFromInline let address: UnsafePointer<Value>
  @usableFromInline let version: UInt64

  @inlinable
  init(_ address: UnsafePointer<Value>, version: UInt64) {
    self.address = address
    self.version = version
  }

  @inlinable var state: Value { address.pointee }
  @inlinable var snapshot: Snapshot<Value> { Snapshot(state: state, version: version) }
}

extension Snapshot {
  /// Lends this snapshot's state to a body.
  @inlinable
  func lend<Result>(_ body: (Lent<State>) -> Result) -> Result {
    withUnsafePointer(to: state) { body(Lent($0, version: version)) }
  }
}
