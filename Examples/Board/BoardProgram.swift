import MillraceDocument
import MillraceInspector
import MillraceWeb

/// A team's board in a file that several programs and browsers use at once.
///
///     board [FILE | postgresql://…] [--serve] [--inspect]
@main
struct BoardProgram: TerminalProgram {
  static func run() async throws {
    var words = Array(CommandLine.arguments.dropFirst())
    let pages = try PageOptions.taken(from: &words)
    let log = try DocumentLog<Tickets>(
      at: words.first { !$0.hasPrefix("--") } ?? "board.json", name: "board",
      folder: ProgramFolders("board").data("servers"))
    try log.open()
    // Each browser has a store of its own on the same log.
    try await app(boardStore(log), log).inspected(arguments: CommandLine.arguments)
      .run(serving: pages) { app(boardStore(log), log) }
  }

  /// The program on a store, for `main` and for tests.
  @MainActor
  static func app(
    _ store: Store<Board, BoardAction>, _ log: DocumentLog<Tickets>
  ) -> TerminalApp<Board, BoardAction> {
    TerminalApp(store) { state, dispatch, terminal in
      BoardView(dispatch: dispatch, terminal: terminal, store: store)
      DocumentDialogs(state.tickets, log: log, dispatch: dispatch.wrap(ticketsPath))
    }
  }
}

struct BoardView: Component {
  let dispatch: Dispatcher<BoardAction>
  let terminal: TerminalControl
  let store: Store<Board, BoardAction>

  var body: Node {
    // Each part of the view follows its own part of the state.
    Connect(store, \.tickets) { tickets, _ in
      Column {
        Row(gap: 2) {
          for lane in Ticket.Lane.allCases {
            LaneView(lane: lane, tickets: tickets.value.items, dispatch: dispatch)
              .grow().basis(0).key(lane)
          }
        }
        .grow().basis(0)
        DocumentNotices(tickets)
        DocumentMessageLine(tickets.message)
        Connect(store, \.pause.seconds) { seconds, _ in
          Text(seconds > 0 ? "Pause: \(seconds) s" : "").dim()
        }
        KeyHints()
      }
      .grow()
      .keys("Board") { for bind in binds(tickets) { bind } }
    }
    Connect(store, \.screens.top) { top, _ in
      if case .form(_, let edited) = top.screen { form(edited, top.id) }
    }
  }

  @KeysBuilder @MainActor private func binds(_ tickets: DocumentState<Tickets>) -> [Bind] {
    let document = dispatch.wrap(ticketsPath)
    Bind("n", "New") {
      document(.change(.add(Ticket(id: .random(in: 1 ... .max), title: "a new ticket"))))
    }
    Bind("u", "Undo", name: "undo") { document(.undo) }
    Bind("U", "Redo", isShown: false) { document(.redo) }
    Bind("m", "Resolve", name: "resolve", isEnabled: !tickets.conflicts.isEmpty) {
      document.resolve(tickets)
    }
    Bind("p", "Pause") { dispatch(.pause(.start)) }
    Bind("q", "Quit") { document.quit(tickets, terminal) }
  }

  @MainActor private func form(_ edited: Ticket, _ id: Int) -> Node {
    func send(_ action: ScreenAction) { dispatch(.screens(.screen(id, action))) }
    return Dialog("Ticket", onClose: { send(.cancel) }) {
      Form(onSubmit: { send(.save) }) {
        FormField("Title") {
          TextField(edited.title, onChange: { send(.title($0)) }, onSubmit: { send(.save) })
            .autofocus().width(40)
        }
        FormField("Text") {
          TextField(edited.text, onChange: { send(.text($0)) }, onSubmit: { send(.save) })
        }
      }
    }
    .node
  }
}

/// The tickets of a lane. Enter opens a ticket, and `<` and `>` move it to another lane.
struct LaneView: Component {
  let lane: Ticket.Lane
  let tickets: IdentifiedList<Ticket>
  let dispatch: Dispatcher<BoardAction>
  @Local private var current: Ticket.ID?

  var body: Node {
    let shown = tickets.filter { $0.lane == lane }
    Box(title: lane.rawValue) {
      List(shown) { Text($0.title).truncate() }
        .current($current)
        .onActivate { dispatch(.screens(.push(.form($0, edited: $0)))) }
        .autofocus(lane == .next)
        .keys {
          Bind("<", "Back", isShown: false) { move(by: -1) }
          Bind(">", "On", isShown: lane != .done && !shown.isEmpty) { move(by: 1) }
        }
    }
  }

  @MainActor private func move(by step: Int) {
    let lanes = Ticket.Lane.allCases
    guard let current, let index = lanes.firstIndex(of: lane), lanes.indices.contains(index + step)
    else { return }
    dispatch(.tickets(.change(.move(current, lanes[index + step]))))
  }
}
