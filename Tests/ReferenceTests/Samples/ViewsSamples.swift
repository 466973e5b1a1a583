import Millrace
import MillraceTesting

// The widgets of these samples are described on their own pages.

// sample: EnvironmentValues, Environment
extension EnvironmentValues { var accent: Color { .cyan } }
// end

/// Components, their state and their surroundings.
@MainActor
enum ViewsSamples {
  // sample: Component, Node, NodeBuilder
  struct PriceList: Component, Equatable {
    let prices: [String: Int]

    var body: Node {
      Column {
        if prices.isEmpty { Text("Nothing is for sale.").dim() }
        for name in prices.keys.sorted() {
          Row(gap: 1) {
            Text(name).grow()
            Text("\(prices[name] ?? 0) €")
          }
          .key(name)
        }
      }
    }
  }
  // end

  // sample: NodeConvertible
  struct Notice: Component {
    let text: String
    let close: @MainActor () -> Void

    var body: Node {
      Row(gap: 1) {
        Text(text).wrap(.word).bold().grow()
        Button("x") { close() }
      }
      .padding(horizontal: 1)
      .border(.rounded, title: "Notice")
      .width(40)
    }
  }
  // end

  // sample: NodeBuilder, NodeConvertible
  /// A component that takes content, as `Column` does.
  struct Card: Component {
    let title: String
    @NodeBuilder let content: @MainActor () -> Node

    var body: Node {
      Box(title: title) { content() }
    }
  }

  static func card() -> Node {
    Card(title: "Today") {
      Text("Buy milk")
      Text("Call Ada")
    }
    .width(20)
  }
  // end

  // sample: NodeKey, Node
  static func rows(_ names: [(id: Int, name: String)], isNew: Bool) -> Column {
    Column {
      // The key moves with the row: its local state, focus and cursor follow.
      for row in names { NameField(name: row.name).key(row.id) }
      when(isNew, Text("A new name").dim())
    }
  }
  // end

  // sample: Local
  struct Counter: Component {
    @Local var count = 0

    var body: Node {
      Button("\(count)") { count += 1 }
    }
  }
  // end

  // sample: Binding, Local
  struct NameField: Component {
    @Local var person: Person

    init(name: String) { _person = Local(wrappedValue: Person(name: name)) }

    var body: Node {
      TextField($person.name)
      Text("Hello, \(person.name)")
    }
  }

  struct Person { var name = "" }
  // end

  static func binding(name: String, dispatch: Dispatcher<String>) -> Node {
    // sample: Binding
    let field = TextField(Binding(get: { name }, set: { dispatch($0) }))
    // end
    return field.node
  }

  // sample: Handler
  struct Picker: Component, Equatable {
    let names: [String]
    @Handler var onPick: @MainActor (String) -> Void

    var body: Node {
      Column { for name in names { Button(name) { onPick(name) }.key(name) } }
    }
  }
  // end

  // sample: Environment, EnvironmentValues
  struct Badge: Component {
    let text: String
    @Environment(\.accent) var accent

    var body: Node {
      Text(" \(text) ").background(accent).foreground(.black)
    }
  }

  static func badges() -> Row {
    Row(gap: 1) {
      Badge(text: "new")
      Badge(text: "late").environment(\.accent, .yellow)
    }
  }
  // end

  // sample: SizeClass, LocaleIdentifier, Environment
  struct Greeting: Component {
    @Environment(\.sizeClass) var sizeClass
    @Environment(\.locale) var locale

    var body: Node {
      let text = locale.language == "de" ? "Willkommen" : "Welcome"
      if sizeClass.width == .compact { Text(text) } else { Text("\(text) to the shop").bold() }
    }
  }
  // end

  // sample: FrameClock, Environment
  struct Stopwatch: Component {
    @Local var seconds = 0
    @Local var timer: AnyObject?
    @Environment(\.clock) private var clock

    var body: Node {
      Text("\(seconds) s")
        .onAppear { timer = clock.onFrame(every: .seconds(1)) { seconds += 1 } }
        .onDisappear { timer = nil }
    }
  }
  // end

  // sample: Animated, AnimationCurve
  struct Drawer: Component {
    let isOpen: Bool
    @Animated var width = 0

    var body: Node {
      Column { Text("Filters").truncate() }.width(.cells(Double(width)))
        .onChange(of: isOpen) { _, isOpen in $width.animate(to: isOpen ? 20 : 0) }
    }
  }
  // end

  // sample: Interpolatable
  struct Point: Interpolatable {
    var x = 0.0
    var y = 0.0

    func interpolated(to end: Point, by share: Double) -> Point {
      Point(
        x: x.interpolated(to: end.x, by: share), y: y.interpolated(to: end.y, by: share))
    }
  }
  // end

  struct NotFound: Error, CustomStringConvertible { let description = "no article 7" }

  // sample: ErrorBoundary
  struct Article: Component {
    let text: Result<String, NotFound>

    var body: Node {
      get throws { Text(try text.get()).node }
    }
  }

  static func article(_ text: Result<String, NotFound>) -> ErrorBoundary {
    ErrorBoundary {
      Article(text: text)
    } failure: { error, retry in
      Row(gap: 1) {
        Text("\(error)")
        Button("Try again") { retry() }
      }
    }
  }
  // end

  // sample: Static
  struct Credits: Component {
    let lines: [String]

    var body: Node {
      // Built once, and again only if the lines change.
      Static(id: lines) {
        Column { for line in lines { Text(line) } }
      }
    }
  }
  // end

  // sample: Portal, Layer
  struct Busy: Component {
    let isBusy: Bool

    var body: Node {
      Text("The list")
      if isBusy {
        Portal(to: .dialog) {
          Row { Box { Text("Saving …") } }.justifyContent(.center).grow().alignItems(.center)
        }
      }
    }
  }
  // end

