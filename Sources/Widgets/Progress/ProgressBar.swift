import MillraceLayout
import MillraceRender

/// How much of something is done.
///
/// It is as wide as its column; in a row, `.grow()` lets it take the room that is left. On a page of plain
/// text it is its percentage.
public struct ProgressBar: Component, Equatable {
  private let share: Double?
  private let showsPercent: Bool
  private let details: String
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - share: from 0 to 1. What is beyond is taken for the nearer of both, and what is no number for 0.
  ///     Nil: nobody knows, and a ``Spinner`` turns.
  ///   - showsPercent: whether the percentage stands behind the bar.
  public init(_ share: Double?, showsPercent: Bool = false) {
    self.share = share.map { $0 > 0 ? min($0, 1) : 0 }
    self.showsPercent = showsPercent
    details = ""
  }

  /// A bar with the rate and the time left behind it, or below it where that is too long: `12.3 MB/s, 00:42 left`.
  /// - Parameters:
  ///   - estimate: how far something is. Where its total is not known, a ``Spinner`` turns.
  ///   - showsPercent: whether the percentage stands behind the bar.
  public init(_ estimate: ProgressEstimate, showsPercent: Bool = true) {
    share = estimate.share
    self.showsPercent = showsPercent
    details = estimate.description
  }

  /// - Parameters:
  ///   - done: how many are done.
  ///   - total: how many there are. None of none is 0 %.
  ///   - showsPercent: whether the percentage stands behind the bar.
  public init(done: Int, of total: Int, showsPercent: Bool = false) {
    self.init(Double(done) / Double(total), showsPercent: showsPercent)
  }

  public var body: Node {
    if details.isEmpty {
      bar
    } else {
      Row(gap: 1, wraps: share != nil) {
        if share == nil { bar.shrink(0) } else { bar.grow().basis(16) }
        Text(details).style(theme.muted).truncate()
      }
    }
  }

  @MainActor private var bar: Node {
    guard let share else { return Spinner().node }
    return Node(
      Element(
        ProgressContent(
          share: share, showsPercent: showsPercent, bar: theme.accent, track: theme.border)))
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
