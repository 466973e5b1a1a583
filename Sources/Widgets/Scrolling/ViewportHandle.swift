import MillraceRender

/// Gives a widget access to the viewport in it, as a ``FocusHandle`` does to the focus.
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

  /// The rows of a list.
  var items: ListRows? { local?.value.source.items }

  /// Connects the handle to a viewport.
  func connect(_ local: LocalReference<ViewportState>?) { self.local = local }

  /// Changes the state, for an event.
  /// - Parameter change: returns whether the viewport must be rendered.
  /// - Returns: what `change` returned.
  @discardableResult
  func change(_ change: (inout ViewportState) -> Bool) -> Bool { local?.change(change) ?? false }

  /// Updates the states of a row.
  func updateRowStates(of row: Int) {
    if rows.updateRowStates(of: row) { change { _ in true } }
  }
}
