/// All elements and attributes that there are.
public enum MarkupRegistry {
  /// The element that has this name, or this alias.
  public static func element(_ name: String) -> MarkupElementType? { byName[name] }

  /// What stands for elements in a list: names and aliases.
  public static let names = byName.keys.sorted()

  private static let byName: [String: MarkupElementType] = {
    var byName: [String: MarkupElementType] = [:]
    for type in elements {
      for name in [type.name] + type.aliases { byName[name] = type }
    }
    return byName
  }()

  /// The elements of a screen, in the order of the reference.
  public static let elements = texts + controls + containers + choices + others + declarations

  private static let justify: [MarkupKeyword] = [
    "start", "end", "center", "spaceBetween", "spaceAround", "spaceEvenly",
  ]
  private static let align: [MarkupKeyword] = ["stretch", "start", "end", "center", "baseline"]
  private static let placing: [MarkupAttributeType] = [
    MarkupAttributeType("gap", .length, "Cells between children.", aliases: ["spacing"]),
    MarkupAttributeType(
      "justify", .keyword(justify), "How free space along the main axis is dealt out.",
      aliases: ["distribution"]),
    MarkupAttributeType(
      "align", .keyword(align + [MarkupKeyword("fill", swift: ".stretch"), leading, trailing]),
      "How children stand across it.", aliases: ["alignment"]),
  ]
  private static let leading = MarkupKeyword("leading", swift: ".start")
  private static let trailing = MarkupKeyword("trailing", swift: ".end")
  private static let spanLooks: [MarkupAttributeType] = [
    .modifier("foreground", .color, "The color of the text.", aliases: ["color", "textColor"]),
    .modifier("background", .color, "The color behind it.", aliases: ["backgroundColor"]),
    .modifier("bold", .bool, "Bold text."),
    .modifier("dim", .bool, "Text of less weight."),
    .modifier("italic", .bool, "Slanted text."),
    .modifier("underline", .bool, "A line under the text."),
    .modifier("strikethrough", .bool, "A line through the text."),
    .modifier("inverse", .bool, "Foreground and background exchanged."),
  ]

  private static let texts = [
    MarkupElementType(
      "Text", "Words, wrapped at spaces.", aliases: ["Label"], content: .text,
      [
        MarkupAttributeType("text", .text, "The words.", role: .argument(nil)),
        .modifier(
          "wrap",
          .keyword([
            "word", "character", "clip", "truncateEnd", "truncateMiddle", "truncateStart",
          ]), "What happens to a line that is too wide.", aliases: ["lineBreakMode"]),
        .modifier(
          "truncate", .keyword(["start", "middle", "end"]),
          "Keeps the text on one line, and says which part of it gives way."),
        .modifier(
          "align",
          .keyword([
            "leading", "center", "trailing", MarkupKeyword("left", swift: ".leading"),
            MarkupKeyword("right", swift: ".trailing"),
          ]), "Where lines stand in a wider box.", aliases: ["textAlignment"]),
      ]),
    MarkupElementType(
      "Span", "A part of a text that looks different.", content: .text, isNode: false,
      [MarkupAttributeType("text", .text, "The words.", role: .argument(nil))] + spanLooks
        + [.modifier("link", .text, "The address that it leads to.")]),
    MarkupElementType(
      "TextField", "One line of text to edit.", isFocusable: true,
      [
        MarkupAttributeType(
          "text", .textOrBinding, "What the field holds.", role: .argument(nil), isRequired: true),
        MarkupAttributeType("placeholder", .text, "Shown while it holds nothing."),
        MarkupAttributeType("onChange", .event(passes: 1), "Called with the new text."),
        MarkupAttributeType("onSubmit", .event(passes: 0), "Called on Enter."),
        MarkupAttributeType("onCancel", .event(passes: 0), "Called on Escape."),
      ]),
  ]

