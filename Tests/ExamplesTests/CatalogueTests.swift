import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import catalogue

@Suite("The catalogue")
@MainActor
struct CatalogueTests {
  private func stage(_ page: String = "text", columns: Int = 64, rows: Int = 16) throws -> TestStage
  {
    try TestStage(CatalogueProgram.app(page), columns: columns, rows: rows)
  }

  /// The content of the page's box, without its border.
  private func content(_ stage: TestStage) -> [String] {
    stage.rows.filter { $0.hasSuffix("│") }.map { row in
      var text = row.drop { $0 != "│" }.dropFirst(2).dropLast(2)
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }

  @Test("the pages are listed on the left, the chosen one is beside them, and the keys are below")
  func looks() throws {
    #expect(
      try stage("tabs").rows == [
        "  text      ╭─ tabs ───────────────────────────────────────────╮",
        "  button    │ Inbox 12  Drafts 3  Sent  Archive                │",
        "  field     │                                                  │",
        "  form      │ Contents of inbox.                               │",
        "› tabs      │                                                  │",
        "  select    │                                                  │",
        "  progress  │                                                  │",
        "  spinner   │                                                  │",
        "  month     │                                                  │",
        "  list      │                                                  │",
        "  scroll    │                                                  │",
        "  dialog    │                                                  │",
        "  popover   │                                                  │",
        "  toast     │                                                  │",
        "  keys      ╰──────────────────────────────────────────────────╯",
        "? Help  s Source  q Quit",
      ])
  }

