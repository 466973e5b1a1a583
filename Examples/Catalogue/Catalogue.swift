import Millrace

/// The current page, and the parts of the screen that are shown with it.
struct Catalogue: Codable, Equatable, Sendable {
  var page: CataloguePage.ID
  var showsHelp = false
  var showsSource = false
}

enum CatalogueAction: Codable, Sendable { case show(CataloguePage.ID), help(Bool), source }

let catalogue = Reducer<Catalogue, CatalogueAction> { state, action in
  switch action {
  case .show(let page): state.page = page
  case .help(let showsHelp): state.showsHelp = showsHelp
  case .source: state.showsSource.toggle()
  }
}

/// A page that demonstrates one widget.
struct CataloguePage: Identifiable, Sendable {
  let id: String
  /// The name of the page's source file.
  let file: String
  /// Whether the content takes the height of the page. Other content scrolls.
  let fills: Bool
  let content: @MainActor @Sendable () -> Node

  private init(
    _ id: String, file: String? = nil, fills: Bool = false,
    _ content: @autoclosure @escaping @MainActor @Sendable () -> Node
  ) {
    self.id = id
    self.file = file ?? "\(id.prefix(1).uppercased())\(id.dropFirst())Page.swift"
    self.fills = fills
    self.content = content
  }

  static let names = all.map(\.id)

  static let all = [
    CataloguePage("text", TextPage().node),
    CataloguePage("button", ButtonPage().node),
    CataloguePage("field", file: "TextFieldPage.swift", TextFieldPage().node),
    CataloguePage("form", FormPage().node),
    CataloguePage("tabs", TabsPage().node),
    CataloguePage("select", SelectPage().node),
    CataloguePage("progress", ProgressPage().node),
    CataloguePage("spinner", SpinnerPage().node),
    CataloguePage("month", MonthPage().node),
    CataloguePage("list", fills: true, ListPage().node),
    CataloguePage("scroll", fills: true, ScrollPage().node),
    CataloguePage("dialog", DialogPage().node),
    CataloguePage("popover", PopoverPage().node),
    CataloguePage("toast", ToastPage().node),
    CataloguePage("keys", KeysPage().node),
    CataloguePage("palette", PalettePage().node),
    CataloguePage("reorder", fills: true, ReorderPage().node),
    CataloguePage("table", fills: true, TablePage().node),
    CataloguePage("editor", fills: true, EditorPage().node),
    CataloguePage("log", fills: true, LogPage().node),
    CataloguePage("tree", fills: true, TreePage().node),
    CataloguePage("files", fills: true, FilesPage().node),
    CataloguePage("radio", RadioPage().node),
    CataloguePage("switch", SwitchPage().node),
    CataloguePage("slider", SliderPage().node),
    CataloguePage("number", NumberPage().node),
    CataloguePage("date", DatePage().node),
    CataloguePage("menu", MenuPage().node),
    CataloguePage("tooltip", TooltipPage().node),
    CataloguePage("wizard", WizardPage().node),
    CataloguePage("split", fills: true, SplitPage().node),
    CataloguePage("grid", fills: true, GridPage().node),
    CataloguePage("charts", fills: true, ChartsPage().node),
    CataloguePage("gauge", GaugePage().node),
    CataloguePage("markdown", fills: true, MarkdownPage().node),
  ]
}

/// The request in the program's arguments: to list the pages, or to show one.
enum CatalogueRequest: Equatable {
  case list
  case show(CataloguePage.ID)

  /// - Returns: Nil if the arguments are invalid.
  init?(_ arguments: some Collection<String>) {
    switch Array(arguments) {
    case []: self = .show("text")
    case ["--list"]: self = .list
    case let words where words.count == 2 && words[0] == "--page":
      guard CataloguePage.names.contains(words[1]) else { return nil }
      self = .show(words[1])
    default: return nil
    }
  }
}
