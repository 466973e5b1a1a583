import Dispatch
import Millrace
import MillraceStore
import MillraceWeb

/// A request that the API answers: its name, who may send it, where it runs, and what it returns.
struct APIRow: Sendable {
  /// Whether a name in the path is followed by an argument, as in `/api/commit/12`.
  enum Argument: Equatable, Sendable { case none, optional, required }

  enum Work: Sendable {
    /// Runs on the main actor.
    case main(@MainActor @Sendable (Inspector, Asked) throws(InspectorError) -> any InspectorAnswer)
    /// Runs outside the main actor, one question after the other.
    case queue(@Sendable (Inspector, Asked) throws(InspectorError) -> any InspectorAnswer)
    /// Runs a function on the main actor and then one outside, with its result.
    case both(
      @MainActor @Sendable (Inspector, Asked) throws(InspectorError) -> SearchAnswer,
      @Sendable (Inspector, Asked, SearchAnswer) throws(InspectorError) -> any InspectorAnswer)
    /// Sends new commits, at most 30 times a second, after the version `since`.
    case stream
  }

  let name: String
  var permission = PagePermission.view
  var argument = Argument.none
  /// The parameters that the request knows.
  let parameters: [String]
  let work: Work

  /// A question about the recording.
  static func ask(
    _ name: String, _ parameters: String...,
    answer: @escaping @Sendable (Inspector, Asked) throws(InspectorError) -> any InspectorAnswer
  ) -> APIRow {
    APIRow(name: name, parameters: parameters, work: .queue(answer))
  }

  /// A question about the screen.
  static func see(
    _ name: String, _ argument: Argument = .none, _ parameters: String...,
    answer:
      @escaping @MainActor @Sendable (Inspector, Asked) throws(InspectorError)
      -> any InspectorAnswer
  ) -> APIRow {
    APIRow(name: name, argument: argument, parameters: parameters, work: .main(answer))
  }

  /// An operation, which answers what the views show then.
  static func tell(
    _ name: String, _ parameters: String...,
    perform: @escaping @MainActor @Sendable (Inspector, Asked) throws(InspectorError) -> Void
  ) -> APIRow {
    APIRow(
      name: name, permission: .drive, parameters: parameters,
      work: .main { inspector, asked throws(InspectorError) in
        try perform(inspector, asked)
        return DoneAnswer(position: inspector.position)
      })
  }

  /// An operation on held actions, which answers what is held then.
  static func hold(
    _ name: String, _ parameters: String...,
    perform: @escaping @MainActor @Sendable (Inspector, Asked) throws(InspectorError) -> Void
  ) -> APIRow {
    APIRow(
      name: name, permission: .drive, parameters: parameters,
      work: .main { inspector, asked throws(InspectorError) in
        try perform(inspector, asked)
        return inspector.holding
      })
  }
}

