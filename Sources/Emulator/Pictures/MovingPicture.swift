import MillraceRender
import MillraceTerminal

/// Screens of one size as a moving picture: a self-contained SVG with CSS animations and without
/// scripts, so that it also moves in an `img` element of a page.
///
/// A row that is the same in several screens is written once.
package struct MovingPicture {
  private let first: VirtualScreen
  private let background: PictureBackground
  private var milliseconds = 0
  /// For each row, the intervals in which the picture shows it, in milliseconds.
  private var rows: [Row: [Range<Int>]] = [:]
  private var order: [Row] = []
  /// The last screen, and its rows, because most rows of the next screen are the same.
  private var last: (screen: VirtualScreen, rows: [String])?

  private struct Row: Hashable {
    let y: Int
    let elements: String
  }

  /// Makes a picture that begins with one screen.
  package init(
    _ screen: VirtualScreen, milliseconds: Int, background: PictureBackground = .dark
  ) {
    (first, self.background) = (screen, background)
    add(screen, milliseconds: milliseconds)
  }

  /// Adds a screen, which must have the size of the first one.
  package mutating func add(_ screen: VirtualScreen, milliseconds: Int) {
    precondition(
      (screen.width, screen.height) == (first.width, first.height),
      "all screens must have the same size")
    let palette = PicturePalette(background)
    let (start, end) = (self.milliseconds, self.milliseconds + milliseconds)
    let texts = (0..<screen.height).map { y in
      if let last, last.screen.cells[y] == screen.cells[y],
        last.screen.cursorColumn(in: y) == screen.cursorColumn(in: y)
      {
        return last.rows[y]
      }
      return PictureRow(screen: screen, palette: palette, y: y).elements.joined(separator: "\n")
    }
    last = (screen, texts)
    for (y, text) in texts.enumerated() where !text.isEmpty {
      let row = Row(y: y, elements: text)
      if rows[row] == nil { order.append(row) }
      var intervals = rows[row] ?? []
      if let last = intervals.last, last.upperBound == start {
        intervals[intervals.count - 1] = last.lowerBound..<end
      } else {
        intervals.append(start..<end)
      }
      rows[row] = intervals
    }
    self.milliseconds = end
  }

  /// The picture, which repeats without end. Where animations are disabled or not supported, it
  /// shows the first screen.
  /// - Parameter title: The title in the window's bar; nil for no bar.
  package func svg(title: String? = nil) -> String {
    var classes: [[Range<Int>]: Int] = [:]
    var styles = "", groups = ""
    for row in order {
      let intervals = rows[row] ?? []
      if intervals == [0..<milliseconds] {
        groups += row.elements + "\n"
        continue
      }
      let number = classes[intervals] ?? classes.count
      if classes.updateValue(number, forKey: intervals) == nil {
        styles += style(number, intervals)
      }
      groups += "<g class='r r\(number)'>\n\(row.elements)\n</g>\n"
    }
    styles = """
      <style>
      .r{animation:\(milliseconds)ms step-end infinite}
      \(styles)@media (prefers-reduced-motion:reduce){.r{animation-name:none!important}}
      </style>

      """
    return first.svg(title: title, background: background, content: styles + groups)
  }

  private func style(_ number: Int, _ intervals: [Range<Int>]) -> String {
    let isFirst = intervals.first?.lowerBound == 0
    var frames = isFirst ? "" : "0%{visibility:hidden}"
    for interval in intervals {
      frames += "\(percent(interval.lowerBound)){visibility:visible}"
      if interval.upperBound < milliseconds {
        frames += "\(percent(interval.upperBound)){visibility:hidden}"
      }
    }
    let rest = isFirst ? "" : "visibility:hidden;"
    return ".r\(number){\(rest)animation-name:k\(number)}@keyframes k\(number){\(frames)}\n"
  }

  /// A time as a percentage of the picture's duration, with three decimals.
  private func percent(_ time: Int) -> String {
    let share = time * 100_000 / max(milliseconds, 1)
    let decimals = String(1000 + share % 1000).dropFirst()
    return "\(share / 1000).\(decimals)%"
  }
}

extension VirtualScreen {
  /// The column of the cursor; nil if the cursor is hidden or in another row.
  fileprivate func cursorColumn(in y: Int) -> Int? {
    isCursorVisible && cursorY == y ? cursorX : nil
  }
}
