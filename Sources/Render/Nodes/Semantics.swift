/// What an element means to somebody who cannot see it: what kind of thing it is, what it is called, and how it stands.
///
/// Terminals show none of it. It is what ``InspectedNode``, plain updates and a page's ARIA attributes are made of.
/// A class, because most elements have none and comparing two should cost nothing.
public final class Semantics: Equatable, Sendable {
  public let role: SemanticRole
  /// What it is called; empty where the words inside say it.
  public let label: String
  /// What is entered, chosen or reached; empty where there is no such thing.
  public let value: String
  public let states: SemanticStates
  /// How deep it is in a tree, from 1; 0 where there is no such thing.
  public let level: Int

  public init(
    _ role: SemanticRole, _ label: String = "", value: String = "", states: SemanticStates = [],
    level: Int = 0
  ) {
    (self.role, self.label, self.value, self.states) = (role, label, value, states)
    self.level = level
  }

  package static let list = Semantics(.list)
  package static let listItem = Semantics(.listItem)

  public static func == (one: Semantics, other: Semantics) -> Bool {
    one === other
      || one.role == other.role && one.states == other.states && one.value == other.value
        && one.label == other.label && one.level == other.level
  }
}

/// What kind of thing an element is. The raw value is ARIA's name of the role.
public enum SemanticRole: String, Sendable, CaseIterable {
  case alert, button, cell, checkbox, columnHeader = "columnheader", comboBox = "combobox", dialog
  case document, figure, form, grid, group, heading, image = "img", link, list, listItem =
    "listitem"
  case log, menu, menuBar = "menubar", menuItem = "menuitem", meter, navigation
  case progressBar = "progressbar", radio, radioGroup = "radiogroup", row, scrollArea = "region"
  case separator, slider, spinButton = "spinbutton", status, `switch`, tab, table, tabList =
    "tablist"
  case tabPanel = "tabpanel", textField = "textbox", timer, tooltip, tree, treeItem = "treeitem"
}

/// How an element stands. Of what is not in the set nothing is said: a box that is not ``checked`` says that by its role.
public struct SemanticStates: OptionSet, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let checked = SemanticStates(rawValue: 1)
  public static let selected = SemanticStates(rawValue: 2)
  /// What it hides at other times shows.
  public static let expanded = SemanticStates(rawValue: 4)
  /// It hides something that it can show.
  public static let collapsed = SemanticStates(rawValue: 8)
  public static let disabled = SemanticStates(rawValue: 16)
  /// Something goes on that will change it.
  public static let busy = SemanticStates(rawValue: 32)
  /// What is entered cannot be used.
  public static let invalid = SemanticStates(rawValue: 64)
  public static let readOnly = SemanticStates(rawValue: 128)
  /// Several lines can be entered.
  public static let multiline = SemanticStates(rawValue: 256)
}

extension NodeConvertible {
  /// Says what the element means to somebody who cannot see it.
  /// - Parameters:
  ///   - role: what kind of thing it is.
  ///   - label: what it is called; empty where the words inside say it.
  ///   - value: what is entered, chosen or reached.
  ///   - states: how it stands.
  ///   - level: how deep it is in a tree, from 1.
  public func semantics(
    _ role: SemanticRole, _ label: String = "", value: String = "", states: SemanticStates = [],
    level: Int = 0
  ) -> Node {
    looks { $0.semantics = Semantics(role, label, value: value, states: states, level: level) }
  }
}
