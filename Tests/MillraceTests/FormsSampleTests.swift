import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("The program of the article about forms")
struct FormsSampleTests {
  private func stage(
    _ book: @escaping @Sendable (Booking) async throws -> Void = { _ in }
  ) throws -> (TestStage, Store<Bookings, BookingsAction>) {
    var made: Store<Bookings, BookingsAction>?
    let stage = try TestStage(columns: 40, rows: 8) { dependencies in
      dependencies[BookingClient.self] = book
      let store = Store(initial: Bookings(), reducer: bookings, dependencies: dependencies)
      made = store
      return bookingApp(store)
    }
    return (stage, try #require(made))
  }

  @Test("errors appear at the first attempt to submit, and the first wrong field gets the focus")
  func checks() throws {
    let (stage, store) = try stage()
    stage.terminal.send(.tab)
    #expect(!stage.terminal.screen.contains("✗"))
    stage.terminal.send(.control("s"))
    stage.settle()
    // The screen of the article.
    #expect(
      stage.rows == [
        "Name",
        "        ✗ a name is needed",
        "Room    ‹small ▾›",
        "Guests  2",
        "        1 to 12",
        "Day     2026-11-24, fri, +3            ▾",
        "        ✗ a day is needed",
        "        ‹Book›",
      ])
    stage.terminal.type("Ada")
    stage.settle()
    #expect(stage.rows[0] == "Name    Ada")
    #expect(!stage.terminal.screen.contains("a name is needed"))
    stage.terminal.send(.enter)
    stage.terminal.type("2026-11-27")
    stage.settle()
    #expect(!stage.terminal.screen.contains("✗"))
    #expect(store.state.made.isEmpty)
  }

  @Test("a number that is not in its range stays in the field, and the draft keeps the last one")
  func wrongNumber() async throws {
    let (stage, store) = try stage()
    stage.terminal.type("Ada")
    stage.terminal.send(.tab, .tab)
    stage.terminal.type("0")
    stage.settle()
    #expect(stage.terminal.screen.contains("✗ from 1 to 12"))
    stage.terminal.send(.tab)
    stage.terminal.type("2026-11-27")
    stage.terminal.send(.control("s"))
    await stage.settleEffects()
    #expect(store.state.made.map(\.guests) == [2])
  }

  @Test("Ctrl-S sends the values of all fields, and the form is empty afterwards")
  func submits() async throws {
    let (stage, store) = try stage()
    stage.terminal.type("Ada")
    stage.terminal.send(.tab, .tab, .up, .tab)
    stage.terminal.type("2026-11-27")
    stage.terminal.send(.control("s"))
    await stage.settleEffects()
    let day = try #require(CalendarDay(year: 2026, month: 11, day: 27))
    #expect(store.state.made == [Booking(name: "Ada", guests: 3, day: day)])
    #expect(!stage.terminal.screen.contains("Ada"))
  }

  @Test("a refused booking keeps what was typed, and says why")
  func refused() async throws {
    struct Full: Error, CustomStringConvertible { var description: String { "no room is free" } }
    let (stage, _) = try stage { _ in throw Full() }
    stage.terminal.type("Ada")
    stage.terminal.send(.tab, .tab, .tab)
    stage.terminal.type("2026-11-27")
    stage.terminal.send(.control("s"))
    await stage.settleEffects()
    #expect(stage.terminal.screen.contains("no room is free"))
    #expect(stage.terminal.screen.contains("Ada"))
  }

  @Test("a field whose value is in the store shows what the store has")
  func inTheStore() throws {
    let store = Store(
      initial: VenueState(),
      reducer: Reducer<VenueState, VenueAction> { state, action in
        if case .nameChanged(let name) = action { state.name = name.uppercased() }
      })
    let app = TerminalApp(store) { state, dispatch in
      Form { for field in venueFields(state, dispatch) { field } }
    }
    let stage = try TestStage(app, columns: 40, rows: 3)
    stage.terminal.type("a")
    stage.terminal.send(.tab)
    stage.terminal.type("b")
    stage.settle()
    #expect(stage.rows == ["Name      AB", "The same  AB"])
  }

  @Test("a component's own binding shows what the store has")
  func ownBinding() throws {
    let store = Store(
      initial: VenueState(),
      reducer: Reducer<VenueState, VenueAction> { state, action in
        if case .nameChanged(let name) = action { state.name = name.uppercased() }
      })
    let app = TerminalApp(store) { state, dispatch in
      VenueForm(state: state, dispatch: dispatch)
    }
    let stage = try TestStage(app, columns: 40, rows: 1)
    stage.terminal.type("hall")
    stage.settle()
    #expect(stage.rows == ["Name  HALL"])
  }

  @Test("in a scroll view, the control that gets the focus comes into view")
  func scrolls() throws {
    let app = TerminalApp(Store(initial: Bookings(), reducer: bookings)) { state, dispatch in
      BookingPage(state: state, dispatch: dispatch)
    }
    let stage = try TestStage(app, columns: 40, rows: 4)
    #expect(stage.rows[1].hasPrefix("Name"))
    stage.terminal.send(.tab, .tab, .tab, .tab)
    stage.settle()
    #expect(stage.rows[0] == "Book a room")
    #expect(stage.rows[3].contains("‹Book›"))
  }

  @Test("a dialog scrolls its form by itself")
  func inADialog() throws {
    let app = TerminalApp(Store(initial: Bookings(), reducer: bookings)) { state, dispatch in
      Dialog("Book a room") { BookingForm(state: state, dispatch: dispatch) }
    }
    let stage = try TestStage(app, columns: 50, rows: 5)
    stage.terminal.send(.tab, .tab, .tab, .tab)
    stage.settle()
    #expect(stage.terminal.screen.contains("‹Book›"))
  }
}
