/// The kind of a name, which decides whether the name is allowed.
///
/// Names that the generator makes begin with `_`, which no name in a file does. Types begin with a
/// capital letter, which no name of a value does. So a generated name and a name in a file are
/// never equal.
enum MarkupNaming: Equatable {
  /// A property, state or event of a component, or a field that becomes one.
  case member
  /// The variable of a loop.
  case variable
  /// An element's name in constraints.
  case anchor
  case type

  /// The mistake in a name; nil if there is none.
  func problem(of name: String) -> String? {
    if name.first == "_" { return "\"\(name)\" begins with _, as names in generated Swift do" }
    let isCapital = name.first?.isUppercase == true
    switch self {
    case .type where !isCapital: return "the type \"\(name)\" must begin with a capital letter"
    case .type where Self.types.contains(name) || MarkupRegistry.element(name) != nil:
      return "\"\(name)\" is a type that generated Swift uses: choose another name"
    case .type, .anchor: return nil
    case .member, .variable:
      if isCapital { return "\"\(name)\" must begin with a small letter, as types do not" }
      if Self.words.contains(name) || self == .member && Self.members.contains(name) {
        return "\"\(name)\" has a meaning of its own in a component: choose another name"
      }
      return nil
    }
  }

  /// The types that generated Swift uses and that are not elements, and types that Swift does not
  /// let a program declare.
  private static let types: Set<String> = [
    "Any", "Bool", "Component", "ConstraintOverride", "Double", "Equatable", "FocusHandle",
    "Handler", "LiveMarkup", "Local", "MainActor", "MarkupNames", "Never", "Node", "NodeBuilder",
    "Protocol", "Self", "SizeClass", "SizeReader", "String", "TabItem", "TextSpan", "Type", "Void",
  ]
  /// Words that cannot be names, even in backticks, because markup or Swift gives them a meaning.
  private static let words: Set<String> = ["false", "nil", "self", "true"]
  /// The properties that every component has.
  private static let members: Set<String> = ["body", "markupName", "markupNames", "node"]
}

extension String {
  /// The name as an identifier of Swift: in backticks if it could be read as a keyword.
  var swiftName: String { Self.keywords.contains(self) ? "`\(self)`" : self }

  /// The name as the label of an argument. Every keyword except `inout` is allowed there.
  var swiftLabel: String { self == "inout" ? "`inout`" : self }

  /// The keywords, and the words that are keywords at the start of an expression or a declaration.
  static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch",
    "class", "consume", "consuming", "continue", "convenience", "copy", "default", "defer",
    "deinit",
    "didSet", "discard", "do", "dynamic", "each", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "final", "for", "func", "get", "guard", "if", "import", "in",
    "indirect", "infix", "init", "inout", "internal", "is", "isolated", "lazy", "let", "macro",
    "modify", "mutating", "nil", "nonisolated", "nonmutating", "open", "operator", "optional",
    "override", "package", "postfix", "precedencegroup", "prefix", "private", "protocol", "public",
    "read", "repeat", "required", "rethrows", "return", "self", "sending", "set", "some", "static",
    "struct", "subscript", "super", "switch", "then", "throw", "throws", "true", "try",
    "typealias", "unowned", "unsafe", "var", "weak", "where", "while", "willSet", "yield",
  ]
}
