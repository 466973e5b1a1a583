import Millrace

/// Keys, the focus and the mouse.
@MainActor
enum ViewsEventsSamples {
  // sample: Key, KeyCode, KeyModifiers
  struct Volume: Component {
    @Local var level = 5

    var body: Node {
      Text("Volume \(level)").focusable().autofocus()
        .onKey { key in
          switch key {
          case .up, .character("+"): level += 1
          case .down, .character("-"): level -= 1
          case Key(.up, .shift), .control("p"): level += 10
          default:
            guard case .function(let number) = key.code, !key.modifiers.contains(.alt) else {
              return false  // not handled here: the key goes to the elements around this one
            }
            level = number
          }
          return true
        }
    }
  }
  // end

  // sample: KeyChord, KeyBinding
  struct Inbox: Component {
    @Local var current = 0

    var body: Node {
      Text("Message \(current)").focusable().autofocus()
        .keys("Inbox") {
          Bind("j", "Next") { current += 1 }
          Bind("g g", "First") { current = 0 }
          Bind([KeyChord(.control("x"), .control("s")), .end], "Last") { current = 99 }
        }
      Footer()
    }
  }

  /// The keys that work now, as `KeyHints` shows them.
  struct Footer: LiveComponent {
    func body(in context: RenderContext) -> Node {
      Row(gap: 2) {
        for binding in context.keyBindings where binding.isShown {
          Text("\(binding.keys.map(\.description).joined(separator: "/")) \(binding.title)")
            .key(binding.title)
        }
      }
      .node
    }
  }
  // end

  // sample: FocusHandle
  struct Rename: Component {
    @Local var name = "Draft"
    @Local private var field = FocusHandle()

    var body: Node {
      TextField($name).focus(field)
      Button("Rename") { field.focus() }
    }
  }
  // end

  // sample: FocusPolicy
  struct Toolbar: Component {
    var body: Node {
      // Tab stops once; the arrow keys move among the buttons.
      Row(gap: 1) {
        Button("Cut") {}
        Button("Copy") {}
        Button("Paste") {}
      }
      .focusScope(.byArrows)
    }
  }
  // end

  // sample: PointerEvent, PointerInterest
  struct Slider: Component {
    @Local var value = 3

    var body: Node {
      Text(String(repeating: "█", count: value) + String(repeating: "░", count: 10 - value))
        .onPointer(.drags) { event in
          guard event.phase == .press || event.phase == .drag else { return false }
          value = min(max(0, event.position.x + 1), 10)
          return true
        }
    }
  }
  // end

  // sample: Handlers, EventContext, Element, ElementProperties
  /// A widget of one's own: an element with its content and its handlers.
  struct Swatch: NodeConvertible {
    let color: Color
    let onPick: @MainActor () -> Void

    var node: Node {
      var properties = ElementProperties()
      properties.isFocusable = true
      properties.style = Style(background: color)
      properties.semantics = Semantics(.button, "\(color)")
      let handlers = Handlers { [onPick] handlers in
        handlers.click = { _, context in
          context.takeFocus()
          onPick()
          return true
        }
        handlers.key = { key, context in
          guard key == .character("c") else { return false }
          context.copy("the colour")
          return true
        }
      }
      return Node(
        Element(
          Container(), style: .element { ($0.width, $0.height) = (4, 1) }, properties: properties,
          handlers: handlers))
    }
  }
  // end

  // sample: LayoutReport, Handlers
  /// Tells how wide it is after layout.
  struct Measured: NodeConvertible {
    let onSize: @MainActor (CellSize) -> Void

    var node: Node {
      let handlers = Handlers { [onSize] handlers in
        handlers.layoutChanged = { report, _ in onSize(report.size) }
      }
      return Node(Element(Container(), handlers: handlers)).grow()
    }
  }
  // end
}

@MainActor let eventsScreens: [ScreenSample] = [
  ScreenSample("Key", columns: 20, rows: 1, keys: [.up, .up]) { ViewsEventsSamples.Volume() },
  ScreenSample("KeyBinding", columns: 50, rows: 2, keys: [.character("j")]) {
    ViewsEventsSamples.Inbox()
  },
  ScreenSample("FocusPolicy", columns: 24, rows: 1, keys: [.tab, .right]) {
    ViewsEventsSamples.Toolbar()
  },
  ScreenSample("PointerEvent", columns: 20, rows: 1) { ViewsEventsSamples.Slider() },
  ScreenSample("Handlers", columns: 20, rows: 1) {
    Row { ViewsEventsSamples.Swatch(color: .magenta) {} }
  },
]