  private static let controls = [
    MarkupElementType(
      "Button", "Something to press.", isFocusable: true,
      [
        MarkupAttributeType(
          "title", .text, "What stands on it.", role: .argument(nil), isRequired: true),
        MarkupAttributeType(
          "onPress", .event(passes: 0), "Called when it is pressed.", role: .trailingClosure,
          isRequired: true),
      ]),
    MarkupElementType(
      "Checkbox", "Something that is on or off.", aliases: ["Switch"], isFocusable: true,
      [
        MarkupAttributeType(
          "isOn", .bool, "Whether it shows a mark.", role: .argument(nil), isRequired: true),
        MarkupAttributeType(
          "onToggle", .event(passes: 0), "Called when it is pressed.", role: .trailingClosure,
          isRequired: true),
      ]),
    MarkupElementType(
      "ProgressBar", "How much of something is done.", aliases: ["ProgressView"],
      [
        MarkupAttributeType(
          "share", .number, "From 0 to 1.", aliases: ["progress"], role: .argument(nil)),
        MarkupAttributeType("done", .integer, "How many are done."),
        MarkupAttributeType("total", .integer, "How many there are.", role: .argument("of")),
        MarkupAttributeType("showsPercent", .bool, "Whether the percentage stands behind it."),
      ]),
    MarkupElementType(
      "Spinner", "A sign that something goes on.", aliases: ["ActivityIndicator"],
      [MarkupAttributeType("title", .text, "What goes on.", role: .argument(nil))]),
  ]

  private static let containers = [
    MarkupElementType(
      "Row", "Children beside each other.", content: .nodes,
      placing + [MarkupAttributeType("wraps", .bool, "Whether they go on in a line below.")]),
    MarkupElementType("Column", "Children below each other.", content: .nodes, placing),
    MarkupElementType(
      "StackView", "A Row, or with axis=\"vertical\" a Column.", content: .nodes,
      [
        MarkupAttributeType(
          "axis", .keyword(["horizontal", "vertical"]), "The direction of the children.",
          role: .special)
      ] + placing),
    MarkupElementType(
      "Box", "A column with a border.", content: .nodes,
      [
        MarkupAttributeType(
          "border",
          .keyword([
            "rounded", "single", "double", "heavy", "ascii", MarkupKeyword("none", swift: "nil"),
          ]), "The lines around."),
        MarkupAttributeType("title", .text, "Stands on the upper line."),
      ] + placing),
    MarkupElementType(
      "Constrained", "Children that stand where their layout: attributes put them.",
      aliases: ["Container"], content: .nodes),
    MarkupElementType("Spacer", "Free space between its siblings."),
    MarkupElementType(
      "Divider", "A line between siblings.",
      [
        MarkupAttributeType(
          "axis", .keyword(["horizontal", "vertical"]), "Across a column, or down a row.",
          role: .argument(nil))
      ]),
    MarkupElementType(
      "ScrollView", "Content that scrolls where there is too little room.", content: .nodes,
      [
        MarkupAttributeType(
          "axes",
          .keyword([
            "vertical", "horizontal", "both",
          ]),
          "In which directions it scrolls.", role: .argument(nil)),
        MarkupAttributeType("bars", .bool, "Whether bars show the place."),
        MarkupAttributeType("followsEnd", .bool, "Whether it stays at its end, as a log does."),
      ]),
  ]

  private static let choices = [
    MarkupElementType(
      "List", "Rows of a collection, one of them current.", aliases: ["PlainTableView"],
      content: .nodes, isFocusable: true,
      [
        MarkupAttributeType(
          "of", .path, "The collection: its elements have an id.", role: .special, isRequired: true),
        MarkupAttributeType(
          "as", .name, "What an element is called in the row.", role: .special, isRequired: true),
        MarkupAttributeType("marker", .text, "Stands before the current row."),
        MarkupAttributeType("onSelect", .event(passes: 1), "Called with the current element."),
        MarkupAttributeType("selection", .binding, "The ids of the selected elements."),
        MarkupAttributeType("bar", .bool, "Whether a bar shows the place."),
        MarkupAttributeType(
          "highlightsRow", .bool, "Whether the whole row shows that it is current."),
      ]),
    MarkupElementType(
      "Select", "Shows what is chosen, and opens a list of all choices.", aliases: ["PickerView"],
      isFocusable: true,
      [
        MarkupAttributeType(
          "of", .path, "The choices: strings.", role: .argument(nil), isRequired: true),
        MarkupAttributeType("selection", .binding, "What is chosen."),
        MarkupAttributeType("selected", .text, "What is chosen, beside onSelect."),
        MarkupAttributeType("onSelect", .event(passes: 1), "Called with the new choice."),
      ]),
    MarkupElementType(
      "Tabs", "Titles beside each other, one of them chosen.", aliases: ["SegmentedControl"],
      content: .only(["Tab"]), isFocusable: true,
      [
        MarkupAttributeType("selection", .binding, "The id of the chosen tab."),
        MarkupAttributeType("selected", .text, "The id of the chosen tab, beside onSelect."),
        MarkupAttributeType("onSelect", .event(passes: 1), "Called with the id of the new one."),
      ]),
    MarkupElementType(
      "Tab", "One of the titles in Tabs.", isNode: false,
      [
        MarkupAttributeType(
          "id", .text, "Tells it from the others.", role: .argument(nil), isRequired: true),
        MarkupAttributeType(
          "title", .text, "What stands on it.", role: .argument(nil), isRequired: true),
        MarkupAttributeType("count", .integer, "Stands behind the title."),
      ]),
    MarkupElementType(
      "MonthView", "A month with its days.", aliases: ["DatePicker"], isFocusable: true,
      [
        MarkupAttributeType("selection", .binding, "The selected day.", isRequired: true),
        MarkupAttributeType("today", .path, "What is underlined.", isRequired: true),
        MarkupAttributeType("firstWeekday", .integer, "From 1, which is Sunday."),
      ]),
  ]

