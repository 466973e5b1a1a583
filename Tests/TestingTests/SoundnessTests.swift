import emulator_program
import TestSupport
import Testing

@Suite("Random frames on the virtual screen")
struct SoundnessTests {
  @Test(
    "a frame equals a full repaint, a second paint writes nothing, and a forced redraw repairs",
    arguments: 1...rounds(6, long: 20) as ClosedRange<UInt64>)
  func soundness(seed: UInt64) {
    var check = SoundnessCheck(seed: seed)
    for _ in 0..<rounds(20, long: 50) {
      if let wrong = check.step() {
        Issue.record("\(wrong)")
        return
      }
    }
    #expect(check.bytes > 0)
  }
}
