import Millrace

/// Samples of containers: they place and frame other nodes.
enum ContainerSamples {
  // sample: Row, Spacer
  struct Toolbar: Component {
    let title: String

    var body: Node {
      Row(gap: 1) {
        Text(title).bold()
        Spacer()
        Button("Save") { print("saved") }
        Button("Close") { print("closed") }
      }
    }
  }
  // end

  // sample: Column, Divider
  struct Receipt: Component {
    let items: [(name: String, euros: Int)]

    var body: Node {
      Column {
        for item in items {
          Row {
            Text(item.name).grow()
            Text("\(item.euros) €")
          }
        }
        Divider()
        Text("\(items.map(\.euros).reduce(0, +)) €").bold().align(.trailing)
      }
    }
  }
  // end

  // sample: Box, BorderStyle
  struct Forecast: Component {
    let today: Int
    let tomorrow: Int

    var body: Node {
      Row(gap: 1) {
        Box(title: "Today") { Text("\(today) °C") }.grow()
        Box(border: .double, title: "Tomorrow") { Text("\(tomorrow) °C") }.grow()
      }
    }
  }
  // end

  // sample: Divider
  struct StatusLine: Component {
    var body: Node {
      Row(gap: 1) {
        Text("main.swift")
        Divider(.vertical)
        Text("line 12")
      }
    }
  }
  // end

  // sample: SizeReader, CellSize
  struct Adaptive: Component {
    let parts: [Node]

    var body: Node {
      SizeReader { size in
        if size.width < 60 { Column { parts } } else { Row(gap: 2) { parts } }
      }
    }
  }
  // end

  // sample: ScrollView
  struct Recipe: Component {
    let steps: [String]

    var body: Node {
      ScrollView {
        for step in steps { Text(step) }
      }
      .grow()
    }
  }
  // end

  // sample: ScrollView, ScrollAxes
  struct SourceFile: Component {
    let text: String

    var body: Node {
      Box(title: "main.swift") {
        ScrollView(.both) { Text(text).wrap(.clip) }
      }
      .minHeight(0)
    }
  }
  // end

  // sample: Split, SplitPane, SplitState, SplitBuilder
  struct Mail: Component {
    @Local var panes = SplitState()

    var body: Node {
      Split(state: $panes) {
        SplitPane("folders", min: 8) { Text("Inbox") }
        SplitPane("mail", share: 2, min: 12, canCollapse: false) { Text("Hello Ana, …") }
      }
    }
  }
  // end

  // sample: Grid, GridTrack, GridCell, GridBuilder
  struct Address: Component {
    @Local var street = ""
    @Local var city = ""

    var body: Node {
      Grid(columns: [.content, .share(), .cells(8)], gap: 1) {
        Text("Street")
        TextField($street, placeholder: "and number")
        Text("needed").dim()
        Text("City")
        GridCell(columns: 2) { TextField($city, placeholder: "and postcode") }
        GridCell(columns: 3) { Divider() }
      }
    }
  }
  // end

  static func builders() {
    // sample: PartsBuilder, GridBuilder
    /// A grid of equal columns, with the same statements in its braces as a grid.
    func table(columns: Int, @GridBuilder cells: () -> [GridCell]) -> Grid {
      Grid(columns: Array(repeating: .share(), count: columns), gap: 2, cells: cells)
    }
    // end
  }

  // sample: Theme
  struct Account: Component {
    @Environment(\.theme) var theme
    let balance: Int

    var body: Node {
      Column {
        Text {
          "Balance: "
          TextSpan("\(balance) €").style(balance < 0 ? theme.danger : theme.accent)
        }
        Text("updated today").style(\.muted)
      }
    }
  }
  // end

  // sample: Theme
  struct Themed: Component {
    let content: Node

    var body: Node {
      var theme = Theme.dark
      theme.accent = Style(foreground: .rgb(255, 180, 0), attributes: .bold)
      Column { content }.style(\.surface).environment(\.theme, theme)
    }
  }
  // end
}

@MainActor let containerScreens: [ScreenSample] = [
  ScreenSample("Row", columns: 40, rows: 1) { ContainerSamples.Toolbar(title: "Shopping") },
  ScreenSample("Column", columns: 24, rows: 4) {
    ContainerSamples.Receipt(items: [("Bread", 4), ("Olives", 6)])
  },
  ScreenSample("Box", columns: 40, rows: 3) { ContainerSamples.Forecast(today: 12, tomorrow: 9) },
  ScreenSample("Divider", columns: 40, rows: 1) { ContainerSamples.StatusLine() },
  ScreenSample("SizeReader", columns: 60, rows: 1) {
    ContainerSamples.Adaptive(parts: [Text("Inbox").node, Text("Hello Ana, …").node])
  },
  ScreenSample("ScrollView", columns: 32, rows: 4) {
    ContainerSamples.Recipe(
      steps: ["Mix flour and water.", "Wait.", "Knead.", "Wait again.", "Bake at 220 °C.", "Eat."])
  },
  ScreenSample("Split", columns: 40, rows: 4, keys: [.tab, .right]) { ContainerSamples.Mail() },
  ScreenSample("Grid", columns: 40, rows: 3) { ContainerSamples.Address() },
  ScreenSample("Theme", columns: 40, rows: 2) {
    ContainerSamples.Themed(content: ContainerSamples.Account(balance: -12).node)
  },
]