  private static let others = [
    MarkupElementType(
      "Form", "Labels in a column, and controls beside them.", content: .nodesAnd(["FormField"]),
      [
        MarkupAttributeType("gap", .length, "Lines between rows."),
        MarkupAttributeType("onSubmit", .event(passes: 0), "Called on Ctrl-S."),
        MarkupAttributeType("onCancel", .event(passes: 0), "Called on Escape."),
      ]),
    MarkupElementType(
      "FormField", "A row of a Form.", content: .nodes, isNode: false,
      [
        MarkupAttributeType(
          "label", .text, "What the control is for.", role: .argument(nil), isRequired: true),
        MarkupAttributeType("error", .path, "What is wrong: a String? of the program."),
        MarkupAttributeType("hint", .text, "What may be entered."),
      ]),
    MarkupElementType(
      "Dialog", "A question over all that is below.", content: .nodes,
      [
        MarkupAttributeType("title", .text, "Stands on the upper line.", role: .argument(nil)),
        MarkupAttributeType(
          "closesOnOutsideClick", .bool, "Whether a click beside it is like Escape."),
        MarkupAttributeType("onClose", .event(passes: 0), "Called on Escape."),
      ]),
    MarkupElementType("KeyHints", "A line of the keys that do something now."),
    MarkupElementType(
      "Node", "A node that the program makes.",
      [
        MarkupAttributeType(
          "of", .path, "The property that holds it.", role: .special, isRequired: true)
      ]),
    MarkupElementType(
      "if", "Its content, where a condition holds.", content: .nodes, isNode: false,
      [MarkupAttributeType("test", .bool, "The condition.", role: .special, isRequired: true)]),
    MarkupElementType(
      "else", "The content where the if, or the else with a test, before it does not hold.",
      content: .nodes, isNode: false,
      [MarkupAttributeType("test", .bool, "Another condition.", role: .special)]),
    MarkupElementType(
      "for", "Its content, once for each element of a collection.", content: .nodes, isNode: false,
      [
        MarkupAttributeType(
          "each", .name, "What an element is called.", role: .special, isRequired: true),
        MarkupAttributeType("in", .path, "The collection.", role: .special, isRequired: true),
        MarkupAttributeType(
          "key", .path, "What tells the elements apart: {item.id}.", role: .special,
          isRequired: true),
      ]),
  ]

