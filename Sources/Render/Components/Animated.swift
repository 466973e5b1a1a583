import MillraceLayout

/// A value that can be interpolated to another value, so that it can be animated.
public protocol Interpolatable {
  /// - Parameter share: the progress towards `end`, from 0 to 1.
  func interpolated(to end: Self, by share: Double) -> Self
}

extension Double: Interpolatable {
  public func interpolated(to end: Double, by share: Double) -> Double {
    self + (end - self) * share
  }
}

extension Int: Interpolatable {
  public func interpolated(to end: Int, by share: Double) -> Int {
    Int(Double(self).interpolated(to: Double(end), by: share).rounded())
  }
}

extension CellPoint: Interpolatable {
  public func interpolated(to end: CellPoint, by share: Double) -> CellPoint {
    CellPoint(x: x.interpolated(to: end.x, by: share), y: y.interpolated(to: end.y, by: share))
  }
}

/// The speed of an animation over its duration.
public enum AnimationCurve: Sendable {
  /// A constant speed, a slower end, or a slower beginning and end.
  case linear, easeOut, easeInOut

  fileprivate func callAsFunction(_ time: Double) -> Double {
    switch self {
    case .linear: time
    case .easeOut: time * (2 - time)
    case .easeInOut: time * time * (3 - 2 * time)
    }
  }
}

/// Animated local state: the component is rendered at each frame of the environment's `clock` until
/// the value reaches its goal.
///
/// ```swift
/// struct Drawer: Component {
///   let isOpen: Bool
///   @Animated var width = 0
///   var body: Node {
///     Column {}.width(.cells(Double(width)))
///       .onChange(of: isOpen) { _, isOpen in $width.animate(to: isOpen ? 20 : 0) }
///   }
/// }
/// ```
///
/// Setting the value ends an animation. When the component disappears, the value jumps to its goal.
/// Without an animation, no timer runs. Under `\.reducesMotion`, and on a clock that does not
/// advance, the value changes at once.
@propertyWrapper
public struct Animated<Value: Interpolatable>: ComponentProperty, Equatable {
  private let animated: AnimatedLink<Value>

  /// Makes a value that is not being animated.
  public init(wrappedValue: Value) { animated = AnimatedLink(wrappedValue) }

  var link: PropertyLink { animated }

  @MainActor public var wrappedValue: Value {
    get { animated.motion.value.value }
    nonmutating set { animated.motion.value = Motion(value: newValue, goal: newValue) }
  }

  public var projectedValue: Animated { self }

  /// Animates the value from its current one, even during another animation.
  /// - Parameters:
  ///   - goal: the final value.
  ///   - duration: the length of the animation.
  ///   - curve: the speed over the duration.
  @MainActor public func animate(
    to goal: Value, over duration: Duration = .milliseconds(200),
    curve: AnimationCurve = .easeInOut
  ) {
    let (start, clock) = (wrappedValue, animated.clock.value)
    let began = clock.elapsed
    wrappedValue = goal
    guard duration > .zero, !animated.reducesMotion.value,
      let frames = clock.onFrame({ [weak storage = animated.motion.storage] in
        guard let storage else { return }
        let time = (clock.elapsed - began) / duration
        let value = time < 1 ? start.interpolated(to: goal, by: curve(time)) : goal
        storage.set(
          Motion(value: value, goal: goal, frames: time < 1 ? storage.value.frames : nil))
      })
    else { return }
    animated.motion.value = Motion(value: start, goal: goal, frames: frames)
  }

  /// Always true: local state is not a prop.
  public static func == (first: Animated, second: Animated) -> Bool { true }
}

/// A value with its running animation.
private struct Motion<Value>: CustomStringConvertible {
  var value: Value
  let goal: Value
  var frames: AnyObject?
  var description: String { "\(value)" }
}

private final class AnimatedLink<Value: Interpolatable>: PropertyLink {
  let motion: LocalLink<Motion<Value>>
  let clock = EnvironmentLink<FrameClock>(\.clock)
  let reducesMotion = EnvironmentLink<Bool>(\.reducesMotion)

  init(_ value: Value) { motion = LocalLink(Motion(value: value, goal: value)) }

  override func attach(to instance: Instance, kept: AnyObject?, in renderer: Renderer)
    -> AnyObject?
  {
    _ = clock.attach(to: instance, kept: nil, in: renderer)
    _ = reducesMotion.attach(to: instance, kept: nil, in: renderer)
    return motion.attach(to: instance, kept: kept, in: renderer)
  }

  override func detach(from instance: Instance, kept: AnyObject?) {
    if let kept = kept as? LocalStorage<Motion<Value>> {
      kept.value = Motion(value: kept.value.goal, goal: kept.value.goal)
    }
    for link in [clock, reducesMotion, motion] { link.detach(from: instance, kept: kept) }
  }

  override var shown: Any? { motion.shown }
}