  final class Builds: Sendable {
    let latest = "main: passed"
    func observe(_ body: @escaping @Sendable () -> Void) -> Subscription { Subscription(body) }
  }

  // sample: LiveComponent, Invalidation, RenderContext
  /// Shows a source outside the tree, which calls back on any thread.
  struct BuildStatus: LiveComponent {
    let builds: Builds

    var connectionSource: AnyHashable? { ObjectIdentifier(builds) }

    func connect(_ invalidation: Invalidation) -> AnyObject? {
      builds.observe { invalidation() }
    }

    func body(in context: RenderContext) -> Node {
      Text(builds.latest).bold(context.isInteractive).node
    }
  }
  // end

  struct Todos: Equatable, Sendable {
    var title = "Errands"
    var items: [String] = []
    var draft = ""
  }

  enum TodoAction: Sendable { case add, draftChanged(String) }

  // sample: Dispatcher, Connect
  struct Header: Component {
    let store: Store<Todos, TodoAction>

    var body: Node {
      Row(gap: 1) {
        Connect(store, \.items.count) { count, dispatch in
          Text("\(count) items").grow()
          Button("Add") { dispatch(.add) }
        }
      }
    }
  }
  // end

  static func dispatchers(_ dispatch: Dispatcher<ParentAction>) -> Node {
    // sample: Dispatcher
    let rowActions = CasePath(ParentAction.row) {
      if case .row(let id, let action) = $0 { (id, action) } else { nil }
    }
    let rows = Column {
      RowView(title: "Milk", dispatch: dispatch.wrap(rowActions, id: 1))
      RowView(title: "Bread", dispatch: dispatch.wrap { .row(2, $0) })  // equal to no other
    }
    // end
    return rows.node
  }

  enum ParentAction: Sendable { case row(Int, RowAction) }

  enum RowAction: Sendable { case remove }

  struct RowView: Component, Equatable {
    let title: String
    let dispatch: Dispatcher<RowAction>
    var body: Node { Button(title) { dispatch(.remove) } }
  }

  // sample: Feature
  enum Temperature: Feature {
    enum Action: Sendable { case warmer, colder }

    static var initialState: Int { 20 }

    static func update(_ degrees: inout Int, _ action: Action) -> Command<Action> {
      degrees += action == .warmer ? 1 : -1
      return .none
    }

    @NodeBuilder
    static func view(_ degrees: Int, _ dispatch: Dispatcher<Action>) -> Node {
      Row(gap: 1) {
        Button("-") { dispatch(.colder) }
        Text("\(degrees) °C")
        Button("+") { dispatch(.warmer) }
      }
    }
  }
  // end

  static func feature() async throws {
    // sample: Feature, TerminalApp
    try await TerminalApp(Store(Temperature.self), showing: Temperature.self).run()
    // end
  }

  // sample: Style, Color, Attributes, UnderlineKind
  static func styles() -> Column {
    Column {
      Text("Saved").foreground(.green).bold()
      Text("misstake").underline(.curly, color: .red)
      Text("Selected").style(
        Style(foreground: .rgb(255, 215, 0), background: .blue, attributes: [.bold, .italic]))
      Text("A hint").foreground(.indexed(245))
      Button("Hover me") {}.hoverStyle(Style(attributes: .inverse))
    }
  }
  // end

  // sample: Semantics, SemanticRole, SemanticStates
  static func volume(_ level: Int, isMuted: Bool) -> Node {
    Text(String(repeating: "█", count: level))
      .semantics(
        .slider, "Volume", value: isMuted ? "muted" : "\(level)",
        states: isMuted ? .disabled : [])
  }
  // end
}

@MainActor let viewsScreens: [ScreenSample] = [
  ScreenSample("Component", columns: 24, rows: 3) {
    ViewsSamples.PriceList(prices: ["Coffee": 3, "Tea": 2])
  },
  ScreenSample("NodeBuilder", columns: 24, rows: 4) { ViewsSamples.card() },
  ScreenSample("Local", columns: 12, rows: 1, keys: [.tab, .enter, .enter]) {
    ViewsSamples.Counter()
  },
  ScreenSample("Handler", columns: 12, rows: 2) {
    ViewsSamples.Picker(names: ["Ada", "Grace"]) { _ in }
  },
  ScreenSample("SizeClass", columns: 24, rows: 1) { ViewsSamples.Greeting() },
  ScreenSample("Static", columns: 24, rows: 2) {
    ViewsSamples.Credits(lines: ["Text by Ada", "Pictures by Grace"])
  },
  ScreenSample("Binding", columns: 24, rows: 3, keys: [.tab, .character("!")]) {
    ViewsSamples.NameField(name: "Ada")
  },
  ScreenSample("Environment", columns: 24, rows: 1) { ViewsSamples.badges() },
  ScreenSample("ErrorBoundary", columns: 30, rows: 1) {
    ViewsSamples.article(.failure(ViewsSamples.NotFound()))
  },
  ScreenSample("Portal", columns: 30, rows: 7) { ViewsSamples.Busy(isBusy: true) },
  ScreenSample("Connect", columns: 24, rows: 1) {
    ViewsSamples.Header(
      store: Store(
        initial: ViewsSamples.Todos(items: ["Milk", "Bread"]),
        reducer: Reducer<ViewsSamples.Todos, ViewsSamples.TodoAction> { _, _ in }))
  },
  ScreenSample("Feature", columns: 24, rows: 1) {
    ViewsSamples.Temperature.view(20, Dispatcher { _ in })
  },
  ScreenSample("Style", columns: 24, rows: 5) { ViewsSamples.styles() },
]
