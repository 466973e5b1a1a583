import MillraceRender

/// A row of a ``Menu``: a command, a separator, or a submenu.
public struct MenuItem {
  /// The command of the row. Without a command and a submenu, the row is a separator.
  var bind: Bind?
  var submenu: Menu?

  var isEnabled: Bool { bind?.isEnabled ?? submenu?.items.contains { $0.isEnabled } ?? false }
  var isSeparator: Bool { bind == nil && submenu == nil }
  var title: String { bind?.title ?? submenu?.title ?? "" }
  /// The commands of the item, including those of its submenu.
  var binds: [Bind] { bind.map { [$0] } ?? submenu?.binds ?? [] }
}

/// Builds the rows of a ``Menu`` from statements: ``Bind``s, submenus, ``Divider``s, `if`,
/// `switch`, `for`.
@resultBuilder
public enum MenuBuilder: PartsBuilder {
  public typealias Part = MenuItem

  public static func buildExpression(_ bind: Bind) -> [MenuItem] { [MenuItem(bind: bind)] }

  public static func buildExpression(_ menu: Menu) -> [MenuItem] { [MenuItem(submenu: menu)] }

  public static func buildExpression(_ line: Divider) -> [MenuItem] { [MenuItem()] }
}
