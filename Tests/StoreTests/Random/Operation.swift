/// One step of a random program, with everything that chance decided in it.
enum Operation: Sendable {
  case dispatch(scope: Int, Draw)
  case subscribe(scope: Int, kind: Int)
  case cancel(watch: Int)
  case scope(parent: Int, kind: Int, isThere: Bool)
  /// Lets go of a scoped store, and keeps what subscribes to it.
  case drop(scope: Int)
  case read(scope: Int, fingerprint: Int, version: UInt64)
  /// The first time that a subscriber is told of something newer than a version, it runs a script.
  case arm(watch: Int, after: UInt64, script: Int)
}

/// A random program, and what comes of it by the model.
struct RandomProgram {
  var initial: Root
  var steps: [Operation] = []
  /// What subscribers do when they are told.
  var scripts: [[Operation]] = []
  var expectations: [Expectation] = []
  var final: (fingerprint: Int, version: UInt64) = (0, 0)
  /// Children that got an action while they were not there.
  var gone: Set<String> = []

  struct Expectation {
    let name: String
    var calls: [Call] = []
    /// The last call may be missing: the subscriber was cancelled in that very delivery, and
    /// whether its turn had come is open.
    var isLastOptional = false

    func allows(_ log: [Call]) -> Bool {
      log == calls || (isLastOptional && log == calls.dropLast())
    }
  }
}
