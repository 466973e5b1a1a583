import Foundation
import MillraceDocument
import MillraceInspector
import MillraceMarkupLoader

/// The JSON from a server, and the id of the opened item.
struct Feed: Codable, Equatable, Sendable {
  var json: String
  var opened: Int?
}

enum FeedAction: Codable, Equatable, Sendable { case open(Int), received(String) }

let feed = Reducer<Feed, FeedAction> { state, action in
  switch action {
  case .open(let id): state.opened = id
  case .received(let json): state.json = json
  }
}

/// Shows items from JSON. The JSON is in the given file, or is a sample.
///
///     feed [FILE]
@main
struct FeedProgram: TerminalProgram {
  static func run() async throws {
    let path = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("--") }
    let json: String
    do { json = try load(path) } catch {
      CommandOutput.writeToStandardError("feed: \(error)\n")
      exit(1)
    }
    try await app(json, path).inspected(arguments: CommandLine.arguments).run()
  }

  private static func load(_ path: String?) throws -> String {
    guard let path else { return sample }
    return try CommandFile.lines(of: path).joined(separator: "\n")
  }

  /// The program, for `main` and for tests.
  /// - Parameter path: The file that the key `r` reads again.
  @MainActor
  static func app(_ json: String = sample, _ path: String? = nil) -> TerminalApp<Feed, FeedAction> {
    TerminalApp(Store(initial: Feed(json: json), reducer: feed)) { state, dispatch, terminal in
      Column {
        FeedList(json: state.json, onOpen: { dispatch(.open($0)) }).grow()
        Text(state.opened.map { "Opened \($0)" } ?? "Nothing is opened.").shrink(0)
        KeyHints()
      }
      .keys("Feed") {
        Bind("r", "Read again", isEnabled: path != nil) {
          dispatch(.received(try load(path)))
        }
        Bind("q", "Quit") { terminal.quit() }
      }
    }
  }

  static let sample = """
    [
      {"element": "Row", "id": 1, "gap": 1, "children": [
        {"element": "Text", "text": "A mill was built", "bold": true, "grow": 1, "truncate": "end"},
        {"element": "Button", "title": "Open", "onPress": "open(1)"}]},
      {"element": "Box", "id": 2, "title": "Two lines, and a share", "children": [
        {"element": "Text", "text": "Content from a server is laid out like any other view."},
        {"element": "ProgressBar", "share": 0.4, "showsPercent": true}]},
      {"element": "Row", "id": 3, "gap": 1, "children": [
        {"element": "Text", "color": "cyan", "grow": 1,
         "children": ["Water runs ", {"element": "Span", "text": "one way", "italic": true}]},
        {"element": "Button", "title": "Open", "onPress": "open(3)"}]}
    ]
    """
}

/// The items, or the error in the JSON.
struct FeedList: Component, Equatable {
  let json: String
  @Handler var onOpen: @MainActor (Int) throws -> Void

  var body: Node {
    let loader = NodeLoader(actions: ["open": NodeAction { (id: Int) in try onOpen(id) }])
    switch Result(catching: { try loader.items(json: json.utf8, name: "feed.json") }) {
    case .success(let items): List(items) { $0.node }
    case .failure(let error): Text("\(error)").style(\.danger)
    }
  }
}
