import Millrace
import MillraceInspector
import MillraceMarkupLoader
import MillraceWeb

/// The inspector, pages, and markup at run time.
@MainActor
enum ToolsSamples {
  struct Notes: Codable, Equatable, Sendable {
    var titles: [String] = []
    var password = ""
  }

  enum NotesAction: Codable, Equatable, Sendable { case add(String), open(Int) }

  static func inspected(_ store: Store<Notes, NotesAction>) async throws {
    // sample: Inspector
    let app = TerminalApp(store) { state, _ in Text("\(state.titles.count) notes") }
    try await app.inspected(arguments: CommandLine.arguments).run()  // with --inspect
    // end
  }

  static func inspector(_ store: Store<Notes, NotesAction>) async throws {
    // sample: Inspector, InspectorView
    let inspector = Inspector(store, hiding: [.path(\.password)])
    let app = TerminalApp(store) { state, _ in Text("\(state.titles.count) notes") }
    try await app.inspected(by: inspector).run()
    // end
    try await app.inspected().run()
  }

  // sample: InspectorView
  struct Workbench: Component {
    let inspector: Inspector

    var body: Node {
      Row(gap: 1) {
        Text("The program").width(40)
        InspectorView(inspector).grow()
      }
      .grow()
    }
  }
  // end

  static func queries(_ inspector: Inspector) throws {
    // sample: CommitQuery, CommitList, CommitLine, CommitDetail, InspectorAnswer, InspectorError
    var query = CommitQuery()
    query.limit = 10
    query.muted = ["tick"]
    for line in inspector.commits(query).lines { print(line.version, line.name, line.site ?? "") }
    do {
      let detail = try inspector.commit(12)
      print(detail.text)  // for people; `detail.json` for programs
    } catch {
      switch error as InspectorError {
      case .notRecorded(let version, let recorded): print("\(version) is not among \(recorded)")
      default: print(error)
      }
    }
    // end
  }

  static func values(_ inspector: Inspector) throws {
    // sample: ValueAnswer, ValuePart, DifferenceAnswer, PathChange, PathHistory, PathHistoryEntry
    let titles = try inspector.value(at: "titles", version: 12)
    for part in titles.parts { print(part.path, part.text) }
    for change in try inspector.difference(from: 11, to: 12).changes {
      print(change.path, change.change)
    }
    for entry in try inspector.history(of: "titles[0]").entries {
      print(entry.commit.version, entry.old, "→", entry.new)
    }
    // end
  }

  static func screens(_ inspector: Inspector) throws {
    // sample: ScreenAnswer, FileAnswer, TreeAnswer, SearchAnswer, SearchHit, CostAnswer
    let screen = try inspector.screen(version: 12)
    print(screen.rows.joined(separator: "\n"))
    let picture = try inspector.picture(frame: screen.frame).text  // an SVG
    for node in try inspector.tree(depth: 2).nodes { print(node.type) }
    for hit in try inspector.search("milk").hits where hit.kind == .state { print(hit.text) }
    print(picture.count, inspector.cost.recording)
    // end
  }

  static func holding(_ inspector: Inspector) throws {
    // sample: HoldAnswer
    try inspector.addBreak(at: "titles")
    if let waiting = inspector.holding.waiting { print("\(waiting) actions wait") }
    inspector.release()
    // end
  }

  static func recordings(_ inspector: Inspector) async throws {
    // sample: OpenedRecording, RecordingFit
    let file = try await inspector.open("session.jsonl")
    if file.fit == .risky { print(file.remarks.joined(separator: "\n")) }
    try inspector.travel(to: file.first)
    inspector.goLive()
    // end
  }

  static func time(_ store: Store<Notes, NotesAction>) throws {
    // sample: TimeMachine
    let machine = TimeMachine(store)
    store.dispatch(.add("Recipes"))
    try machine.travel(to: 0)  // the views show the state as it was
    machine.goLive()  // and now the present again
    // end
  }

  static func server(_ inspector: Inspector) throws {
    // sample: InspectorServer, PagePermission
    let server = try InspectorServer(inspector, name: "notes", port: 8081)
    print("to look:", server.makeLink(for: .view))
    print("to use:", server.makeLink())
    server.stop()
    // end
  }

  static func pages(_ store: Store<Notes, NotesAction>) throws {
    // sample: PageServer, PageOptions, PageServerError
    let server = try PageServer(PageOptions(port: 4711, name: "notes")) {
      TerminalApp(store) { state, _ in Text("\(state.titles.count) notes") }
    }
    print(server.link)  // works once, for one browser
    print("to look:", server.state.viewLink, server.state.connected)
    // end
    server.stop()
  }

  static func serving(_ app: TerminalApp<Notes, NotesAction>) async throws {
    // sample: PageOptions, TerminalApp
    var arguments = Array(CommandLine.arguments.dropFirst())
    try await app.run(serving: PageOptions.taken(from: &arguments))
    // end
  }

  static func liveMarkup(_ store: Store<Notes, NotesAction>) async throws {
    // sample: TerminalApp
    let app = TerminalApp(store) { state, _ in Text("\(state.titles.count) notes") }
    try await app.liveMarkup(in: "Sources/Program/Views").run()
    // end
  }

  // sample: NodeLoader, NodeAction, NodeItem, NodeLoaderError
  /// Shows what a server sent. The document can only show texts, and call `open`.
  struct Feed: Component {
    let response: String
    let dispatch: Dispatcher<NotesAction>

    var body: Node {
      get throws {
        let loader = NodeLoader(actions: ["open": NodeAction { (id: Int) in dispatch(.open(id)) }])
        let items = try loader.items(json: response.utf8)
        return List(items) { $0.node }.node
      }
    }
  }
  // end

  static func failure(of load: () throws -> Node) {
    // sample: MarkupLoadingError
    do {
      Renderer(host: PlainTextHost()).render(try load())
    } catch MarkupLoadingError.needsBuild(let name) {
      print("the markup refers to \(name), which is not in the running program: build it")
    } catch {
      print(error)
    }
    // end
  }

  static func document() throws {
    // sample: NodeLoader, NodeActionValue
    let loader = NodeLoader(elements: ["Column", "Text"])
    do throws(NodeLoaderError) {
      let node = try loader.node(xml: "<Column><Text text=\"Hello\"/></Column>".utf8)
      Renderer(host: PlainTextHost()).render(node)
    } catch {
      for issue in error.issues { print(issue) }
    }
    // end
  }
}

@MainActor let toolsScreens: [ScreenSample] = [
  ScreenSample("NodeLoader", columns: 30, rows: 3) {
    ToolsSamples.Feed(
      response: """
        [{"id": 1, "element": "Text", "text": "Recipes"},
         {"id": 2, "element": "Button", "title": "Trips", "onPress": "open(2)"}]
        """, dispatch: Dispatcher { _ in })
  }
]
