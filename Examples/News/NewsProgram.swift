import Foundation
import Millrace
import MillraceInspector

@main
struct NewsProgram: TerminalProgram {
  static func run() async throws {
    var dependencies = Dependencies()
    if let address = CommandLine.arguments.dropFirst().first(where: { !$0.hasPrefix("--") }) {
      let url = URL(string: address)
      dependencies[NewsFeed.self] =
        if let url, ["http", "https"].contains(url.scheme) { NewsFeed.url(url) } else {
          NewsFeed.file(address)
        }
    }
    try await app(dependencies).inspected(arguments: CommandLine.arguments).run()
  }

  /// The program, which starts by loading.
  @MainActor
  static func app(_ dependencies: Dependencies) -> TerminalApp<News, NewsAction> {
    let store = Store(
      initial: .loading, reducer: news, middleware: [.thunk], dependencies: dependencies)
    load(into: store)
    return TerminalApp(store) { state, dispatch, terminal in
      Column {
        Box(title: "News") {
          switch state {
          case .loading: Text("Loading…").dim()
          case .loaded(let articles): Articles(articles: articles)
          case .failed(let reason): Failure(reason: reason) { load(into: store) }
          }
        }
        .padding(horizontal: 1).grow()
        Text("↑↓ move, r loads again, q quits.").dim()
      }
      .onKey { key in
        switch key {
        case .character("r"): load(into: store)
        case .character("q"): terminal.quit()
        default: return false
        }
        return true
      }
    }
  }
}

/// The articles as a list, with one or more lines each.
private struct Articles: Component, Equatable {
  let articles: [Article]

  var body: Node {
    if articles.isEmpty {
      Text("No news.").dim()
    } else {
      List(articles) { article in
        Row(gap: 2) {
          Text(article.day).dim().shrink(0)
          Text(article.title)
        }
      }
    }
  }
}

/// Shows the error and a button to try again.
private struct Failure: Component, Equatable {
  let reason: String
  @Handler var retry: @MainActor () -> Void

  var body: Node {
    Column(gap: 1, align: .start) {
      Text(reason).foreground(.red)
      Button("Try again") { retry() }
    }
  }
}
