import MillraceStore

/// A change of a watched file.
public enum FileChange: Equatable, Sendable {
  /// The content may have changed: the file was written to, created, or replaced by another.
  case changed
  /// The file no longer exists.
  case deleted
}

extension ActionSource {
  /// A source of actions for changes of a file, whether it is written in place or replaced by a
  /// renamed file, as editors do. The file need not exist yet.
  ///
  /// ```swift
  /// .sources { state in
  ///   [
  ///     .fileChanges(id: state.path, at: state.path) { .fileChanged($0) }
  ///       .catch { .watchFailed("\($0)") }
  ///   ]
  /// }
  /// ```
  ///
  /// Watching begins when the source starts, so a program that reads the file after that misses no
  /// change. The source reads nothing itself. Changes that happen while an action is handled become
  /// one action. So a burst of changes becomes few actions, and an action follows the last change.
  /// To wait until a file is at rest, debounce in the reducer. Writing the same bytes again counts
  /// as a change; new permissions do not.
  ///
  /// A symbolic link is followed: both the link and its target are watched. An unreadable file
  /// counts as missing. Of the folders along the path only the last is watched: renaming an outer
  /// folder, or changing where an outer link leads, is not noticed.
  ///
  /// Errors have the type `FileWatchError`. They go to the `catch` around the source; without one
  /// the store reports them as a `StoreIssue.effectFailed`. An error ends the source; a source with
  /// another id starts a new watch. On file systems shared with other machines, the system reports
  /// only changes by this machine.
  /// - Parameters:
  ///   - id: As in `run(id:priority:operation:)`; usually the path.
  ///   - path: The file's path, in an existing folder. A relative path starts at the working
  ///     directory of the process when the source starts.
  ///   - makeAction: Makes the action for a change.
  public static func fileChanges(
    id: some Hashable & Sendable, at path: String,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ makeAction: @escaping @Sendable (FileChange) -> Action
  ) -> ActionSource {
    .listening(
      id: id, fileID: fileID, line: line, function: function,
      to: { try FileWatch.begin(path) }, makeAction)
  }
}
