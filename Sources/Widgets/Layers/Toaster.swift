import MillraceRender

/// Shows messages for a limited time, from any component.
///
/// ```swift
/// struct SaveButton: Component {
///   @Environment(\.toaster) var toaster
///   var body: Node { Button("Save") { save(); toaster.show("Saved") } }
/// }
/// ```
///
/// A program has a toaster in its environment. Outside a program, the environment's default toaster
/// shows nothing.
@MainActor
public final class Toaster: Equatable {
  /// Schedules a callback on a clock.
  public typealias Schedule = FrameClock.Schedule

  private let schedule: Schedule
  fileprivate var invalidation: Invalidation?
  fileprivate var toasts: [Toast] = []
  /// The ids of replaceable toasts, by the id that the program passed to `show`.
  private var named: [String: Int] = [:]
  /// The number of toasts dropped for lack of room since the list was last empty.
  fileprivate var dropped = 0
  private var lastID = 0

  /// - Parameter schedule: schedules removals. The default never fires: messages stay.
  public nonisolated init(schedule: @escaping Schedule = { _, _ in }) { self.schedule = schedule }

  /// Shows a message. At most three are shown: a fourth replaces the oldest, which is counted as
  /// dropped.
  /// - Parameters:
  ///   - duration: how long it is shown.
  ///   - id: replaces the message shown with the same id: “Deleted 4 items” replaces “Deleted 3
  ///     items”.
  public func show(
    _ text: String, role: Toast.Role = .info, for duration: Duration = .seconds(4),
    replacing id: String? = nil
  ) {
    lastID += 1
    let toast = Toast(id: lastID, text, role: role)
    if let old = id.flatMap({ named[$0] }), let index = toasts.firstIndex(where: { $0.id == old }) {
      toasts[index] = toast
    } else {
      toasts.append(toast)
    }
    if let id { named[id] = toast.id }
    if toasts.count > Toasts.limit {
      drop(at: 0)
      dropped += 1
    }
    invalidation?()
    schedule(duration) { [weak self] in self?.remove(toast.id) }
  }

  private func remove(_ id: Int) {
    guard let index = toasts.firstIndex(where: { $0.id == id }) else { return }
    drop(at: index)
    if toasts.isEmpty { dropped = 0 }
    invalidation?()
  }

  private func drop(at index: Int) {
    let toast = toasts.remove(at: index)
    named = named.filter { $0.value != toast.id }
  }

  public nonisolated static func == (first: Toaster, second: Toaster) -> Bool { first === second }
}

/// Shows a toaster's messages. A toaster supports one view.
package struct ToasterView: LiveComponent, Equatable {
  private let toaster: Toaster

  package init(_ toaster: Toaster) { self.toaster = toaster }

  package var connectionSource: AnyHashable? { ObjectIdentifier(toaster) }

  package func connect(_ invalidation: Invalidation) -> AnyObject? {
    toaster.invalidation = invalidation
    return nil
  }

  package func body(in context: RenderContext) -> Node {
    Toasts(toaster.toasts, more: toaster.dropped).node
  }
}

extension EnvironmentValues {
  /// Shows messages to the user.
  public var toaster: Toaster { Toaster() }
}
