import emulator_program
import Testing

@Suite("Random frames on our emulator")
struct SoundnessTests {
  @Test(
    "frames are as a full repaint, painting again writes nothing, a forced redraw heals",
    arguments: 1...20 as ClosedRange<UInt64>)
  func soundness(seed: UInt64) {
    var check = SoundnessCheck(seed: seed)
    for _ in 0..<50 {
      if let wrong = check.step() {
        Issue.record("\(wrong)")
        return
      }
    }
    #expect(check.bytes > 0)
  }
}
