#if DEBUG
  import Millrace
  import MillraceTesting

  extension PageEvent {
    /// Random user input on a page: keys, words, clicks, the wheel, sizes and waiting.
    static func random(_ count: Int, seed: UInt64) -> [PageEvent] {
      var random = SeededGenerator(seed: seed)
      return (0..<count).map { _ in
        let (x, y) = (
          Int.random(in: 0..<50, using: &random), Int.random(in: 0..<12, using: &random)
        )
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<10: return .key(.tab)
        case 10: return .key(.shiftTab)
        case 11..<15: return .key(.enter)
        case 15..<18: return .key(.space)
        case 18..<21: return .key(.down)
        case 21: return .key(.up)
        case 22, 23: return .key(.right)
        case 24: return .key(.left)
        case 25: return .key(.escape)
        case 26: return .key(.backspace)
        case 27: return .key(.end)
        case 28: return .key(.pageDown)
        case 29: return .key(.control("s"))
        case 30, 31: return .type(["a", "fri", "é漢", "+ho"].randomElement(using: &random) ?? "")
        // Clicks near the start of the rows, where most controls are.
        case 32..<36: return .click(x: x / 3, y: y)
        case 36: return .click(x: x, y: y)
        case 37: return .wheel(up: Bool.random(using: &random), x: x, y: y)
        case 38:
          return .resize(
            columns: [20, 38, 50, 70].randomElement(using: &random) ?? 50,
            rows: [6, 12, 16].randomElement(using: &random) ?? 12)
        default:
          return .wait(
            [Duration.milliseconds(200), .seconds(5)].randomElement(using: &random) ?? Duration.zero
          )
        }
      }
    }
  }
#endif
