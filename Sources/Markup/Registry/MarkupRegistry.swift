/// All elements and attributes of markup.
public enum MarkupRegistry {
  /// The element with this name or alias.
  public static func element(_ name: String) -> MarkupElementType? { byName[name] }

  /// The names and aliases of all elements, sorted.
  public static let names = byName.keys.sorted()

  private static let byName = Dictionary(
    uniqueKeysWithValues: elements.flatMap { type in
      ([type.name] + type.aliases).map { ($0, type) }
    })

  /// The elements, in the order of ``MarkupReference``.
  public static let elements = texts + controls + containers + choices + others + declarations

  private static let align = "stretch start end center baseline"
  private static let placing: [MarkupAttributeType] = [
    .argument("gap", .length, "Cells between children.", aliases: ["spacing"]),
    .argument(
      "justify", .words("start end center spaceBetween spaceAround spaceEvenly"),
      "How free space along the main axis is distributed.", aliases: ["distribution"]),
    .argument(
      "align", .words(align + " fill=stretch leading=start trailing=end"),
      "The alignment of children on the cross axis.", aliases: ["alignment"]),
  ]
  private static let spanLooks: [MarkupAttributeType] = [
    .modifier("foreground", .color, "The color of the text.", aliases: ["color", "textColor"]),
    .modifier("background", .color, "The color behind it.", aliases: ["backgroundColor"]),
    .modifier("bold", .bool, "Bold text."),
    .modifier("dim", .bool, "Dim text."),
    .modifier("italic", .bool, "Italic text."),
    .modifier("underline", .bool, "A line under the text."),
    .modifier("strikethrough", .bool, "A line through the text."),
    .modifier("inverse", .bool, "Foreground and background exchanged."),
  ]

  private static func choice(_ name: String) -> MarkupElementType.Rule {
    .init(message: "\(name) needs selection=\"{$…}\", or selected and onSelect") {
      $0["selection"] == nil && ($0["selected"] == nil || $0["onSelect"] == nil)
    }
  }

  private static let texts: [MarkupElementType] = [
    .init(
      "Text", "Words, wrapped at spaces.", aliases: ["Label"], content: .text,
      .unlabeled("text", .text, "The words."),
      .modifier(
        "wrap", .words("word character clip truncateEnd truncateMiddle truncateStart"),
        "What happens to a line that is too wide.", aliases: ["lineBreakMode"]),
      .modifier(
        "truncate", .words("start middle end"),
        "Keeps the text on one line; the part that is truncated."),
      .modifier(
        "align", .words("leading center trailing left=leading right=trailing"),
        "How lines are aligned in a wider box.", aliases: ["textAlignment"])),
    .init(
      "Span", "A part of a text that looks different.", content: .text, isNode: false,
      special: .init(swift: { _ in "TextSpan" }),
      [.unlabeled("text", .text, "The words.")] + spanLooks
        + [.modifier("link", .text, "The address that it leads to.")]),
    .init(
      "TextField", "One line of text to edit.", isFocusable: true,
      special: .init(
        rules: [
          .init(
            message:
              "<TextField> needs text=\"{$…}\", or text and onChange, or a field that holds its text"
          ) { element in
            guard let text = element["text"] else { return true }
            return text != .word("") && (text.path != nil) == (element["onChange"] != nil)
          }
        ]),
      .unlabeled("text", .textOrBinding, "What it holds; without it, the field holds its text."),
      .argument("placeholder", .text, "Shown while it holds nothing."),
      .argument("onChange", .event(valueCount: 1), "Called with the new text."),
      .argument("onSubmit", .event(valueCount: 0), "Called on Enter."),
      .argument("onCancel", .event(valueCount: 0), "Called on Escape.")),
    .init(
      "TextEditor", "Text of many lines to edit.", aliases: ["TextView"], isFocusable: true,
      .unlabeled("text", .binding, "The text: a string.", isRequired: true),
      .argument("label", .text, "Its name for assistive technology."),
      .argument("placeholder", .text, "Shown while there is no text."),
      .argument("wrap", .bool, "Whether a line that is too wide continues in the next row."),
      .argument("lineNumbers", .bool, "Whether each line has its number."),
      .argument("isReadOnly", .bool, "Whether the text can be selected, but not edited.")),
    .init(
      "Log", "Lines that follow their end, with filter and search.", isFocusable: true,
      .unlabeled("lines", .path, "The lines: LogLines of the program.", isRequired: true),
      .argument("label", .text, "Its name for assistive technology."),
      .argument("isWrapped", .binding, "Whether long lines are wrapped.")),
  ]

