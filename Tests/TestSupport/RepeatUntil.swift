/// Repeats a step until a condition holds, for example because another thread has done its work.
/// Stops after 100,000 steps.
/// - Returns: Whether the condition holds.
@discardableResult
package func repeatUntil(
  _ isMet: () -> Bool, isolation: isolated (any Actor)? = #isolation, _ step: () async -> Void
) async -> Bool {
  for _ in 0..<100_000 {
    if isMet() { return true }
    await step()
  }
  return isMet()
}