  @Test("on a narrow terminal the page is chosen above its content")
  func narrow() throws {
    let stage = try stage("tabs", columns: 32, rows: 8)
    #expect(
      stage.rows == [
        "‹tabs ▾›",
        "╭─ tabs ───────────────────────╮",
        "│ Inbox …  Draft…  Se…  Archi… │",
        "│                              │",
        "│ Contents of inbox.           │",
        "│                              │",
        "╰──────────────────────────────╯",
        "? Help  s Source  q Quit",
      ])
    stage.terminal.send(.enter, .character("l"), .enter)
    stage.settle()
    #expect(stage.rows[1].contains(" list "))
  }

  @Test("s shows the source of a page, beside the page if it fits", arguments: [100, 64])
  func source(columns: Int) throws {
    let stage = try stage("table", columns: columns)
    stage.terminal.send(.character("s"))
    stage.settle()
    #expect(stage.rows[0].contains(" TablePage.swift "))
    #expect(stage.rows[0].contains(" table ") == (columns == 100))
    #expect(stage.rows[1].contains("import Millrace"))
    stage.terminal.send(.character("s"))
    stage.settle()
    #expect(!stage.rows[0].contains("swift"))
    for page in CataloguePage.all {
      #expect(PageSource.text(of: page.file).contains("struct"), "\(page.id)")
    }
  }

  @Test("arrows and clicks show another page")
  func chooses() throws {
    let stage = try stage()
    stage.terminal.send(.down)
    stage.settle()
    #expect(stage.rows[0].contains("╭─ button ─"))
    stage.terminal.click(x: 3, y: 6)
    stage.settle()
    #expect(stage.rows[0].contains("╭─ progress ─"))
  }

  @Test("a page keeps its state when the window becomes wide and narrow")
  func widths() throws {
    let stage = try stage("form", columns: 40, rows: 20)
    stage.terminal.send(.tab)
    stage.terminal.type("my title")
    stage.settle()
    for columns in [40, 80, 120, 50] {
      stage.terminal.resize(columns: columns, rows: 20)
      stage.settle()
      #expect(stage.rows.contains { $0.contains("my title") }, "\(columns): \(stage.rows)")
    }
  }

  @Test(
    "every page shows content, fits and causes no issue", arguments: CataloguePage.all.map(\.id)
  )
  func pages(page: String) throws {
    let sizes = [(80, 24), (64, 16), (30, 8), (8, 3)]
    // By default, a page starts in one of the sizes only, because starts take most of the time.
    let index = CataloguePage.all.firstIndex { $0.id == page }!
    for first in isLong ? Array(sizes.indices) : [index % sizes.count] {
      let stage = try stage(page, columns: sizes[first].0, rows: sizes[first].1)
      stage.terminal.send(.tab, .enter, .down, .character("t"), .escape)
      for (columns, rows) in sizes[first...] + sizes[..<first] {
        stage.terminal.resize(columns: columns, rows: rows)
        stage.settle()
        #expect(stage.session.issues.isEmpty, "\(columns) × \(rows)")
        #expect(columns < 60 || content(stage).contains { !$0.isEmpty })
      }
    }
  }

  @Test("without a terminal the page is printed")
  func prints() {
    #expect(
      CatalogueProgram.app("tabs").plainTextLines() == [
        "tabs", "Inbox 12", "Contents of inbox.",
      ])
    #expect(
      CatalogueProgram.app("progress").plainTextLines() == ["progress", "38 %", "Copying 38 %"])
  }

  @Test("the effects of a page's controls are shown beside them")
  func controls() throws {
    let button = try stage("button")
    button.terminal.send(.tab, .enter, .enter, .tab, .space)
    button.settle()
    #expect(content(button)[..<5] == ["‹Press›", "", "Pressed 2 times", "", "[x] On"])

    let select = try stage("select")
    select.terminal.send(.tab, .enter, .end, .enter)
    select.settle()
    #expect(content(select)[..<3] == ["Planet ‹Pluto ▾›", "", "It was a planet until 2006."])

    let progress = try stage("progress", columns: 60)
    progress.terminal.send(.tab, .tab, .enter)
    progress.settle()
    #expect(
      content(progress)[..<3] == [
        "██████████████████████──────────────────────", "",
        "Copying ███████████████───────────────  50 %",
      ])

    let tabs = try stage("tabs")
    tabs.terminal.send(.tab, .end)
    tabs.settle()
    #expect(content(tabs)[2] == "Contents of archive.")

    let list = try stage("list")
    list.terminal.send(.tab, .space, .down, .space)
    list.settle()
    #expect(content(list).last == "2 selected: Space selects a row.")

    let month = try stage("month")
    month.terminal.send(.tab, .character("t"))
    month.settle()
    #expect(content(month)[1] == " Mo Tu We Th Fr Sa Su")
    #expect(content(month)[9].hasPrefix("Selected: "))

    let keys = try stage("keys")
    keys.terminal.send(.tab, .character("+"), .character("+"), .character("-"))
    keys.settle()
    #expect(content(keys).contains("Count: 1"))
    #expect(keys.rows.last == "+ More  - Less  g g To 0  g h To 100  ? Help  s Source  q Quit")
    keys.terminal.send(.character("g"))
    keys.settle()
    #expect(keys.rows.last == "g …  g To 0  h To 100")
    keys.terminal.send(.character("h"))
    keys.settle()
    #expect(content(keys).contains("Count: 100"))
  }

  @Test("a spinner turns until it is stopped")
  func spinner() throws {
    let stage = try stage("spinner")
    #expect(content(stage)[..<5] == ["⠋ Loading", "", "… Without motion", "", "‹Stop›"])
    stage.clock.advance(by: .milliseconds(100))
    stage.settle()
    #expect(content(stage)[0] == "⠙ Loading")
    stage.terminal.send(.tab, .enter)
    stage.clock.advance(by: .milliseconds(100))
    stage.settle()
    #expect(content(stage)[0] == "Loaded")
    #expect(stage.clock.pendingCount == 0)
  }

  @Test("dialogs, popovers and toasts of the pages work")
  func layers() throws {
    let dialog = try stage("dialog")
    dialog.terminal.send(.tab, .enter, .tab, .enter)
    dialog.settle()
    #expect(content(dialog)[2] == "Deleted.")

    let popover = try stage("popover")
    popover.terminal.send(.tab, .enter, .down, .enter)
    popover.settle()
    #expect(content(popover)[2] == "Renamed.")

    let toast = try stage("toast")
    toast.terminal.send(.tab, .tab, .enter)
    toast.settle()
    #expect(toast.rows.contains { $0.hasSuffix("│ ! The disk is full │") })
  }

  @Test("? lists the keys, and q ends the program")
  func help() throws {
    let stage = try stage()
    stage.terminal.send(.character("?"))
    stage.settle()
    #expect(stage.rows.contains { $0.contains("─ Keys ─") })
    stage.terminal.send(.escape)
    stage.terminal.send(.character("q"))
    #expect(stage.session.ended == .quit)
  }

  @Test("the arguments choose the first page or list the pages")
  func arguments() {
    #expect(CatalogueRequest([]) == .show("text"))
    #expect(CatalogueRequest(["--page", "month"]) == .show("month"))
    #expect(CatalogueRequest(["--list"]) == .list)
    for arguments in [["--page"], ["--help"], ["--list", "x"], ["month"], ["--page", "x"]] {
      #expect(CatalogueRequest(arguments) == nil)
    }
  }
}
