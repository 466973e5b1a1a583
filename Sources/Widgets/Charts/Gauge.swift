import MillraceLayout
import MillraceRender

/// A value in a range, drawn as a bar that changes style at thresholds.
///
/// ```swift
/// Gauge("CPU", load, in: 0...100, unit: " %", thresholds: [.init(80)])
/// ```
///
/// It fills the width of its column. In plain-text output, it shows its name and value.
public struct Gauge: Component, Equatable {
  /// The value from which a ``Gauge`` changes its style.
  public struct Threshold: Equatable, Sendable {
    let value: Double
    let style: Style?

    /// - Parameters:
    ///   - value: the lowest value at which the style applies.
    ///   - style: the style of the bar and the number; nil is the theme's danger style.
    public init(_ value: Double, _ style: Style? = nil) {
      (self.value, self.style) = (value, style)
    }
  }

  private let label: String
  private let value: Double
  private let bounds: ClosedRange<Double>
  private let unit: String
  private let thresholds: [Threshold]
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - label: shown before the bar.
  ///   - value: clamped to the range for the bar. A value that is not a number shows an empty bar.
  ///   - bounds: the values of an empty and a full bar.
  ///   - unit: appended to the number.
  ///   - thresholds: the greatest threshold that the value reaches sets the style.
  public init(
    _ label: String, _ value: Double, in bounds: ClosedRange<Double> = 0...1, unit: String = "",
    thresholds: [Threshold] = []
  ) {
    (self.label, self.value, self.bounds) = (label, value, bounds)
    (self.unit, self.thresholds) = (unit, thresholds)
  }

  public var body: Node {
    let reached = thresholds.filter { $0.value <= value }.max { $0.value < $1.value }
    let style = !isEnabled ? theme.muted : reached.map { $0.style ?? theme.danger } ?? theme.accent
    let number = chartNumber(value) + unit
    let bar = ProgressContent(
      share: bounds.share(of: value), showsPercent: false, bar: style, track: theme.border)
    Row(gap: 1) {
      if !label.isEmpty { Text(label).truncate() }
      Node(Element(bar)).grow().basis(0).minWidth(4)
      Text(number).truncate().shrink(0).style(style)
    }
    .semantics(.meter, label, value: number)
  }
}
