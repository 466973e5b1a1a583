import MillraceLayout
import MillraceRender

/// The latest values of a series on one line, each as a column one cell wide.
///
/// ```swift
/// Sparkline(used, label: "Memory", in: 0...100).grow()
/// ```
///
/// It shows as many values as fit; a value that is not finite is blank. The accessible value, and
/// the plain-text output, gives the last, the lowest and the highest of all values.
public struct Sparkline: Component, Equatable {
  private let label: String
  private let points: ChartPoints
  private let bounds: ClosedRange<Double>?
  @Environment(\.theme) private var theme
  @Environment(\.chartSymbols) private var symbols
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - points: the values. Their x is ignored.
  ///   - label: the accessible name, which is not drawn.
  ///   - bounds: the values of the lowest and of a full column. Nil: the range of the visible
  ///     values, extended to include 0.
  public init(_ points: ChartPoints, label: String = "", in bounds: ClosedRange<Double>? = nil) {
    (self.label, self.points, self.bounds) = (label, points, bounds)
  }

  public var body: Node {
    chartNode(label, points.summary(), height: 1) { size in
      [[TextSpan(columns(size.width)).style(isEnabled ? theme.accent : theme.muted)]]
    }
    .shrink(0)
  }

  private static let blocks = Array("▁▂▃▄▅▆▇█")
  private static let signs = Array("_.-=+*%#")

  @MainActor private func columns(_ width: Int) -> String {
    let values = points.points.suffix(max(0, width)).map(\.y)
    let range = values.finiteRange ?? 0...1
    let bounds = bounds ?? min(0, range.lowerBound)...max(0, range.upperBound)
    let signs = symbols == .ascii ? Self.signs : Self.blocks
    return String(
      values.map { $0.isFinite ? signs[Int((bounds.share(of: $0) * 7).rounded())] : " " })
  }
}