extension APIRow {
  /// All requests below `/api/`. Operations are sent to `/api/do`, with their name as `op`.
  static let all: [APIRow] = [
    .ask("commits", "before", "limit", "fold", "noops", "mute", "mutesites") {
      inspector, asked throws(InspectorError) in
      var query = CommitQuery()
      query.before = try asked.number("before")
      query.limit = try asked.limit(default: 100)
      query.folds = try asked.flag("fold")
      query.hidesNoops = asked["noops"] == "hide"
      if !query.hidesNoops { query.marksNoops = try asked.flag("noops", or: "hide") }
      (query.muted, query.mutedSites) = (asked.list("mute"), asked.list("mutesites"))
      return inspector.commits(query)
    },
    .ask("state", "path", "at", "offset", "limit") { inspector, asked throws(InspectorError) in
      try inspector.value(
        at: asked["path"] ?? "", version: asked.number("at"), offset: asked.count("offset") ?? 0,
        limit: asked.limit(default: 100))
    },
    .ask("diff", "from", "to", "limit") { inspector, asked throws(InspectorError) in
      try inspector.difference(
        from: asked.version("from"), to: asked.version("to"), limit: asked.limit(default: 50))
    },
    .ask("history", "path", "before", "limit") { inspector, asked throws(InspectorError) in
      try inspector.history(
        of: asked["path"] ?? "", before: asked.number("before"), limit: asked.limit(default: 20))
    },
    .ask("hold") { inspector, _ in inspector.holding },
    .ask("json", "path", "commit") { inspector, asked throws(InspectorError) in
      JSONAnswer(
        value: try inspector.tree(ofAction: asked.number("commit"), at: asked["path"] ?? ""))
    },
    .ask("branch", "skip", "limit") { inspector, asked throws(InspectorError) in
      try inspector.branch(
        skipping: asked.versions("skip") ?? inspector.skipped, limit: asked.limit(default: 50))
    },
    .ask("file") { inspector, _ throws(InspectorError) in
      guard let file = inspector.file else { throw .notFound("open file") }
      return file
    },
    .ask("export", "from", "to") { inspector, asked throws(InspectorError) in
      FileAnswer(
        text: try inspector.export(from: asked.number("from"), through: asked.number("to")))
    },
    .ask("test", "from", "to", "reducer", "module") { inspector, asked throws(InspectorError) in
      let text = try inspector.testSource(
        from: asked.number("from"), through: asked.number("to"), reducer: asked["reducer"],
        module: asked["module"])
      return FileAnswer(text: text)
    },
    .see("commit", .required) { inspector, asked throws(InspectorError) in
      try inspector.commit(asked.number(asked.argument, "the version"))
    },
    .see("frame", .required) { inspector, asked throws(InspectorError) in
      try inspector.frame(asked.frame() ?? 0)
    },
    .see("cost") { inspector, _ in inspector.cost },
    .see("tree", .none, "node", "depth") { inspector, asked throws(InspectorError) in
      try inspector.tree(at: asked["node"] ?? "", depth: min(asked.count("depth") ?? 3, 64))
    },
    .see("node", .required) { inspector, asked throws(InspectorError) in
      try inspector.node(asked.argument ?? "")
    },
    .see("display", .optional, "at") { inspector, asked throws(InspectorError) in
      let (frame, version) = (try asked.frame(), try asked.number("at"))
      try inspector.screen.refusePrivate()
      return try inspector.screen(frame: frame, version: version)
    },
    .see("svg", .optional, "at") { inspector, asked throws(InspectorError) in
      let (frame, version) = (try asked.frame(), try asked.number("at"))
      try inspector.screen.refusePrivate()
      return try inspector.picture(frame: frame, version: version)
    },
    .see("pick", .none, "x", "y") { inspector, asked throws(InspectorError) in
      guard let x = try asked.count("x"), let y = try asked.count("y") else {
        throw .request("add x= and y=, the column and the row of a cell")
      }
      return try inspector.pick(x: x, y: y)
    },
    APIRow(
      name: "search", parameters: ["q", "at", "limit"],
      work: .both({ inspector, asked throws(InspectorError) in
        guard let query = asked["q"], !query.isEmpty else { throw .request("add q=, the text") }
        return inspector.searchTree(query, limit: try asked.limit(default: 50))
      }) { inspector, asked, nodes throws(InspectorError) in
        let limit = try asked.limit(default: 50)
        return try inspector.search(
          asked["q"] ?? "", version: asked.number("at"), limit: limit
        ).adding(nodes, limit: limit)
      }),
    APIRow(name: "stream", parameters: ["since"], work: .stream),
    .tell("jump", "to") { inspector, asked throws(InspectorError) in
      try inspector.travel(to: asked.version("to"))
    },
    .tell("live") { inspector, _ in inspector.goLive() },
    .tell("pause") { inspector, _ throws(InspectorError) in
      try inspector.travel(to: inspector.versions.upperBound)
    },
    .tell("resume", "to") { inspector, asked throws(InspectorError) in
      if let version = try asked.number("to") { return try inspector.resume(at: version) }
      try inspector.resumeBranch()
    },
    .tell("branch", "skip") { inspector, asked throws(InspectorError) in
      let skipped = try asked.versions("skip") ?? []
      try inspector.skip(skipped)
      if !skipped.isEmpty { try inspector.showBranch() }
    },
    .tell("dispatch", "action") { inspector, asked throws(InspectorError) in
      try inspector.store.dispatch(asked.json("action"))
    },
    .tell("edit", "path", "value") { inspector, asked throws(InspectorError) in
      try inspector.store.edit(asked["path"] ?? "", to: asked.json("value"))
    },
    .hold("hold") { inspector, _ in inspector.hold() },
    .hold("release") { inspector, _ in inspector.release() },
    .hold("drop") { inspector, _ in inspector.release(dropping: true) },
    .hold("break", "path") { inspector, asked throws(InspectorError) in
      try inspector.addBreak(at: asked["path"] ?? "")
    },
    .hold("unbreak", "path") { inspector, asked throws(InspectorError) in
      let path = asked["path"] ?? ""
      guard try inspector.holding.breaks.contains(ValuePath(path).text) else {
        throw .notFound("break at \(path): /api/hold lists the breaks")
      }
      inspector.removeBreak(at: path)
    },
  ]

  /// Finds the row of a request.
  /// - Throws: `HTTPRefusal` if there is no such row, or if the request has something that the row
  ///   does not know.
  static func row(
    _ request: HTTPRequest, _ asked: Asked, _ permission: PagePermission?
  ) throws(HTTPRefusal) -> APIRow {
    let isOperation = asked.name == "do"
    if isOperation {
      guard request.method == .post else { throw HTTPRefusal(405, "send operations with POST") }
      guard permission == .drive else { throw HTTPRefusal(403, "this link permits only viewing") }
    }
    let rows = all.filter { $0.permission == (isOperation ? .drive : .view) }
    let (names, name) = (rows.map(\.name), isOperation ? asked["op"] ?? "" : asked.name)
    guard let row = rows.first(where: { $0.name == name }) else {
      let known = names.joined(separator: ", ")
      throw isOperation
        ? HTTPRefusal(400, #"write {"op": "jump", "to": 12}, or another op: \#(known)"#)
        : HTTPRefusal(404, "there is no /api/\(name): ask for \(known)")
    }
    try row.check(asked)
    return row
  }

  private func check(_ asked: Asked) throws(HTTPRefusal) {
    if asked.argument != nil, argument == .none {
      throw HTTPRefusal(404, "there is nothing below /api/\(asked.name)")
    }
    if asked.argument == nil, argument == .required {
      throw HTTPRefusal(400, "write /api/\(name)/ and what to show, as in /api/\(name)/1")
    }
    let known = permission == .drive ? ["op"] + parameters : parameters
    guard let other = asked.parameterNames.sorted().first(where: { !known.contains($0) }) else {
      return
    }
    let list = parameters.isEmpty ? "none" : parameters.joined(separator: ", ")
    throw HTTPRefusal(400, "\(name) has no parameter \(other): it has \(list)")
  }
}
