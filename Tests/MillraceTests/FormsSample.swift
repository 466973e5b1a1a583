import Millrace

// The program of the article "Forms". `FormsSampleTests` runs it.

struct Booking: Equatable, Sendable {
  enum Room: String, CaseIterable, Sendable { case small, large, garden }
  enum Field: Hashable, CaseIterable, Sendable { case name, day }

  var name = ""
  var room = Room.small
  var guests = 2
  var day: CalendarDay?

  func problem(with field: Field) -> String? {
    switch field {
    case .name: name.isEmpty ? "a name is needed" : nil
    case .day: day == nil ? "a day is needed" : nil
    }
  }

  var firstProblem: Field? { Field.allCases.first { problem(with: $0) != nil } }
}

struct Bookings: Equatable, Sendable {
  var made: [Booking] = []
  var isSaving = false
  var problem: String?
}

enum BookingsAction: Equatable, Sendable { case book(Booking), booked(Booking), failed(String) }

enum BookingClient: DependencyKey {
  static var defaultValue: @Sendable (Booking) async throws -> Void { { try await post($0) } }
}

let bookings = Reducer<Bookings, BookingsAction> { state, action -> Command<BookingsAction> in
  switch action {
  case .book(let booking):
    (state.isSaving, state.problem) = (true, nil)
    return .task {
      try await $0[BookingClient.self](booking)
      return .booked(booking)
    }
    .catch { .failed("\($0)") }
  case .booked(let booking):
    state.isSaving = false
    state.made.append(booking)
  case .failed(let problem): (state.isSaving, state.problem) = (false, problem)
  }
  return .none
}

struct BookingForm: Component {
  let state: Bookings
  let dispatch: Dispatcher<BookingsAction>
  @Local var draft = Booking()
  @Local var isChecked = false
  @Local var nameField = FocusHandle()
  @Local var dayField = FocusHandle()
  @Environment(\.clock) var clock

  var body: Node {
    Form(onSubmit: { submit() }, onCancel: { clear() }) {
      FormField("Name", error: error(.name)) {
        TextField($draft.name, onSubmit: { submit() }).focus(nameField).autofocus()
      }
      FormField("Room") { Select(Booking.Room.allCases, selection: $draft.room) { $0.rawValue } }
      FormField("Guests", hint: "1 to 12") { NumberField($draft.guests, in: 1...12) }
      FormField("Day", error: error(.day)) {
        DateField($draft.day, today: CalendarDay.local(by: clock).day).focus(dayField)
      }
      Button("Book") { submit() }
      if let problem = state.problem { Text(problem).style(\.danger) }
    }
    .disabled(state.isSaving)
    .onChange(of: state.made) { _, _ in clear() }
  }

  @MainActor private func error(_ field: Booking.Field) -> String? {
    isChecked ? draft.problem(with: field) : nil
  }

  @MainActor private func submit() {
    isChecked = true
    switch draft.firstProblem {
    case nil: dispatch(.book(draft))
    case .name: nameField.focus()
    case .day: dayField.focus()
    }
  }

  @MainActor private func clear() { (draft, isChecked) = (Booking(), false) }
}

@MainActor
func bookingApp(_ store: Store<Bookings, BookingsAction>) -> TerminalApp<Bookings, BookingsAction> {
  TerminalApp(store) { state, dispatch in BookingForm(state: state, dispatch: dispatch) }
}

private func post(_ booking: Booking) async throws {}

// A field whose value is in the store.

struct VenueState: Equatable, Sendable { var name = "" }
enum VenueAction: Equatable, Sendable { case nameChanged(String) }

@MainActor
func venueFields(_ state: VenueState, _ dispatch: Dispatcher<VenueAction>) -> [FormField] {
  let name = Binding(get: { state.name }, set: { dispatch(.nameChanged($0)) })
  return [
    FormField("Name") { TextField(state.name, onChange: { dispatch(.nameChanged($0)) }) },
    FormField("The same") { TextField(name) },
  ]
}

// A member that makes a binding, from the article "Views".

struct VenueForm: Component {
  let state: VenueState
  let dispatch: Dispatcher<VenueAction>

  var body: Node {
    Form { FormField("Name") { TextField(name) } }
  }

  @MainActor private var name: Binding<String> {
    Binding(get: { state.name }, set: { dispatch(.nameChanged($0)) })
  }
}

// A form that may have less space than its fields need.

struct BookingPage: Component {
  let state: Bookings
  let dispatch: Dispatcher<BookingsAction>

  var body: Node {
    Column {
      Text("Book a room").bold()
      ScrollView { BookingForm(state: state, dispatch: dispatch) }.grow()
    }
    .grow()
  }
}
