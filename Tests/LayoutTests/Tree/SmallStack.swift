import Foundation

/// Runs a body on a thread with a stack of 1 MB, so that a recursion shows after few levels.
///
/// The layout itself needs more than half of it in a debug build, before it takes another stack.
func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = 1 << 20
    thread.start()
  }
}
