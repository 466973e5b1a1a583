/// Uses a value. The optimiser cannot tell what for, so whatever computes the value is done.
///
/// Not optimised itself, it can be neither inlined nor specialised nor found to do nothing; a call
/// costs some nanoseconds.
@_optimize(none)
@inline(never)
func blackHole<Value>(_ value: borrowing Value) {}

/// The value itself, of which the optimiser then knows nothing: for inputs that it could otherwise
/// compute with.
@_optimize(none)
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }
