import MillraceWeb

/// An entry in the table of the API: a question, or an operation that a client posts to `do`.
struct InspectorResource: Sendable {
  typealias Question = @Sendable (Inspector, InspectorRequest) throws -> any InspectorAnswer
  typealias MainQuestion =
    @MainActor @Sendable (Inspector, InspectorRequest) throws -> any InspectorAnswer
  typealias Operation = @MainActor @Sendable (Inspector, InspectorRequest) throws -> Void

  /// Where the function that makes the answer runs.
  enum Answer: Sendable {
    /// On the main actor, because it needs the screen or changes the program.
    case main(MainQuestion)
    /// On the queue of questions that can take seconds, because it reads only the recording.
    case queue(Question)
    /// On the main actor, and then on the queue.
    case mainThenQueue(@MainActor @Sendable (Inspector, InspectorRequest) -> Question)
    /// A stream of new commits.
    case stream
  }

  let name: String
  /// The name of the argument in the path, as in `commit/12`.
  private(set) var argument: String?
  private(set) var parameters: [String] = []
  private(set) var required: Set<String> = []
  /// Whether the argument and the parameters exclude each other: a request has at most one of them.
  let isExclusive: Bool
  /// The permission that a request needs. Operations need a link that permits driving.
  private(set) var permission = PagePermission.view
  let answer: Answer

  /// - Parameter signature: The name, then the argument after `/`, then the parameters, as in
  ///   `commit /version!`. `!` follows a required one, and `|` separates those that exclude each
  ///   other.
  init(_ signature: String, _ answer: Answer) {
    let words = signature.split { " |".contains($0) }
    (name, isExclusive, self.answer) = (String(words[0]), signature.contains("|"), answer)
    for word in words.dropFirst() {
      let name = word.filter { !"/!".contains($0) }
      if word.hasPrefix("/") { argument = name } else { parameters.append(name) }
      if word.hasSuffix("!") { required.insert(name) }
    }
  }

  /// Returns the form of a parameter's values, and whether a text has that form.
  static func form(of parameter: String, _ text: String = "") -> (words: String, fits: Bool) {
    let (number, flags) = (UInt64(text), ["1", "0", "true", "false"])
    func isList(_ separator: Character) -> Bool {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      return parts.count <= 1_000 && parts.allSatisfy { UInt64($0) != nil }
    }
    return switch parameter {
    case "limit": ("a whole number from 1 to 1000", (1...1_000).contains(number ?? 0))
    case "depth": ("a whole number from 1 to 64", (1...64).contains(number ?? 0))
    case "before": ("a whole number from 1", number ?? 0 > 0)
    case "fold": ("1 or 0", flags.contains(text))
    case "noops": ("1, 0 or hide", flags.contains(text) || text == "hide")
    case "skip": ("a list of versions, such as 3,4", isList(","))
    case "node": ("the name of a node, such as 0.1", isList("."))
    case "q": ("a text to find", !text.isEmpty)
    case "path": ("a path, such as items[id: 3].title", true)
    case "mute", "mutesites", "reducer", "module": ("a text", true)
    case "action", "value": ("a JSON value", true)
    default: ("a whole number", number != nil)
    }
  }

  static let all: [InspectorResource] = [
    queue("commits before limit fold noops mute mutesites") { inspector, asked in
      var query = CommitQuery()
      (query.before, query.limit) = (asked["before"], asked.limit(100))
      (query.folds, query.marksNoops) = (asked.flag("fold"), asked.flag("noops"))
      query.hidesNoops = asked.text("noops") == "hide"
      (query.muted, query.mutedSites) = (asked.list("mute"), asked.list("mutesites"))
      return inspector.commits(query)
    },
    main("commit /version!") { try $0.commit($1["version"] ?? 0) },
    queue("state path at offset limit") {
      try $0.value(at: $1.path, version: $1["at"], offset: $1.count("offset"), limit: $1.limit(100))
    },
    queue("diff from! to! limit") {
      try $0.difference(from: $1["from"] ?? 0, to: $1["to"] ?? 0, limit: $1.limit(50))
    },
    queue("history path before limit") {
      try $0.history(of: $1.path, before: $1["before"], limit: $1.limit(20))
    },
    queue("hold") { inspector, _ in inspector.holding },
    queue("json path | commit") {
      JSONAnswer(value: try $0.tree(ofAction: $1["commit"], at: $1.path))
    },
    queue("branch skip limit") {
      try $0.branch(skipping: $1.skipped ?? $0.skipped, limit: $1.limit(50))
    },
    queue("file") { inspector, _ in
      guard let file = inspector.file else { throw InspectorError.notFound("open file") }
      return file
    },
    queue("export from to") {
      FileAnswer(text: try $0.export(from: $1["from"], through: $1["to"]))
    },
    queue("test from to reducer module") {
      FileAnswer(
        text: try $0.testSource(
          from: $1["from"], through: $1["to"], reducer: $1.text("reducer"),
          module: $1.text("module")))
    },
    main("frame /frame!") { try $0.frame($1.count("frame")) },
    main("cost") { inspector, _ in inspector.cost },
    main("tree node depth") { try $0.tree(at: $1.text("node") ?? "", depth: $1.count("depth", 3)) },
    main("node /node!") { try $0.node($1.text("node") ?? "") },
    main("display /frame | at") {
      try $0.screen.refusePrivate()
      return try $0.screen(frame: $1["frame"].map { Int(clamping: $0) }, version: $1["at"])
    },
    main("svg /frame | at") {
      try $0.screen.refusePrivate()
      return try $0.picture(frame: $1["frame"].map { Int(clamping: $0) }, version: $1["at"])
    },
    main("pick x! y!") { try $0.pick(x: $1.count("x"), y: $1.count("y")) },
    InspectorResource(
      "search q! at limit",
      .mainThenQueue { inspector, asked in
        let (query, limit) = (asked.text("q") ?? "", asked.limit(50))
        let nodes = inspector.searchTree(query, limit: limit)
        return {
          try $0.search(query, version: $1["at"], limit: limit).adding(nodes, limit: limit)
        }
      }),
    InspectorResource("stream since", .stream),
    operation("jump to!") { try $0.travel(to: $1["to"] ?? 0) },
    operation("resume to") {
      if let version = $1["to"] { try $0.resume(at: version) } else { try $0.resumeBranch() }
    },
    operation("dispatch action!") { try $0.store.context.dispatch($1.json("action")) },
    operation("edit path! value!") { try $0.edit($1.path, to: $1.json("value")) },
    operation("branch skip") {
      try $0.skip($1.skipped ?? [])
      if $1.skipped != nil { try $0.showBranch() }
    },
    operation("pause") { inspector, _ in try inspector.travel(to: inspector.versions.upperBound) },
    operation("live") { inspector, _ in inspector.goLive() },
    operation("hold", answersHolding: true) { inspector, _ in inspector.hold() },
    operation("release", answersHolding: true) { inspector, _ in inspector.release() },
    operation("drop", answersHolding: true) { inspector, _ in inspector.release(dropping: true) },
    operation("break path!", answersHolding: true) { try $0.addBreak(at: $1.path) },
    operation("unbreak path!", answersHolding: true) {
      guard $0.holding.breaks.contains(try ValuePath($1.path).text) else {
        throw InspectorError.notFound("break on \($1.path)")
      }
      $0.removeBreak(at: $1.path)
    },
  ]

  private static func main(_ signature: String, _ body: @escaping MainQuestion) -> Self {
    Self(signature, .main(body))
  }

  private static func queue(_ signature: String, _ body: @escaping Question) -> Self {
    Self(signature, .queue(body))
  }

  /// - Parameter answersHolding: Whether the answer says which actions are held, and not which
  ///   version views show.
  private static func operation(
    _ signature: String, answersHolding: Bool = false, _ body: @escaping Operation
  ) -> Self {
    var resource = main(signature) {
      try body($0, $1)
      return answersHolding ? $0.holding : DoneAnswer(position: $0.position)
    }
    resource.permission = .drive
    return resource
  }
}