  private static let controls: [MarkupElementType] = [
    .init(
      "Button", "A button.", isFocusable: true,
      .unlabeled("title", .text, "The title.", isRequired: true),
      .trailing("onPress", "Called when it is pressed.")),
    .init(
      "Checkbox", "Something that is on or off.", isFocusable: true,
      .unlabeled("isOn", .bool, "Whether it shows a check mark.", isRequired: true),
      .trailing("onToggle", "Called when it is pressed.")),
    .init(
      "Switch", "Something that is on or off, and takes effect at once.", isFocusable: true,
      .unlabeled("isOn", .bool, "Whether it is on.", isRequired: true),
      .trailing("onToggle", "Called when it is turned.")),
    .init(
      "Badge", "A word in a few columns.", .unlabeled("text", .text, "The word.", isRequired: true)),
    .init(
      "Markdown", "A text in Markdown.", .unlabeled("text", .text, "The text.", isRequired: true)),
    .init(
      "ProgressBar", "How much of something is done.", aliases: ["ProgressView"],
      special: .init(rules: [
        .init(message: "<ProgressBar> needs share=\"…\", or done and total") {
          $0["share"] == nil && ($0["done"] == nil || $0["total"] == nil)
        }
      ]),
      .unlabeled("share", .number(), "From 0 to 1.", aliases: ["progress"]),
      .argument("done", .integer, "How many are done."),
      .argument("total", .integer, "How many there are.", label: "of"),
      .argument("showsPercent", .bool, "Whether the percentage is shown after it.")),
    .init(
      "Spinner", "An indicator of work in progress.", aliases: ["ActivityIndicator"],
      .unlabeled("title", .text, "The description of the work.")),
  ]

  private static let containers: [MarkupElementType] = [
    .init(
      "Row", "Children beside each other.", content: .nodes,
      placing + [.argument("wraps", .bool, "Whether they wrap to further lines.")]),
    .init("Column", "Children below each other.", content: .nodes, placing),
    .init(
      "StackView", "A Row, or with axis=\"vertical\" a Column.", content: .nodes,
      special: .init(swift: { $0["axis"]?.word == "vertical" ? "Column" : "Row" }),
      [.special("axis", .words("horizontal vertical"), "The direction of the children.")]
        + placing),
    .init(
      "Box", "A column with a border.", content: .nodes,
      [
        .argument(
          "border", .words("rounded single double heavy ascii none"), "The lines around."),
        .argument("title", .text, "Shown in the upper border."),
      ] + placing),
    .init(
      "Constrained", "Children that stand where their layout: attributes put them.",
      aliases: ["Container"], content: .nodes, special: .init(isConstrained: true)),
    .init("Spacer", "Free space between its siblings."),
    .init(
      "Divider", "A line between siblings.",
      .unlabeled("axis", .words("horizontal vertical"), "Across a column, or down a row.")),
    .init(
      "ScrollView", "Content that scrolls where there is too little room.", content: .nodes,
      .unlabeled(
        "axes", .words("vertical horizontal both"), "In which directions it scrolls."),
      .argument("bars", .bool, "Whether bars show the scroll position."),
      .argument("followsEnd", .bool, "Whether it stays at its end, as a log does.")),
  ]

