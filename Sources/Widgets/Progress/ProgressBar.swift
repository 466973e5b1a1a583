import MillraceLayout
import MillraceRender

/// A progress bar.
///
/// ```swift
/// ProgressBar(done: done, of: files, showsPercent: true)
/// ```
///
/// It fills the width of its column; in a row, use `.grow()`. In plain-text output, the percentage
/// replaces the bar.
public struct ProgressBar: Component, Equatable {
  private let share: Double?
  private let showsPercent: Bool
  private let details: String
  @Environment(\.theme) private var theme

  /// Creates a bar for a fraction.
  /// - Parameters:
  ///   - share: the fraction done, from 0 to 1. Values outside are clamped, and NaN is 0. Nil: the
  ///     progress is unknown, and a ``Spinner`` is shown.
  ///   - showsPercent: whether the percentage is shown after the bar.
  public init(_ share: Double?, showsPercent: Bool = false) {
    self.share = share.map { $0 > 0 ? min($0, 1) : 0 }
    self.showsPercent = showsPercent
    details = ""
  }

  /// Creates a bar followed by the rate and the time left, such as `12.3 MB/s, 00:42 left`. If
  /// there is too little room, the rate and the time are below the bar.
  /// - Parameters:
  ///   - estimate: the progress. If its total is unknown, a ``Spinner`` is shown.
  ///   - showsPercent: whether the percentage is shown after the bar.
  public init(_ estimate: ProgressEstimate, showsPercent: Bool = true) {
    share = estimate.share
    self.showsPercent = showsPercent
    details = estimate.description
  }

  /// Creates a bar for a number of things done.
  /// - Parameters:
  ///   - done: the number of things done.
  ///   - total: the total number. 0 of 0 is 0 %.
  ///   - showsPercent: whether the percentage is shown after the bar.
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

  /// The number of filled steps. The last step is filled only when everything is done.
  package func filled(of steps: Int) -> Int {
    let filled = Int((share * Double(steps)).rounded())
    return share < 1 ? max(0, min(filled, steps - 1)) : filled
  }
}
