import MillraceRender

/// Shows messages for a limited time, from any component.
///
/// ```swift
/// struct SaveButton: Component {
///   @Environment(\.toaster) var toaster
///   let save: @MainActor () throws -> Void
///
///   var body: Node {
///     Button("Save") {
///       do {
///         try save()
///         toaster.show("Saved")
///       } catch {
///         toaster.show("Not saved: \(error)", role: .danger)
///       }
///     }
///   }
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
  /// The messages, each with the id that the program passed to `show`.
  fileprivate var shown: [(toast: Toast, name: String?)] = []
  /// The number of toasts dropped for lack of room since the list was last empty.
  fileprivate var dropped = 0
  private var lastID = 0

  /// - Parameter schedule: schedules the removal of messages. The default never removes them.
  public nonisolated init(schedule: @escaping Schedule = { _, _ in }) { self.schedule = schedule }

  /// Shows a message. At most three are shown: a fourth replaces the oldest, which is counted as
  /// dropped.
  /// - Parameters:
  ///   - text: wraps in a box of at most 60 columns.
  ///   - role: how the message looks: `.info`, or `.danger` for a failure.
  ///   - duration: how long the message is shown.
  ///   - id: replaces the message shown with the same id: “Deleted 4 items” replaces “Deleted 3
  ///     items”.
  public func show(
    _ text: String, role: Toast.Role = .info, for duration: Duration = .seconds(4),
    replacing id: String? = nil
  ) {
    lastID += 1
    let toast = Toast(id: lastID, text, role: role)
    if let id, let index = shown.firstIndex(where: { $0.name == id }) {
      shown[index].toast = toast
    } else {
      shown.append((toast, id))
    }
    if shown.count > Toasts.limit {
      shown.removeFirst()
      dropped += 1
    }
    invalidation?()
    schedule(duration) { [weak self] in self?.remove(toast.id) }
  }

  private func remove(_ id: Int) {
    guard let index = shown.firstIndex(where: { $0.toast.id == id }) else { return }
    shown.remove(at: index)
    if shown.isEmpty { dropped = 0 }
    invalidation?()
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
    Toasts(toaster.shown.map { $0.toast }, more: toaster.dropped).node
  }
}

extension EnvironmentValues {
  /// The program's toaster, which shows messages to the user. Outside a program, it shows nothing.
  public var toaster: Toaster { Toaster() }
}
