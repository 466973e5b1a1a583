/// The settings that the owner of a viewport passes with the rows.
struct ViewportSettings {
  /// When the viewport can have the focus: `whileLong` means while some content is out of view.
  enum FocusPolicy {
    case never, always, whileLong
  }
  var focusPolicy = FocusPolicy.whileLong
  /// Whether the box is as tall as its rows, up to the available height.
  var isSizedByRows = false
  var scrollsSideways = false
  /// Whether the rendered viewport depends on ``ViewportState/extent``, for example because it has
  /// a scroll bar.
  var showsExtent = false
  /// Whether a viewport scrolled to its end stays there when rows are added.
  var followsEnd = false
  /// A row that, if visible, is kept visible when the rows or the box change.
  var pinnedRow: Int?
  /// A row to scroll into view, once for each new value.
  var target: ScrollTarget?
}

/// A row to scroll into view.
struct ScrollTarget: Equatable {
  var row: Int
  /// Changes with each request, so that a second request for the same row scrolls again.
  var number: Int
}
