import MillraceStore

extension Inspector {
  /// The action of a commit, in the JSON encoding of its type.
  /// - Throws: `InspectorError`.
  public func json(ofAction version: UInt64) throws(InspectorError) -> String {
    try tree(ofAction: version).json
  }

  /// The value at a path of the present state, in the JSON encoding of its type.
  /// - Throws: `InspectorError`.
  public func json(at path: String) throws(InspectorError) -> String {
    try tree(ofAction: nil, at: path).json
  }

  /// Returns the action of a commit as JSON or, for nil, the value at a path of the present state.
  func tree(ofAction version: UInt64?, at path: String = "") throws(InspectorError) -> JSONTree {
    // A value can contain hidden parts.
    if reader.hidesParts { throw .notFound("JSON of a value with hidden parts") }
    if let version {
      if let action = history.log[version]?.action { return try encoded(action.anyValue) }
      throw .notFound("action at version \(version)")
    }
    let (path, state) = (try ValuePath(path), store.context.present.state.anyValue)
    if let value = reader.value(at: path, in: state) { return try encoded(value) }
    throw .noValue(path.text)
  }

  // MARK: - Branches

  /// The versions whose actions or replacements the branch skips. The branch is a replay of the
  /// recording without them. If the set is empty, there is no branch.
  public var skipped: Set<UInt64> { store.skipped }
  /// Whether views show the end of the branch.
  public var showsBranch: Bool { store.showsBranch }

  /// Sets the versions whose actions or replacements the branch skips. Views that show the branch
  /// then show its new end. If `versions` is empty, they show the present, or the last version of
  /// an open file.
  /// - Throws: `InspectorError.notRecorded` if a version is not recorded, or if it is the oldest
  ///   one, which cannot be skipped. The branch is then unchanged.
  @MainActor public func skip(_ versions: Set<UInt64>) throws(InspectorError) {
    if !versions.isEmpty { _ = try history.replay(skipping: versions) }
    store.skipped = versions
    if !showsBranch { return notify() }
    if versions.isEmpty { try leaveBranch() } else { try showBranch() }
  }

  /// Makes the views show the present instead of the branch; if a file is open, its last version.
  @MainActor func leaveBranch() throws(InspectorError) {
    if file == nil { goLive() } else { try travel(to: versions.upperBound) }
  }

  /// Makes the views show the end of the branch, as it is now. The store does not change.
  /// - Throws: `InspectorError.notFound` if ``skipped`` is empty.
  @MainActor public func showBranch() throws(InspectorError) {
    try store.travel(to: nil)
    showAnew()
  }

  /// Replaces the state with the state at the end of the branch, in one commit. After that,
  /// ``skipped`` is empty.
  /// - Throws: `InspectorError.notFound` if ``skipped`` is empty.
  @MainActor public func resumeBranch() throws(InspectorError) {
    try store.resume(at: nil)
    showAnew()
  }

  // MARK: - Holding

  /// Whether actions are held (``hold()``), and the paths of the breaks (``addBreak(at:)``).
  public var holding: HoldAnswer { store.holding }

  /// Holds all actions from now on: they wait after the middleware and before the reducer. No
  /// thread waits: a dispatch returns immediately, and so does `ended()` on its result.
  /// Replacements of the state, such as edits and ``resume(at:)``, are not held.
  @MainActor public func hold() {
    store.context.hold()
    showAnew(false)
  }

  /// Applies the held actions in the order of their dispatches, until a break (``addBreak(at:)``)
  /// holds the rest. Actions of effects that were cancelled meanwhile are dropped.
  /// - Parameter dropping: Whether to drop the actions instead.
  @MainActor public func release(dropping: Bool = false) {
    store.release(dropping: dropping)
    // If actions were dropped, fields must show the state again instead of the typed text.
    showAnew(dropping)
  }

  /// Adds a break: when a commit changes the value at a path, the actions after that commit are
  /// held.
  /// - Complexity: While there are breaks, each commit reads and compares their values.
  /// - Throws: `InspectorError.invalidPath`, or `.noValue` if no state can have the path.
  @MainActor public func addBreak(at path: String) throws(InspectorError) {
    try store.addBreak(at: path, reader)
    notify()
  }

  /// Removes a break. Actions that are held stay held.
  @MainActor public func removeBreak(at path: String) {
    store.removeBreak(at: path)
    notify()
  }
}
