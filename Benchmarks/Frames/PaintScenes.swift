import Foundation
import Millrace
import MillraceTesting

/// A scene of frames, in the format that `Scripts/curses_bytes.py` writes.
private struct Scene: Decodable {
  struct Frame: Decodable {
    let width: Int
    let height: Int
    let rows: [[Run]]
    let cursor: [Int]
    /// Whether the whole screen is repainted.
    let isForced: Bool
  }

  struct Run: Decodable {
    let text: String
    let foreground: Int
    let background: Int
    let attributes: [String]

    var style: Style {
      func color(_ number: Int) -> Color { number < 0 ? .default : .indexed(UInt8(number)) }
      var style = Style(foreground: color(foreground), background: color(background))
      if attributes.contains("bold") { style.attributes.insert(.bold) }
      if attributes.contains("underline") { style.attributes.insert(.underline) }
      if attributes.contains("inverse") { style.attributes.insert(.inverse) }
      return style
    }
  }

  let name: String
  let frames: [Frame]
}

/// Paints scenes, and prints the number of bytes of each frame after the first.
func paintScenes(file: String) throws {
  let data = try Data(contentsOf: URL(fileURLWithPath: file))
  for scene in try JSONDecoder().decode([Scene].self, from: data) {
    // The texts of the scenes have certain widths.
    let traits = TerminalTraits(colorDepth: .ansi256, widths: WidthRules(unknown: []))
    var painter = Painter(traits: traits)
    var grid = CellGrid(width: 0, height: 0, widths: traits.widths)
    var terminal = VirtualScreen(width: 1, height: 1)
    var counts: [Int] = []
    for frame in scene.frames {
      if (grid.width, grid.height) != (frame.width, frame.height) {
        grid.resize(width: frame.width, height: frame.height)
        terminal.resize(width: frame.width, height: frame.height)
      }
      grid.clear(x: 0, y: 0, width: frame.width, height: frame.height)
      for (y, row) in frame.rows.enumerated() {
        var x = 0
        for run in row { x += grid.write(run.text, x: x, y: y, style: run.style) }
      }
      if frame.isForced { painter.invalidate() }
      var bytes: [UInt8] = []
      painter.paint(&grid, cursor: (frame.cursor[0], frame.cursor[1]), into: &bytes)
      if CommandLine.arguments.contains("--show") {
        print(scene.name, String(decoding: bytes, as: UTF8.self).debugDescription)
      }
      terminal.feed(bytes)
      for y in 0..<grid.height {
        try check(
          terminal.rowText(y) == grid.rowText(y), "\(scene.name): row \(y) is not as wanted")
      }
      counts.append(bytes.count)
    }
    print("\(scene.name)\t\(counts.dropFirst().reduce(0, +))")
  }
}
