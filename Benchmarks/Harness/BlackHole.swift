/// Uses a value, so that the optimiser cannot remove its computation.
///
/// The function itself is not optimised: it is not inlined or specialised, and its effects are
/// unknown. A call costs a few nanoseconds.
@_optimize(none)
@inline(never)
func blackHole<Value>(_ value: borrowing Value) {}

/// Returns the value of an input, hidden from the optimiser, so that no result is precomputed.
@_optimize(none)
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }
