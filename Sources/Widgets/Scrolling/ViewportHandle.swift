import MillraceRender

/// Gives a widget access to the viewport that it contains, as a ``FocusHandle`` gives access to the
/// focus.
@MainActor
final class ViewportHandle {
  /// The existing rows.
  let rows = ViewportRows()
  private var local: LocalReference<ViewportState>?

  nonisolated init() {}

  /// The newest state; an empty one before the viewport has appeared.
  var state: ViewportState {
    _read {
      if let local { yield local.value } else { yield ViewportState() }
    }
  }

  /// The items of a list; nil in other viewports.
  var items: ListRows? { local?.value.source.items }

  /// Connects the handle to a viewport.
  func connect(_ local: LocalReference<ViewportState>?) { self.local = local }

  /// Changes the state in response to an event.
  /// - Parameter change: returns whether the viewport must be rendered.
  /// - Returns: what `change` returned.
  @discardableResult
  func change(_ change: (inout ViewportState) -> Bool) -> Bool { local?.change(change) ?? false }

  /// Updates the states of a row, and renders the viewport if the row's content depends on them.
  func updateRowStates(of row: Int) {
    if rows.updateRowStates(of: row) { change { _ in true } }
  }
}
