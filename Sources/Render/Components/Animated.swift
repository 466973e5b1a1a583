import MillraceLayout

/// A value that can be interpolated to another value, so that it can be animated.
public protocol Interpolatable {
  /// Returns a value between this one and another.
  /// - Parameters:
  ///   - end: the other value, which is the result for a share of 1.
  ///   - share: the progress towards `end`, from 0 to 1.
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
///     Column { Text("Filters").truncate() }.width(.cells(Double(width)))
///       .onChange(of: isOpen) { _, isOpen in $width.animate(to: isOpen ? 20 : 0) }
///   }
/// }
/// ```
///
/// Setting the value ends an animation. When the component disappears, the value jumps to its goal.
/// Without an animation, no timer runs. With `\.reducesMotion`, or on a clock that does not
/// advance, the value changes immediately.
@propertyWrapper
public struct Animated<Value: Interpolatable>: ComponentProperty, Equatable {
  @Local private var motion: Motion<Value>
  @Environment(\.clock) private var clock
  @Environment(\.reducesMotion) private var reducesMotion

  /// Makes a value that is not being animated.
  /// - Parameter wrappedValue: the value when the component appears: `@Animated var width = 0`.
  public init(wrappedValue: Value) {
    _motion = Local(wrappedValue: Motion(value: wrappedValue, goal: wrappedValue))
  }

  static func properties(_ name: String, at offset: Int) -> [WrappedProperty] {
    func wrapperOffset<Part>(of part: KeyPath<Animated, Part>) -> Int {
      guard let distance = MemoryLayout<Animated>.offset(of: part) else {
        preconditionFailure("a stored property has an offset")
      }
      return offset + distance
    }
    return [
      LocalProperty<Motion<Value>>(name, at: wrapperOffset(of: \._motion)) {
        Motion(value: $0.goal, goal: $0.goal)
      },
      EnvironmentProperty<FrameClock>("", at: wrapperOffset(of: \._clock)),
      EnvironmentProperty<Bool>("", at: wrapperOffset(of: \._reducesMotion)),
    ]
  }

  @MainActor public var wrappedValue: Value {
    get { motion.value }
    nonmutating set { motion = Motion(value: newValue, goal: newValue) }
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
    let (start, clock) = (wrappedValue, clock)
    let began = clock.elapsed
    wrappedValue = goal
    guard duration > .zero, !reducesMotion,
      let frames = clock.onFrame({ [weak storage = _motion.storage] in
        guard let storage else { return }
        let time = (clock.elapsed - began) / duration
        let value = time < 1 ? start.interpolated(to: goal, by: curve(time)) : goal
        storage.set(
          Motion(value: value, goal: goal, frames: time < 1 ? storage.value.frames : nil))
      })
    else { return }
    motion = Motion(value: start, goal: goal, frames: frames)
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
