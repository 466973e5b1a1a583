import MillraceLayout
import MillraceRender

/// How much of something is done.
///
/// It is as wide as its column; in a row, `.grow()` lets it take the room that is left. On a page of plain
/// text it is its percentage.
public struct ProgressBar: Component, Equatable {
  private let share: Double?
  private let showsPercent: Bool
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - share: from 0 to 1. What is beyond is taken for the nearer of both, and what is no number for 0.
  ///     Nil: nobody knows, and a ``Spinner`` turns.
  ///   - showsPercent: whether the percentage stands behind the bar.
  public init(_ share: Double?, showsPercent: Bool = false) {
    self.share = share.map { $0 > 0 ? min($0, 1) : 0 }
    self.showsPercent = showsPercent
  }

  /// - Parameters:
  ///   - done: how many are done.
  ///   - total: how many there are. None of none is 0 %.
  ///   - showsPercent: whether the percentage stands behind the bar.
  public init(done: Int, of total: Int, showsPercent: Bool = false) {
    self.init(Double(done) / Double(total), showsPercent: showsPercent)
  }

  public var body: Node {
    if let share {
      Node(
        Element(
          ProgressContent(
            share: share, showsPercent: showsPercent, bar: theme.accent, track: theme.border)))
    } else {
      Spinner()
    }
  }
}

package struct ProgressContent: ElementContent, Equatable {
  let share: Double
  package let showsPercent: Bool
  package let bar: Style
  package let track: Style

  package var percent: String { "\(filled(of: 100)) %" }
  package var plainText: PlainText { .text(percent) }
  package var semantics: Semantics? { Semantics(.progressBar, value: percent) }

  /// How many of so many steps are done: all of them only when everything is.
  package func filled(of steps: Int) -> Int {
    let filled = Int((share * Double(steps)).rounded())
    return share < 1 ? max(0, min(filled, steps - 1)) : filled
  }
}