  private static let declarations = [
    MarkupElementType(
      "Component", "A component of this file; inside another one, a use of a component.",
      content: .nodesAnd(["property", "state", "event", "styles"]), isFocusable: false,
      [
        MarkupAttributeType(
          "type", .name, "Its name: by default that of the file.", role: .special),
        MarkupAttributeType(
          "rootView", .bool, "Whether it fills the screen, a cell from its edges.", role: .special),
        MarkupAttributeType(
          "extend", .edges, "The edges that a root view reaches.", role: .special),
        MarkupAttributeType(
          "anonymous", .bool,
          "If false, the type is the program's own, and the file makes its body.",
          role: .special),
        MarkupAttributeType(
          "equatable", .bool, "If false, it is rendered each time that its parent is.",
          role: .special),
        MarkupAttributeType("imports", .text, "Modules of its types.", role: .special),
      ]),
    MarkupElementType(
      "property", "A value that the component is given.", isNode: false,
      [
        MarkupAttributeType("name", .name, "Its name.", role: .special, isRequired: true),
        MarkupAttributeType("type", .swiftType, "Its type.", role: .special, isRequired: true),
        MarkupAttributeType(
          "default", .swiftValue, "What it is where none is given.", role: .special),
      ]),
    MarkupElementType(
      "state", "A value that the component keeps from frame to frame.", isNode: false,
      [
        MarkupAttributeType("name", .name, "Its name.", role: .special, isRequired: true),
        MarkupAttributeType("type", .swiftType, "Its type.", role: .special, isRequired: true),
        MarkupAttributeType(
          "value", .swiftValue, "What it is at first.", role: .special, isRequired: true),
      ]),
    MarkupElementType(
      "event", "Something that the component tells its parent.", isNode: false,
      [
        MarkupAttributeType("name", .name, "Its name.", role: .special, isRequired: true),
        MarkupAttributeType(
          "type", .swiftType, "The types of its values, separated by commas.", role: .special),
      ]),
    MarkupElementType(
      "styles", "Styles for the elements of the file: a TextStyle is for a Text.", isNode: false,
      [MarkupAttributeType("name", .name, "Not used.", role: .special)]),
  ]

  /// What every node may have, in the order in which the modifiers are written.
  public static let common: [MarkupAttributeType] =
    [
      .modifier("grow", .number, "A share of the free space along the parent's main axis."),
      .modifier("shrink", .number, "A share of what is missing along it."),
      .modifier("basis", .length, "The size along it before that."),
      .modifier("width", .length, "In cells, or in percent of the parent."),
      .modifier("height", .length, "In lines, or in percent of the parent."),
      .modifier("minWidth", .length, "The least width."),
      .modifier("minHeight", .length, "The least height."),
      .modifier("maxWidth", .length, "The greatest width."),
      .modifier("maxHeight", .length, "The greatest height."),
      .modifier("aspectRatio", .number, "Width divided by height."),
      .modifier("alignSelf", .keyword(align), "How it stands on the parent's cross axis."),
    ] + sides("padding", "Space inside the border") + sides("margin", "Space around")
    + ["left", "top", "right", "bottom"].map {
      .modifier(
        $0, .length, "Takes it out of the flow, so far from that edge.", "absolute", label: $0)
    }
    + [
      .modifier("hidden", .bool, "Kept, but not shown.", aliases: ["isHidden"]),
      .modifier(
        "look",
        .keyword(
          ["text", "muted", "accent", "selection", "border", "danger", "surface"].map {
            MarkupKeyword($0, swift: "\\.\($0)")
          }), "How it looks by its meaning, in the theme.", "style"),
    ] + spanLooks + [
      MarkupAttributeType(
        "theme", .keyword(["plain", "dark", "light"]), "The theme of what is inside.",
        role: .special),
      .modifier("disabled", .bool, "Whether the controls inside are out of use."),
      .modifier("focusable", .bool, "Whether it can have the focus."),
      .modifier("autofocus", .bool, "Whether it takes the focus when it appears."),
      .modifier("onClick", .event(passes: 0), "Called on a click."),
      .modifier("onRightClick", .event(passes: 0), "Called on a click with the right button."),
      .modifier("onHover", .event(passes: 1), "Called with whether the mouse is on it."),
      .modifier("onFocusChange", .event(passes: 1), "Called with whether it has the focus."),
      .modifier("key", .path, "Tells it from its siblings, wherever it stands."),
      MarkupAttributeType("style", .styles, "Styles of the file, or :group:name.", role: .special),
      MarkupAttributeType(
        "field", .name, "Its name: for constraints, and for a FocusHandle of a control.",
        role: .special),
    ]

  private static func sides(_ name: String, _ summary: String) -> [MarkupAttributeType] {
    [.modifier(name, .length, "\(summary), on all sides.")]
      + ["horizontal", "vertical", "left", "top", "right", "bottom"].map { side in
        let title = side.prefix(1).uppercased() + side.dropFirst()
        return .modifier("\(name)\(title)", .length, "\(summary): \(side).", name, label: side)
      }
  }
}
