/// The background of a terminal in a picture.
public enum PictureBackground: Sendable {
  /// A dark or a light background.
  case dark, light
}

extension VirtualScreen {
  /// The screen as a picture: a self-contained SVG.
  ///
  /// A run of text is as wide as its cells, whatever the reader's font. Lines and blocks are drawn
  /// as shapes, so that they join.
  /// - Parameters:
  ///   - title: The title in the window's bar; nil for no bar.
  ///   - background: The background, which selects the colours.
  /// - Complexity: O(*n*) in the number of cells.
  public func svg(title: String? = nil, background: PictureBackground = .dark) -> String {
    let palette = PicturePalette(background)
    let rows = (0..<height).flatMap { PictureRow(screen: self, palette: palette, y: $0).elements }
    return svg(title: title, background: background, content: rows.map { $0 + "\n" }.joined())
  }

  /// The SVG of a window that shows the given elements, in the size of the screen.
  /// - Parameter content: SVG elements, each of which ends with a line break.
  func svg(title: String?, background: PictureBackground, content: String) -> String {
    let palette = PicturePalette(background)
    let top = title == nil ? 14 : 40
    let (width, height) = (self.width * 9 + 28, self.height * 19 + top + 14)
    var picture = """
      <svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)' \
      viewBox='0 0 \(width) \(height)' role='img' font-size='15' \
      font-family='ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace'>
      <rect x='0.5' y='0.5' width='\(width - 1)' height='\(height - 1)' rx='9' \
      fill='\(palette.background)' stroke='\(palette.frame)'/>

      """
    if let title {
      for x in [20, 38, 56] {
        picture += "<circle cx='\(x)' cy='18' r='6' fill='\(palette.frame)'/>"
      }
      picture += """

        <text x='\(width / 2)' y='23' text-anchor='middle' font-size='13' \
        fill='\(palette.title)'>\(PictureRow.escaped(title))</text>

        """
    }
    return picture + "<g transform='translate(14 \(top))'>\n" + content + "</g>\n</svg>\n"
  }
}