  private static let choices: [MarkupElementType] = [
    .init(
      "List", "Rows of a collection, one of them current.", aliases: ["PlainTableView"],
      content: .nodes, isFocusable: true,
      special: .init(
        hasRows: true,
        rules: [
          .init(message: "<List> must contain one row for an element") { $0.content.isEmpty }
        ]),
      .special("of", .path, "The collection: its elements have an id.", isRequired: true),
      .special("as", .name, "What an element is called in the row.", isRequired: true),
      .modifier("marker", .text, "Shown before the current row."),
      .modifier("onSelect", .event(valueCount: 1), "Called with the current element."),
      .modifier("selection", .binding, "The ids of the selected elements."),
      .modifier("bar", .bool, "Whether a bar shows the scroll position.", "scrollBar"),
      .modifier("highlightsRow", .bool, "Whether the whole row shows that it is current.")),
    .init(
      "Select", "Shows what is chosen, and opens a list of all choices.", aliases: ["PickerView"],
      isFocusable: true, special: .init(closure: "$0", rules: [choice("Select")]),
      .unlabeled("of", .path, "The choices: strings.", isRequired: true),
      .argument("selection", .binding, "What is chosen."),
      .argument("selected", .text, "What is chosen, beside onSelect."),
      .argument("onSelect", .event(valueCount: 1), "Called with the new choice.")),
    .init(
      "Tabs", "Titles beside each other, one of them chosen.", aliases: ["SegmentedControl"],
      content: .init(others: ["Tab"]), isFocusable: true, special: .init(rules: [choice("Tabs")]),
      .argument("selection", .binding, "The id of the chosen tab."),
      .argument("selected", .text, "The id of the chosen tab, beside onSelect."),
      .argument("onSelect", .event(valueCount: 1), "Called with the id of the new one.")),
    .init(
      "Tab", "One of the titles in Tabs.", isNode: false,
      .unlabeled("id", .text, "Identifies the tab.", isRequired: true),
      .unlabeled("title", .text, "The title.", isRequired: true),
      .argument("count", .integer, "Shown after the title.")),
    .init(
      "MonthView", "A month with its days.", aliases: ["DatePicker"], isFocusable: true,
      .argument("selection", .binding, "The selected day.", isRequired: true),
      .argument("today", .path, "The current day, underlined.", isRequired: true),
      .argument("firstWeekday", .integer, "From 1, which is Sunday.")),
  ]

  private static let others: [MarkupElementType] = [
    .init(
      "Form", "Labels in a column, and controls beside them.",
      content: .init(hasNodes: true, others: ["FormField"]),
      .argument("gap", .length, "Lines between rows."),
      .argument("onSubmit", .event(valueCount: 0), "Called on Ctrl-S."),
      .argument("onCancel", .event(valueCount: 0), "Called on Escape.")),
    .init(
      "FormField", "A row of a Form.", content: .nodes, isNode: false,
      .unlabeled("label", .text, "What the control is for.", isRequired: true),
      .argument("error", .path, "The error message: a String? of the program."),
      .argument("hint", .text, "A hint about valid input.")),
    .init(
      "Dialog", "A dialog above the other content.", content: .nodes,
      .unlabeled("title", .text, "Shown in the upper border."),
      .argument("closesOnOutsideClick", .bool, "Whether a click outside is like Escape."),
      .argument("onClose", .event(valueCount: 0), "Called on Escape.")),
    .init("KeyHints", "A line of the keys that do something now."),
    .init(
      "Node", "A node that the program makes.",
      .special("of", .path, "The property that holds it.", isRequired: true)),
    .init(
      "if", "Its content, where a condition holds.", content: .nodes, isNode: false,
      .special("test", .bool, "The condition.", isRequired: true)),
    .init(
      "else", "The content where the if, or the else with a test, before it does not hold.",
      content: .nodes, isNode: false,
      .special("test", .bool, "Another condition.")),
    .init(
      "for", "Its one element, once for each element of a collection.", content: .nodes,
      isNode: false,
      .special("each", .name, "What an element is called.", isRequired: true),
      .special("in", .path, "The collection.", isRequired: true),
      .special("key", .path, "Identifies each element: {item.id}.", isRequired: true)),
  ]

  static let component = MarkupElementType(
    "Component", "A component of this file; inside another one, a use of a component.",
    content: .init(hasNodes: true, others: ["property", "state", "event", "styles"]),
    .special("type", .name, "Its name: by default that of the file."),
    .special("rootView", .bool, "Whether it fills the screen, a cell from its edges."),
    .special(
      "extend", .names, "The edges that a root view reaches: top, left, bottom, right, all."),
    .special(
      "anonymous", .bool,
      "If false, the type is the program's own: the default without declarations."),
    .special("equatable", .bool, "If false, it is rendered each time that its parent is."),
    .special("imports", .text, "Modules of its types."))

