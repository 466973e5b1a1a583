import Foundation
import MillraceTerminal
import MillraceTesting

/// Exposes the project's emulator and painter to scripts, which compare them with other
/// implementations.
///
///     show WIDTH HEIGHT [OFFSET …]           the screen after each offset in stdin, and at its end
///     frames SEED COUNT WIDTH HEIGHT WITHOUT random frames: their bytes and the expected screens
///     prove SEED SEEDS FRAMES                checks random frames on this emulator, FRAMES a seed
///
/// Each command prints one line of JSON per result.
@main
enum EmulatorProgram {
  private struct ScreenSnapshot: Encodable {
    var offset: Int
    var rows: [String]
    var cursor: [Int]
    var unknown: [String]
  }

  private struct PaintedFrame: Encodable {
    var width: Int
    var height: Int
    var bytes: Data
    var rows: [String]
  }

  private struct Proof: Encodable {
    var seed: UInt64
    var frames: Int
    var bytes: Int
    var difference: String?
  }

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.compactMap { Int($0) }
    switch arguments.first {
    case "show" where numbers.count >= 2: try show(numbers)
    case "frames" where numbers.count == 4: try frames(numbers, without: arguments.last ?? "")
    case "prove" where numbers.count == 3: try prove(numbers)
    default:
      FileHandle.standardError.write(Data("usage: show | frames | prove (see the source)\n".utf8))
      exit(2)
    }
  }

  private static func show(_ numbers: [Int]) throws {
    let bytes = Array(FileHandle.standardInput.readDataToEndOfFile())
    var screen = VirtualScreen(width: numbers[0], height: numbers[1])
    var start = 0
    for offset in numbers.dropFirst(2) + [bytes.count] where (start...bytes.count).contains(offset)
    {
      screen.feed(bytes[start..<offset])
      start = offset
      try printLine(
        ScreenSnapshot(
          offset: offset, rows: (0..<screen.height).map(screen.rowText),
          cursor: [screen.cursorX, screen.cursorY], unknown: screen.unknownSequences))
    }
  }

  /// - Parameter without: The features that the terminal lacks: `repeat`, `scroll` and `resize`,
  ///   joined by commas.
  private static func frames(_ numbers: [Int], without: String) throws {
    var features = TerminalFeatures.modern
    if without.contains("repeat") { features.remove(.repeatCharacter) }
    if without.contains("scroll") { features.remove(.scrollLines) }
    var frames = RandomFrames(
      seed: UInt64(numbers[0]), width: numbers[2], height: numbers[3], alphabet: .agreed,
      resizes: !without.contains("resize"), features: features)
    for _ in 0..<numbers[1] {
      let frame = frames.next()
      let grid = frames.grid
      try printLine(
        PaintedFrame(
          width: grid.width, height: grid.height, bytes: Data(frame.bytes),
          rows: (0..<grid.height).map(grid.rowText)))
    }
  }

  private static func prove(_ numbers: [Int]) throws {
    for seed in numbers[0]..<numbers[0] + numbers[1] {
      var check = SoundnessCheck(seed: UInt64(seed))
      var proof = Proof(seed: UInt64(seed), frames: 0, bytes: 0)
      while proof.frames < numbers[2], proof.difference == nil {
        proof.difference = check.step()
        proof.frames += 1
      }
      proof.bytes = check.bytes
      try printLine(proof)
    }
  }

  private static func printLine(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    FileHandle.standardOutput.write(try encoder.encode(value) + Data("\n".utf8))
  }
}
