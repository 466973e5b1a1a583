#if DEBUG
  import Millrace

  /// Makes live bodies from the files of a folder, by path. Called with all files each time one has
  /// changed.
  ///
  /// Returns the bodies to show from now on, and a one-line message for the user if something is
  /// wrong. With a message and no slot, the earlier bodies stay; with neither, compiled bodies are
  /// shown. Mistakes that are found while a body is made are reported to `reportIssue`.
  package typealias MarkupReload =
    @MainActor (_ files: [String: [UInt8]], _ reportIssue: @escaping @MainActor (String) -> Void) ->
    (
      slot: LiveMarkupSlot?, message: String?
    )

  /// Makes the reload function of a program. Each program has its own, with its own count of
  /// revisions.
  @MainActor
  package func makeMarkupReload() -> MarkupReload {
    let bodies = MarkupBodies()
    return { files, reportIssue in bodies.reload(files, reportIssue) }
  }
#endif
