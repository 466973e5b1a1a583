import Millrace

/// The number. It comes from the store as a prop.
struct Number: Component, Equatable {
  let count: Int

  var body: Node { Text("\(count)").bold().foreground(color) }

  private var color: Color {
    switch count {
    case ..<0: .red
    case 0: .default
    default: .green
    }
  }
}

/// The buttons, which dispatch the actions.
///
/// The toolbar has no props. It reads the dispatcher from its environment, where `TerminalApp`
/// provides it to every component. Because it is `Equatable`, it is rendered once, however often
/// the number changes.
struct Toolbar: Component, Equatable {
  @Environment(Dispatcher<CounterAction>.self) private var dispatch

  var body: Node {
    Row(gap: 1, wraps: true) {
      Button("−") { dispatch(.decrement) }
      Button("+") { dispatch(.increment) }
      Button("reset") { dispatch(.reset) }
    }
  }
}
