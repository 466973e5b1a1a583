import MillraceTesting
import TestSupport
import Testing

extension NodeStage {
  /// Draws frames until a condition holds, because another thread does the work. Draws at least one.
  func wait(
    _ location: SourceLocation = #_sourceLocation, until isMet: () -> Bool
  ) async {
    func step() async {
      await Task.yield()
      screen.drawFrame()
    }
    await step()
    let isDone = await repeatUntil(isMet, step)
    #expect(isDone, "\(rows)", sourceLocation: location)
  }
}
