/// One step of a random program, with every random choice in it.
enum Operation: Sendable {
  case dispatch(scope: Int, Draw)
  case subscribe(scope: Int, kind: Int)
  case cancel(watch: Int)
  case scope(parent: Int, kind: Int, isThere: Bool)
  /// Releases a scoped store, and keeps its subscribers.
  case drop(scope: Int)
  case read(scope: Int, fingerprint: Int, version: UInt64)
  /// Runs a script in the first call that a subscriber gets for a version above `after`.
  case arm(watch: Int, after: UInt64, script: Int)
}

/// A random program, with the results that the model expects.
struct RandomProgram {
  var initial: Root
  var steps: [Operation] = []
  /// The operations that subscribers run when they are called.
  var scripts: [[Operation]] = []
  var expectations: [Expectation] = []
  var final: (fingerprint: Int, version: UInt64) = (0, 0)
  /// The names of children that got an action while they were missing.
  var gone: Set<String> = []

  struct Expectation {
    let name: String
    var calls: [Call] = []
    /// Whether the last call may be missing: the subscriber was cancelled during that delivery,
    /// before or after its turn.
    var isLastOptional = false

    func allows(_ log: [Call]) -> Bool {
      log == calls || (isLastOptional && log == calls.dropLast())
    }
  }
}
