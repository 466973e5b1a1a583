/// The meaning of an element for assistive technology: its role, label, value and states.
///
/// Terminals do not show it. ``InspectedNode``, plain updates and the ARIA attributes of pages use
/// it. It is a class, so that an element without semantics stores and compares only one reference.
public final class Semantics: Equatable, Sendable {
  /// The kind of element.
  public let role: SemanticRole
  /// The name; empty if the text inside names the element.
  public let label: String
  /// The entered, chosen or reached value; empty if there is none.
  public let value: String
  /// The current states.
  public let states: SemanticStates
  /// The depth in a tree, from 1; 0 if the element is not in a tree.
  public let level: Int

  /// Makes semantics. Only the role has no default.
  /// - Parameters:
  ///   - role: the kind of element.
  ///   - label: the name; empty if the text inside names the element.
  ///   - value: the entered, chosen or reached value.
  ///   - states: the current states: `[.checked, .disabled]`.
  ///   - level: the depth in a tree, from 1; 0 outside of a tree.
  public init(
    _ role: SemanticRole, _ label: String = "", value: String = "", states: SemanticStates = [],
    level: Int = 0
  ) {
    (self.role, self.label, self.value, self.states) = (role, label, value, states)
    self.level = level
  }

  package static let list = Semantics(.list)
  package static let multiSelectableList = Semantics(.list, states: .multiSelectable)
  package static let listItem = Semantics(.listItem)

  public static func == (one: Semantics, other: Semantics) -> Bool {
    one === other
      || one.role == other.role && one.states == other.states && one.value == other.value
        && one.label == other.label && one.level == other.level
  }
}

/// The kind of an element. The raw value is the ARIA role.
public enum SemanticRole: String, Sendable, CaseIterable {
  /// A role of ARIA.
  case alert, button, cell, checkbox, columnHeader = "columnheader", comboBox = "combobox", dialog,
    document, figure, form, grid, group, heading, image = "img", link, list, listItem = "listitem",
    log, menu, menuBar = "menubar", menuItem = "menuitem", meter, navigation, progressBar =
    "progressbar", radio, radioGroup = "radiogroup", row, scrollArea = "region", separator, slider,
    spinButton = "spinbutton", status, `switch`, tab, table, tabList = "tablist", tabPanel =
    "tabpanel", textField = "textbox", timer, tooltip, tree, treeItem = "treeitem"
}

/// The states of an element. A state that is not set is not announced, except that a checkbox, a
/// switch or a radio button without ``checked`` is announced as not checked.
public struct SemanticStates: OptionSet, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The element is on.
  public static let checked = SemanticStates(rawValue: 1)
  /// The element is chosen among others.
  public static let selected = SemanticStates(rawValue: 2)
  /// The element shows content that can be hidden.
  public static let expanded = SemanticStates(rawValue: 4)
  /// The element has content that is hidden now.
  public static let collapsed = SemanticStates(rawValue: 8)
  /// The element cannot be used now.
  public static let disabled = SemanticStates(rawValue: 16)
  /// A running operation will change the element.
  public static let busy = SemanticStates(rawValue: 32)
  /// The entered value is invalid.
  public static let invalid = SemanticStates(rawValue: 64)
  /// The value can be read and copied, but not changed.
  public static let readOnly = SemanticStates(rawValue: 128)
  /// The element accepts several lines.
  public static let multiline = SemanticStates(rawValue: 256)
  /// Several rows can be selected.
  public static let multiSelectable = SemanticStates(rawValue: 512)
}

extension NodeConvertible {
  /// Sets the element's meaning for assistive technology.
  /// - Parameters:
  ///   - role: the kind of element.
  ///   - label: the name; empty if the text inside names the element.
  ///   - value: the entered, chosen or reached value.
  ///   - states: the current states.
  ///   - level: the depth in a tree, from 1.
  public func semantics(
    _ role: SemanticRole, _ label: String = "", value: String = "", states: SemanticStates = [],
    level: Int = 0
  ) -> Node {
    properties { $0.semantics = Semantics(role, label, value: value, states: states, level: level) }
  }
}
