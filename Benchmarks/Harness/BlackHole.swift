/// Uses a value. The optimiser cannot remove the computation of the value.
///
/// The function itself is not optimised: it is not inlined or specialised, and its effects are
/// unknown. A call costs a few nanoseconds.
@_optimize(none)
@inline(never)
func blackHole<Value>(_ value: borrowing Value) {}

/// Returns the value, hidden from the optimiser, for inputs that it could otherwise compute with.
@_optimize(none)
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }
