import MillraceRender

/// Shows messages for a while, from wherever something happened.
///
/// ```swift
/// struct SaveButton: Component {
///   @Environment(\.toaster) var toaster
///   var body: Node { Button("Save") { save(); toaster.show("Saved") } }
/// }
/// ```
///
/// A program has one without doing anything for it. What is shown by the default of the environment, outside
/// of a program, is seen nowhere.
@MainActor
public final class Toaster: Equatable {
  /// Calls back later, by whatever clock.
  public typealias Schedule = FrameClock.Schedule

  private let schedule: Schedule
  fileprivate var invalidation: Invalidation?
  fileprivate var toasts: [Toast] = []
  /// The toasts that another may replace, by what the program calls them.
  private var named: [String: Int] = [:]
  /// Those that had to make room since there was none.
  fileprivate var dropped = 0
  private var lastID = 0

  /// - Parameter schedule: time. The default never comes: messages stay.
  public nonisolated init(schedule: @escaping Schedule = { _, _ in }) { self.schedule = schedule }

  /// Shows a message. Three are shown at once: a fourth takes the place of the oldest, which is counted.
  /// - Parameters:
  ///   - duration: after which it goes.
  ///   - id: the message takes the place of the one that is shown with the same id: “Deleted 4 items” that
  ///     of “Deleted 3 items”.
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

/// Where a toaster's messages are seen. One place a toaster.
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
