import MillraceLayout
import MillraceRender

/// The latest values of a series, as columns on one line, one cell wide each.
///
/// It shows as many values as fit; a value that is not finite is blank. The accessible value, and
/// the plain-text output, gives the last, the lowest and the highest of all values.
public struct Sparkline: LiveComponent, Equatable {
  private let label: String
  private let points: ChartPoints
  private let bounds: ClosedRange<Double>?
  @Environment(\.theme) private var theme
  @Environment(\.chartSymbols) private var symbols
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - points: the values. Their x is ignored.
  ///   - label: the accessible name.
  ///   - bounds: the values of an empty and a full column. Nil: the range of the visible values,
  ///     extended to include 0.
  public init(_ points: ChartPoints, label: String = "", in bounds: ClosedRange<Double>? = nil) {
    (self.label, self.points, self.bounds) = (label, points, bounds)
  }

  public func body(in context: RenderContext) -> Node {
    guard context.isInteractive else {
      return Text(label.isEmpty ? summary : "\(label): \(summary)").node
    }
    return chartBox(height: 1) { size in
      [[TextSpan(columns(size.width)).style(isEnabled ? theme.accent : theme.muted)]]
    }
    .shrink(0).semantics(.image, label.isEmpty ? "chart" : label, value: summary)
  }

  private var summary: String {
    guard points.count > 0, let range = points.extent(0..<points.count).range else {
      return "no values"
    }
    return "\(chartNumber(points.y(at: points.count - 1))), from \(chartNumber(range.lowerBound)) "
      + "to \(chartNumber(range.upperBound))"
  }

  private static let blocks = Array("▁▂▃▄▅▆▇█")
  private static let signs = Array("_.-=+*%#")

  @MainActor private func columns(_ width: Int) -> String {
    let places = max(0, points.count - width)..<points.count
    let reach = points.extent(places).range ?? 0...1
    let bounds = bounds ?? min(0, reach.lowerBound)...max(0, reach.upperBound)
    let signs = symbols == .ascii ? Self.signs : Self.blocks
    return String(
      places.map { place in
        let value = points.y(at: place)
        guard value.isFinite else { return " " }
        return signs[Int((bounds.share(of: value) * 7).rounded())]
      })
  }
}
