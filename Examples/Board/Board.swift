import MillraceDocument

/// A ticket of the team.
struct Ticket: DocumentElement, Equatable {
  enum Field: String, Codable, CaseIterable, Sendable { case title, lane, text }
  enum Lane: String, Codable, CaseIterable, Sendable { case next, doing, done }

  let id: UInt64
  var title: String
  var lane = Lane.next
  var text = ""

  mutating func assign(_ field: Field, from other: Ticket) {
    switch field {
    case .title: title = other.title
    case .lane: lane = other.lane
    case .text: text = other.text
    }
  }

  func text(of field: Field) -> String {
    switch field {
    case .title: title
    case .lane: lane.rawValue
    case .text: text
    }
  }
}

/// The document: what the whole team sees.
struct Tickets: DocumentModel {
  enum Action: Codable, Equatable, Sendable {
    case add(Ticket)
    case move(Ticket.ID, Ticket.Lane)
  }

  var items = IdentifiedList<Ticket>()

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let ticket): items.append(ticket)
    case .move(let id, let lane): items[id: id]?.lane = lane
    }
  }

  func step(for action: Action, since begun: Tickets) -> DocumentStep? {
    switch action {
    case .add(let ticket): DocumentStep("added “\(ticket.title)”", showsMessage: false)
    case .move(let id, let lane): DocumentStep("moved “\(items[id: id]?.title ?? "")” to \(lane)")
    }
  }
}

/// A screen of the board: the lanes, or the form of a ticket. The form keeps the ticket as it was
/// when the edit began.
enum BoardScreen: Codable, Equatable, Sendable {
  case lanes
  case form(Ticket, edited: Ticket)
}

enum ScreenAction: Codable, Equatable, Sendable { case title(String), text(String), save, cancel }

let boardScreen = Reducer<BoardScreen, ScreenAction> { screen, action in
  guard case .form(let ticket, var edited) = screen else { return .none }
  switch action {
  case .title(let title): edited.title = title
  case .text(let text): edited.text = text
  case .save, .cancel: return .dismiss()
  }
  screen = .form(ticket, edited: edited)
  return .none
}

/// A break from the screen, in seconds. It is a child with a source of its own.
struct Pause: Codable, Equatable, Sendable { var seconds = 0 }

enum PauseAction: Codable, Equatable, Sendable { case start, ticked }

let pause = Reducer<Pause, PauseAction> { state, action in
  switch action {
  case .start: state.seconds = 300
  case .ticked: state.seconds -= 1
  }
}.sources { state in
  state.seconds > 0 ? [.timer(id: "pause", every: .seconds(1)) { .ticked }] : []
}

/// The program's state. The document is shared, and everything else belongs to this process.
struct Board: Codable, Equatable, Sendable {
  var tickets = DocumentState<Tickets>()
  var screens = ScreenStack(BoardScreen.lanes)
  var pause = Pause()
}

enum BoardAction: Codable, Equatable, Sendable {
  case tickets(DocumentAction<Tickets>)
  case screens(StackAction<BoardScreen, ScreenAction>)
  case pause(PauseAction)
}

let ticketsPath = CasePath(BoardAction.tickets) {
  if case .tickets(let it) = $0 { it } else { nil }
}
let screensPath = CasePath(BoardAction.screens) {
  if case .screens(let it) = $0 { it } else { nil }
}
let pausePath = CasePath(BoardAction.pause) { if case .pause(let it) = $0 { it } else { nil } }

let board = Reducer<Board, BoardAction>.combine(
  Reducer { state, action in
    // Saves the result of the form. Changes that others made meanwhile are kept.
    guard case .screens(.screen(let id, .save)) = action,
      case .form(let ticket, let edited)? = state.screens[id]
    else { return .none }
    return .action(.tickets(.edit(edited, since: ticket)))
  },
  .scope(state: \.tickets, action: ticketsPath, .document()),
  .stack(\.screens, action: screensPath, boardScreen),
  .scope(state: \.pause, action: pausePath, pause))

func boardStore(
  _ log: DocumentLog<Tickets>, dependencies: Dependencies = Dependencies()
) -> Store<Board, BoardAction> {
  Store(
    initial: Board(), reducer: board,
    middleware: [
      .document(\.tickets, action: ticketsPath, in: log),
      .persistence(
        to: .hidden(beside: log.path ?? "board", as: "pause"), part: .field(\.pause), version: 1,
        access: .bestEffort, storage: log.storage),
    ], dependencies: dependencies)
}
