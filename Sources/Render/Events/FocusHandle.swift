/// Gives the focus to an element from anywhere in the program.
///
/// ```swift
/// struct Rename: Component {
///   @Local var name = "Draft"
///   @Local private var field = FocusHandle()
///
///   var body: Node {
///     TextField($name).focus(field)
///     Button("Rename") { field.focus() }
///   }
/// }
/// ```
///
/// A handle refers to one element at a time: the last one that appeared with it. Content that had
/// the focus, was removed and appears again with the same handle regains the focus, unless the user
/// moved the focus in between.
@MainActor
public final class FocusHandle: Equatable {
  private weak var renderer: Renderer?
  package var element: ElementID?
  private var isFocusPending = false

  /// Makes a handle that refers to no element yet.
  public nonisolated init() {}

  /// Requests that the element gets the focus at the next frame. If the element cannot have the
  /// focus, the control inside it that last had the focus gets it, or else the first control inside
  /// it.
  ///
  /// If no element has the handle, the first one that appears with it gets the focus. A hidden
  /// element, or one outside of a contained scope, gets it as soon as it can, unless the user moves
  /// the focus first.
  public func focus() {
    isFocusPending = element == nil
    if let element { renderer?.host.focus(element) }
    renderer?.requestFrame()
  }

  /// Whether the element or a descendant has the focus. A change renders nothing again; use
  /// `onFocusChange(_:)` to observe it.
  public var isFocused: Bool {
    guard let element, let renderer else { return false }
    return renderer.host.focused == element || renderer.focusIsInside(element)
  }

  /// Makes the handle refer to an element.
  /// - Returns: whether the focus was requested before the element appeared.
  package func attach(to element: ElementID, of renderer: Renderer?) -> Bool {
    (self.element, self.renderer) = (element, renderer)
    defer { isFocusPending = false }
    return isFocusPending
  }

  public nonisolated static func == (a: FocusHandle, b: FocusHandle) -> Bool { a === b }
}

/// How Tab and the arrow keys move the focus in a focus scope.
public enum FocusPolicy: Sendable {
  /// Tab moves through the scope and on to the elements after it.
  case inOrder
  /// Tab stops once, at the element that last had the focus. Arrow keys that no handler consumes
  /// move the focus from element to element.
  case byArrows
  /// No element outside of the scope can have the focus while the scope is shown; Tab and arrow
  /// keys wrap around. The scope takes the focus when it appears, and gives it back when it
  /// disappears. Of several contained scopes, the last one that appeared is active.
  case contained
}
