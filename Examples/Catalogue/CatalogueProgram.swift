import Millrace
import MillraceInspector
import MillraceWeb

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Demonstrates the widgets, one per page.
///
///     catalogue [--page NAME | --list] [--serve [PORT]]
@main
struct CatalogueProgram: TerminalProgram {
  static func run() async throws {
    var arguments = CommandLine.arguments.dropFirst().filter {
      $0 != "--plain-updates" && !$0.hasPrefix("--inspect")
    }
    let pages = try PageOptions.taken(from: &arguments)
    switch CatalogueRequest(arguments) {
    case .list: for page in CataloguePage.all { print(page.id) }
    // Each browser navigates between the pages on its own.
    case .show(let page):
      try await app(page).inspected(arguments: CommandLine.arguments)
        .run(serving: pages) { app(page) }
    case nil:
      let usage = Array("usage: catalogue [--page NAME | --list]\n".utf8)
      _ = write(STDERR_FILENO, usage, usage.count)
      exit(64)
    }
  }

  /// The program, for `main` and for tests.
  @MainActor
  static func app(
    _ page: String = "text", today: CalendarDay = CalendarDay.local().day
  ) -> TerminalApp<Catalogue, CatalogueAction> {
    let store = Store(initial: Catalogue(page: page), reducer: catalogue)
    return TerminalApp(store) { state, dispatch, terminal in
      Column {
        let hasList = terminal.size.columns >= 60 && terminal.isInteractive
        // The page has the same identity for all widths, so that it keeps its state.
        Row {
          if hasList {
            List(CataloguePage.all) { Text($0.id).truncate() }.select(state.page)
              .onSelect { dispatch(.show($0.id)) }
              .grow(0).width(12).shrink(0)
          }
          Column {
            if !hasList, terminal.isInteractive {
              Select(CataloguePage.names, selected: state.page, onSelect: { dispatch(.show($0)) }) {
                $0
              }
              .alignSelf(.start)
            }
            PageView(
              page: state.page, showsSource: state.showsSource,
              isWide: terminal.size.columns >= 100
            ).grow()
          }
          .grow()
        }
        .grow()
        KeyHints()
      }
      .keys("Catalogue") {
        Bind("?", "Help") { dispatch(.help(true)) }
        Bind("s", "Source") { dispatch(.source) }
        Bind("q", "Quit") { terminal.quit() }
      }
      .environment(\.today, today)
      HelpDialog(state.showsHelp) { dispatch(.help(false)) }
    }
  }
}

/// A page with its source next to it, or only its source if there is too little room.
struct PageView: Component, Equatable {
  let page: String
  let showsSource: Bool
  let isWide: Bool

  var body: Node {
    Row {
      if !showsSource || isWide { PageBox(page: page).grow().basis(0) }
      if showsSource, let page = CataloguePage.all.first(where: { $0.id == page }) {
        PageSource(file: page.file).grow().basis(0).key(page.id)
      }
    }
  }
}

struct PageBox: Component, Equatable {
  let page: String

  var body: Node {
    Box(title: page) {
      for each in CataloguePage.all where each.id == page {
        if each.fills { each.content().key(page) } else { ScrollView { each.content() }.key(page) }
      }
    }
    .padding(horizontal: 1).minHeight(0)
  }
}
