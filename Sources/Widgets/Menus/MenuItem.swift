import MillraceRender

/// A row of a ``Menu``: a command, a separator, or a submenu.
public struct MenuItem {
  enum Kind {
    case command(Bind)
    case separator
    case submenu(Menu)
  }

  let kind: Kind

  var isEnabled: Bool {
    switch kind {
    case .command(let bind): bind.isEnabled
    case .separator: false
    case .submenu(let menu): menu.items.contains { $0.isEnabled }
    }
  }

  var title: String {
    switch kind {
    case .command(let bind): bind.title
    case .separator: ""
    case .submenu(let menu): menu.title
    }
  }

  /// The commands of the item, including those of its submenu.
  var binds: [Bind] {
    switch kind {
    case .command(let bind): [bind]
    case .separator: []
    case .submenu(let menu): menu.binds
    }
  }
}

/// Builds the rows of a ``Menu`` from statements: ``Bind``s, submenus, ``Divider``s, `if`,
/// `switch`, `for`.
@resultBuilder
public enum MenuBuilder {
  public static func buildExpression(_ bind: Bind) -> [MenuItem] {
    [MenuItem(kind: .command(bind))]
  }

  public static func buildExpression(_ menu: Menu) -> [MenuItem] {
    [MenuItem(kind: .submenu(menu))]
  }

  public static func buildExpression(_ line: Divider) -> [MenuItem] { [MenuItem(kind: .separator)] }

  public static func buildExpression(_ item: MenuItem) -> [MenuItem] { [item] }

  public static func buildBlock(_ parts: [MenuItem]...) -> [MenuItem] { parts.flatMap(\.self) }

  public static func buildOptional(_ part: [MenuItem]?) -> [MenuItem] { part ?? [] }

  public static func buildEither(first part: [MenuItem]) -> [MenuItem] { part }

  public static func buildEither(second part: [MenuItem]) -> [MenuItem] { part }

  public static func buildArray(_ parts: [[MenuItem]]) -> [MenuItem] { parts.flatMap(\.self) }
}
