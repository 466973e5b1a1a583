import Millrace

/// Samples of layout: flexbox by modifiers, constraints, and boxes without views.
enum LayoutSamples {
  // sample: JustifyContent, AlignItems
  struct Footer: Component {
    var body: Node {
      Row(justify: .spaceBetween, align: .end) {
        Text("Page 1\nof 12")
        Text("Bread.txt")
        Text("saved").alignSelf(.start)
      }
    }
  }
  // end

  // sample: FlexDirection, FlexWrap, AlignContent
  struct Tags: Component {
    let tags: [String]

    var body: Node {
      Row(gap: 1) {
        for tag in tags { Badge(tag) }
      }
      .flexDirection(.rowReverse).flexWrap(.wrap).alignContent(.start)
    }
  }
  // end

  // sample: Length, Edges
  struct Sidebar: Component {
    let width: Int

    var body: Node {
      Row {
        Text("Inbox").width(width).padding(1)
        Text("Hello Ana, …").maxWidth(.percent(50)).margin(left: .auto)
      }
    }
  }
  // end

  // sample: PositionType, Display, Overflow, BoxSizing, LayoutDirection
  struct Photo: Component {
    let isCaptionShown: Bool

    var body: Node {
      Column {
        Text("▒▒▒▒▒▒▒▒").overflow(.clip)
        Text("new").inverse().absolute(top: 0, right: 0)
        Text("Lisbon").display(isCaptionShown ? .flex : .none)
      }
      .position(.relative).width(12).boxSizing(.borderBox).layoutDirection(.leftToRight)
    }
  }
  // end

  // sample: LayoutStyle, Edges
  /// A widget that sets the style of its element.
  struct Indented: Component {
    let children: [Node]

    var body: Node {
      var style = LayoutStyle.element
      style.direction = .column
      style.padding = Edges(left: 2)
      Node(Element(Container(), style: style, children: children))
    }
  }
  // end

  static func tree() -> [FrameChange] {
    // sample: LayoutNode, LayoutStyle, FrameChange, CellRect, AvailableSpace
    var style = LayoutStyle()
    style.direction = .row
    let page = LayoutNode(style: style)

    var sidebarStyle = LayoutStyle()
    sidebarStyle.width = 10
    page.append(LayoutNode(style: sidebarStyle))

    var contentStyle = LayoutStyle()
    contentStyle.grow = 1
    page.append(LayoutNode(style: contentStyle))

    let changes = page.layout(width: .definite(40), height: .definite(12))
    precondition(page.children[1].frame == CellRect(x: 10, y: 0, width: 30, height: 12))
    // end
    return changes
  }

  static func measured() -> LayoutNode {
    // sample: MeasureFunction, LayoutSize, AvailableSpace
    // A picture of 16 by 9 cells that becomes smaller where there is less room.
    let picture = LayoutNode()
    picture.measure = MeasureFunction { width, _ in
      switch width {
      case .definite(let limit):
        let width = min(16, limit.rounded(.down))
        return LayoutSize(width: width, height: (width / 16 * 9).rounded())
      case .minContent: return LayoutSize(width: 1, height: 1)
      case .maxContent: return LayoutSize(width: 16, height: 9)
      }
    }
    // end
    return picture
  }

  static func geometry() {
    // sample: CellRect, CellPoint, CellSize
    let board = CellRect(x: 2, y: 1, width: 8, height: 8)
    let size = CellSize(width: board.width, height: board.height)
    let corner = CellPoint(x: board.maxX - 1, y: board.maxY - 1)
    precondition(board.contains(x: corner.x, y: corner.y) && size.width == 8)
    // end

    // sample: BoxReport
    /// How many cells a box lost because there was too little room.
    func missingCells(of box: BoxReport) -> Double {
      box.basis.map { max(0, $0 - box.mainSize) } ?? 0
    }
    // end

    // sample: ConstraintAxis
    func size(of box: CellRect, along axis: ConstraintAxis) -> Int {
      switch axis {
      case .horizontal: box.width
      case .vertical: box.height
      }
    }
    // end
  }

  // sample: Constrained, ConstraintBuilder, LayoutAnchors, LayoutItem, LayoutConstraint
  struct Message: Component {
    let message: String

    var body: Node {
      Constrained {
        Text("Inbox").anchored("title")
        Text(message).anchored("body")
      } constraints: { it in
        it.title.leading == it.parent.leading + 2
        it.body.leading == it.title.leading
        it.body.below(it.title, gap: 1)
        it.body.width <= it.parent.width / 2
        (it.body.width == 40).priority(.high)
      }
    }
  }
  // end

  // sample: ConstraintOverride, ConstraintPriority
  struct Foldable: Component {
    @Local var gap = ConstraintOverride()

    var body: Node {
      Constrained {
        Button("Fold") { gap.constant = 0 }.anchored("title")
        Text("Hello Ana, …").anchored("text")
      } constraints: { it in
        (it.text.top == it.title.bottom + 1).overridden(by: gap)
      }
    }
  }
  // end

  static func constraints() -> [ConstraintConflict] {
    // sample: LayoutAnchor, LayoutAttribute, ConstraintRelation, LayoutConstraint, LayoutItem
    let sidebar: LayoutItem = "sidebar"
    let short = sidebar.width <= LayoutItem.parent.width / 3
    let long = LayoutConstraint(
      LayoutAnchor(item: sidebar, attribute: .width), .lessThanOrEqual,
      LayoutItem.parent[.width].divided(by: 3))
    precondition(short == long)
    // end

    let (list, text) = (LayoutNode(), LayoutNode())
    // sample: ConstraintConflict, LayoutNode, ConstraintPriority
    var style = LayoutStyle()
    style.display = .constraints
    let node = LayoutNode(style: style)
    node.append(list)
    node.append(text)
    let body: LayoutItem = "body"
    node.constrain(
      ["sidebar": list, "body": text],
      by: [
        body.leading == sidebar.trailing + 1,
        sidebar.width <= LayoutItem.parent.width / 3,
        (sidebar.width == 24).priority(.high),
      ])
    node.layout(width: .definite(60), height: .definite(10))
    for conflict in node.constraintConflicts { print(conflict.dropped, conflict.reason) }
    // end
    return node.constraintConflicts
  }
}

@MainActor let layoutScreens: [ScreenSample] = [
  ScreenSample("JustifyContent", columns: 40, rows: 2) { LayoutSamples.Footer() },
  ScreenSample("FlexDirection", columns: 24, rows: 2) {
    LayoutSamples.Tags(tags: ["bread", "olives", "coffee", "tea"])
  },
  ScreenSample("Length", columns: 40, rows: 3) { LayoutSamples.Sidebar(width: 10) },
  ScreenSample("PositionType", columns: 20, rows: 2) { LayoutSamples.Photo(isCaptionShown: true) },
  ScreenSample("Constrained", columns: 40, rows: 6) {
    LayoutSamples.Message(message: "Hello Ana, the bread is ready and the coffee is on the table.")
  },
]
