/// Gives the focus to an element, from anywhere in the program.
///
/// ```swift
/// @Local private var field = FocusHandle()
/// // …
/// TextField($name).focus(field)
/// Button("Rename") { field.focus() }
/// ```
///
/// It stands on one element at a time: the last that appeared with it. Content that had the focus, was
/// removed and comes back with the same handle gets the focus back, unless the user moved it meanwhile.
@MainActor
public final class FocusHandle: Equatable {
  private weak var renderer: Renderer?
  package var element: ElementID?
  private var isWaiting = false

  public nonisolated init() {}

  /// Gives the focus to the element with the next frame; to the first control in it, or to the current
  /// one of a ``FocusPolicy`` scope, if the element itself cannot have it.
  ///
  /// Where no element has the handle, the first that appears with it gets the focus. An element that is
  /// hidden, or outside of a contained scope, gets it when that changes, unless the user moves the focus
  /// before.
  public func focus() {
    isWaiting = element == nil
    if let element { renderer?.host.focus(element) }
    renderer?.requestFrame()
  }

  /// Whether the element or something in it has the focus. Nothing is rendered again when that changes;
  /// `onFocusChange(_:)` tells.
  public var isFocused: Bool {
    guard let element, let renderer else { return false }
    return renderer.host.focused == element || renderer.focusIsInside(element)
  }

  /// - Returns: whether the element was asked for before it was there.
  package func attach(to element: ElementID, of renderer: Renderer?) -> Bool {
    (self.element, self.renderer) = (element, renderer)
    defer { isWaiting = false }
    return isWaiting
  }

  public nonisolated static func == (a: FocusHandle, b: FocusHandle) -> Bool { a === b }
}

/// How Tab and the arrow keys go through what is in a focus scope.
public enum FocusPolicy: Sendable {
  /// Tab goes through it, and on to what follows.
  case inOrder
  /// Tab stops once, at what had the focus last; arrows that nothing in it uses go from one to the next.
  case byArrows
  /// Nothing outside can have the focus while it is shown; Tab and arrows go round in it. It takes the
  /// focus when it appears, and gives it back when it disappears. Of several, the last that appeared
  /// counts.
  case contained
}
