/// Repeats a step until a condition holds, for example because another thread has done its work.
/// Stops after 1,000,000 steps, or when a time limit of the suite cancels the task.
/// - Returns: Whether the condition holds.
@discardableResult
package func repeatUntil(
  _ isMet: () -> Bool, isolation: isolated (any Actor)? = #isolation, _ step: () async -> Void
) async -> Bool {
  for _ in 0..<1_000_000 {
    if isMet() { return true }
    if Task.isCancelled { return false }
    await step()
  }
  return false
}