  private static let declarations: [MarkupElementType] = [
    component,
    .init(
      "property", "A value that the component is given.", isNode: false,
      .special("name", .name, "Its name.", isRequired: true),
      .special("type", .swiftType, "Its type.", isRequired: true),
      .special("default", .swiftValue, "What it is where none is given.")),
    .init(
      "state", "A value that the component keeps from frame to frame.", isNode: false,
      .special("name", .name, "Its name.", isRequired: true),
      .special("type", .swiftType, "Its type.", isRequired: true),
      .special("value", .swiftValue, "What it is at first.", isRequired: true)),
    .init(
      "event", "An event for the parent component.", isNode: false,
      .special("name", .name, "Its name.", isRequired: true),
      .special("type", .swiftType, "The types of its values, separated by commas.")),
    .init(
      "styles", "Styles for the elements of the file: a TextStyle is for a Text, a Style for all.",
      content: .init(others: ["TextStyle", "Style"]), isNode: false,
      .special("name", .name, "Not used.")),
  ]

  /// The attributes of every node, in the order of their modifiers.
  public static let common: [MarkupAttributeType] =
    [
      .modifier("grow", .number(), "A share of the free space along the parent's main axis."),
      .modifier("shrink", .number(), "A share of what is missing along it."),
      .modifier("basis", .length, "The size along it before that."),
      .modifier("width", .length, "In cells, or in percent of the parent."),
      .modifier("height", .length, "In lines, or in percent of the parent."),
      .modifier("minWidth", .length, "The least width."),
      .modifier("minHeight", .length, "The least height."),
      .modifier("maxWidth", .length, "The greatest width."),
      .modifier("maxHeight", .length, "The greatest height."),
      .modifier("aspectRatio", .number(0.01...100), "Width divided by height."),
      .modifier("alignSelf", .words(align), "Its alignment on the parent's cross axis."),
    ] + sides("padding", "Space inside the border") + sides("margin", "Space around")
    + ["left", "top", "right", "bottom"].map {
      .modifier(
        $0, .length, "Takes it out of the flow, so far from that edge.", "absolute", label: $0)
    }
    + [
      .modifier("hidden", .bool, "Kept, but not shown.", aliases: ["isHidden"]),
      .modifier(
        "look",
        .words("text muted accent selection border danger surface", prefix: "\\."),
        "How it looks by its meaning, in the theme.", "style"),
    ] + spanLooks + [
      .modifier(
        "theme", .words("plain dark light", prefix: "\\.theme, ."),
        "The theme of what is inside.", "environment"),
      .modifier("disabled", .bool, "Whether the controls inside are out of use."),
      .modifier("focusable", .bool, "Whether it can have the focus."),
      .modifier("autofocus", .bool, "Whether it takes the focus when it appears."),
      .modifier("onClick", .event(valueCount: 0), "Called on a click."),
      .modifier("onRightClick", .event(valueCount: 0), "Called on a click with the right button."),
      .modifier("onHover", .event(valueCount: 1), "Called with whether the mouse is on it."),
      .modifier("onFocusChange", .event(valueCount: 1), "Called with whether it has the focus."),
      key,
      .special("style", .names, "Styles of the file, or :group:name."),
      .special("field", .name, "Its name: for constraints, and for a FocusHandle of a control."),
    ]

  static let key = MarkupAttributeType.modifier(
    "key", .path, "Identifies the node among its siblings.")
  /// The modifiers that an element gets for a `field`, or for a name in constraints.
  static let focus = MarkupAttributeType.modifier("focus", .path, "")
  static let anchored = MarkupAttributeType.modifier("anchored", .text, "")

  private static func sides(_ name: String, _ summary: String) -> [MarkupAttributeType] {
    [.modifier(name, .length, "\(summary), on all sides.")]
      + ["horizontal", "vertical", "left", "top", "right", "bottom"].map { side in
        let title = side.prefix(1).uppercased() + side.dropFirst()
        return .modifier("\(name)\(title)", .length, "\(summary): \(side).", name, label: side)
      }
  }
}
