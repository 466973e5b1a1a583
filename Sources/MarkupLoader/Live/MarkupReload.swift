#if DEBUG
  import Millrace

  /// Makes live bodies of the files of a folder, by their paths: called with all files each time that one has
  /// changed.
  ///
  /// It returns the bodies to show from now on, and one line for the user if something is wrong. With a message
  /// and no slot, what was shown before stays; with neither, compiled bodies are shown. What is found to be wrong
  /// when a body is made, it says by the closure.
  package typealias MarkupReload =
    @MainActor (_ files: [String: [UInt8]], _ say: @escaping @MainActor (String) -> Void) -> (
      slot: LiveMarkupSlot?, message: String?
    )

  /// Makes what a program reloads its markup with. Each program has one, which counts its own revisions.
  @MainActor
  package func makeMarkupReload() -> MarkupReload {
    let bodies = MarkupBodies()
    return { files, say in bodies.reload(files, say) }
  }
#endif
