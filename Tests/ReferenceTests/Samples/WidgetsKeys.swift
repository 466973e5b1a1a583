import Millrace

/// Samples of key bindings, of what shows them, and of menus.
enum KeySamples {
  // sample: Bind, KeysBuilder, KeyHints
  struct Board: Component {
    @Local var cards = ["Bread", "Olives"]

    var body: Node {
      Column {
        Text("\(cards.count) cards").focusable().grow()
        KeyHints()
      }
      .keys("Cards") {
        Bind("a", "Add", name: "add") { cards.append("Card") }
        Bind(["d", "delete"], "Delete", name: "delete", isEnabled: !cards.isEmpty) {
          cards.removeLast()
        }
        Bind("g g", "Remove all") { cards = [] }
      }
    }
  }
  // end

  // sample: HelpDialog, KeyHelp
  struct Helped: Component {
    @Local var isHelping = false

    var body: Node {
      Column {
        Text("Press ? for help").focusable()
        HelpDialog(isHelping) { isHelping = false }
      }
      .keys("Program") { Bind("?", "Help") { isHelping = true } }
    }
  }
  // end

  // sample: KeyHelp
  struct KeysPage: Component {
    var body: Node {
      Box(title: "Keys") { KeyHelp() }
    }
  }
  // end

  // sample: Palette
  struct Commands: Component {
    @Local var isSearching = false
    @Local var pages = 3

    var body: Node {
      Column {
        Text("\(pages) pages").focusable()
        Palette(isSearching) { isSearching = false }
      }
      .keys("Pages") {
        Bind("ctrl+p", "Commands", isShown: false) { isSearching = true }
        Bind("n", "New page") { pages += 1 }
        Bind("d", "Delete page", isEnabled: pages > 0) { pages -= 1 }
      }
    }
  }
  // end

  // sample: KeyMap
  struct UserKeys: Component {
    let board: Node

    var body: Node {
      board.environment(\.keyMap, KeyMap(["add": ["ctrl+n"], "list.down": ["j", "down"]]))
    }
  }
  // end

  static func settings() {
    // sample: KeyMapError, KeyMap
    /// The user's keys from a file of settings.
    func keyMap(from settings: [String: [String]]) -> KeyMap {
      do {
        return try KeyMap(parsing: settings)
      } catch {
        print(error)  // invalid key for "add": …
        return KeyMap()
      }
    }
    // end

    // sample: WidgetKeys
    for keys in WidgetKeys.all where keys.id.hasPrefix("list.") {
      print(keys.id, keys.title, keys.keys.map(\.description))  // list.up Up ["up"]
    }
    // end
  }

  // sample: Menu, MenuItem, MenuBuilder
  struct EditButton: Component {
    @Local var isWrapping = true
    let duplicate: @MainActor () -> Void
    let export: @MainActor () -> Void

    var body: Node {
      let edit = Menu("Edit") {
        Bind("ctrl+d", "Duplicate", name: "duplicate") { duplicate() }
        Bind("w", "Wrap lines") { isWrapping.toggle() }.checked(isWrapping)
        Divider()
        Menu("Export") { Bind([], "as CSV") { export() } }
      }
      Column(align: .start) { edit }.keys(edit)
    }
  }
  // end

  // sample: MenuBar, Menu
  struct Notepad: Component {
    @Local var text = ""

    var body: Node {
      MenuBar([
        Menu("File") { Bind("ctrl+n", "New") { text = "" } },
        Menu("Edit") { Bind([], "In capitals") { text = text.uppercased() } },
      ]) {
        TextField($text, placeholder: "A note")
      }
    }
  }
  // end

  // sample: NodeConvertible
  struct Lines: Component {
    @Local var lines = 3

    var body: Node {
      Text("\(lines) lines").focusable().contextMenu("Lines") {
        Bind("+", "Add a line") { lines += 1 }
        Bind("-", "Remove a line", isEnabled: lines > 0) { lines -= 1 }
      }
    }
  }
  // end
}

@MainActor let keyScreens: [ScreenSample] = [
  ScreenSample("Bind", columns: 50, rows: 4, keys: [.tab]) { KeySamples.Board() },
  ScreenSample("KeyHints", columns: 50, rows: 4, keys: [.tab, .character("g")]) {
    KeySamples.Board()
  },
  ScreenSample("HelpDialog", columns: 40, rows: 9, keys: [.tab, .character("?")]) {
    KeySamples.Helped()
  },
  ScreenSample("Palette", columns: 44, rows: 10, keys: [.tab, .control("p")]) {
    KeySamples.Commands()
  },
  ScreenSample("Menu", columns: 40, rows: 7, keys: [.tab, .enter, .down]) {
    KeySamples.EditButton(duplicate: {}, export: {})
  },
  ScreenSample("MenuBar", columns: 40, rows: 4, keys: [.tab, .function(10)]) {
    KeySamples.Notepad()
  },
]
